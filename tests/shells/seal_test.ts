import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { createSealer } from "../../shells/seal.ts";

const sealer = createSealer("correct horse battery staple");

Deno.test("a sealed text opens to itself, and never looks the same twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      const sealed = sealer.seal(text, purpose);
      assertEquals(sealer.open(sealed, purpose), text);
      assert(/^v1\.[A-Za-z0-9_-]+$/.test(sealed));
      assert(sealed !== sealer.seal(text, purpose));
    }),
  );
});

Deno.test("a sealed text opens with its secret and for its purpose only, and not once it was changed", () => {
  const sealed = sealer.seal("13800138000", "aliases one");
  const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
  for (
    const open of [
      () => createSealer("another").open(sealed, "aliases one"),
      () => sealer.open(sealed, "aliases two"),
      () => sealer.open(changed, "aliases one"),
      () => sealer.open(sealed.slice(0, 20), "aliases one"),
      () => sealer.open("v2" + sealed.slice(2), "aliases one"),
      () => sealer.open("", "aliases one"),
    ]
  ) {
    assertThrows(open, Error, "Cannot open what is sealed: it was sealed with another secret, or changed.");
  }
});

Deno.test("a text that another program sealed by the same rules opens", () => {
  // Made with Python's cryptography: HKDF-SHA256, no salt, info "handrail seal"; AES-256-GCM, nonce 000102…0b.
  assertEquals(
    createSealer("test-secret").open(
      "v1.AAECAwQFBgcICQoL571CVdbaaB08EiwoeLbUpYces_oYwAQgEtD0WNZ_6cxx0w",
      "purpose",
    ),
    "电话 13800138000",
  );
});
