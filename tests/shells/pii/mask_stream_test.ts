import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { blockLabel } from "../../../shells/pii/block_label.ts";
import { createCustomRecogniser } from "../../../shells/pii/custom_recogniser.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { findPersonalData } from "../../../shells/pii/find_personal_data.ts";
import { MaskStream } from "../../../shells/pii/mask_stream.ts";
import type { Recogniser } from "../../../shells/pii/recogniser.ts";
import { replaceFindings } from "../../../shells/pii/replace_findings.ts";
import { personalText } from "../../_support/personal_text.ts";

/** What comes out for each piece, and at the end. */
function streamed(
  pieces: readonly string[],
  recognisers: readonly Recogniser[] = DEFAULT_RECOGNISERS,
): string[] {
  const stream = new MaskStream({ replace: blockLabel, recognisers });
  return [...pieces.map((piece) => stream.push(piece)), stream.flush()];
}

function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((one, other) =>
    one - other
  );
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}

/** Every 997 units up to 100,000. */
const PLACES = Array.from({ length: 100 }, (_, at) => (at + 1) * 997);

const cuts = fc.array(fc.nat(), { maxLength: 20 });

Deno.test("MaskStream masks what is cut between two pieces (H30)", () => {
  assertEquals(streamed(["mail a@b", ".cn now"]), ["mail ", "[EMAIL] ", "now"]);
  assertEquals(streamed(["手机１３８", "００１３", "８０００。好"]), ["手机", "", "[PHONE]。", "好"]);
  const key = "-----BEGIN PRIVATE KEY-----\nMIIBVQIBADAN\nAgEAAkEA\n-----END PRIVATE KEY-----\nbye ";
  assertEquals(streamed([...key]).join(""), "[SECRET]\nbye ");
});

Deno.test("MaskStream gives the same for every way to cut a text, namely that of the whole (H30)", () => {
  fc.assert(
    fc.property(personalText, personalText, cuts, (one, other, places) => {
      const text = one + other;
      const whole = replaceFindings(text, findPersonalData(text), blockLabel);
      assertEquals(streamed(cutAt(text, places)).join(""), whole);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("MaskStream gives the same for every way to cut a text with patterns of one's own", async () => {
  const badge = await createCustomRecogniser({ kind: "badge", pattern: "(?i)order[^x]*x" });
  const recognisers = [badge, ...DEFAULT_RECOGNISERS];
  fc.assert(
    fc.property(personalText, personalText, cuts, (one, other, places) => {
      const text = one + other;
      const whole = replaceFindings(text, findPersonalData(text, recognisers), blockLabel);
      assertEquals(streamed(cutAt(text, places), recognisers).join(""), whole);
    }),
    { numRuns: 500 },
  );
});

Deno.test("MaskStream holds back the last word of prose only", () => {
  assertEquals(streamed(["The quick bro", "wn fox."]), ["The quick ", "brown ", "fox."]);
  assertEquals(streamed(["您好，请", "问有什么"]), ["您好，请", "问有什么", ""]);
});

Deno.test("MaskStream lets numbers go at a line's end, a full-width comma, or a space behind a comma", () => {
  assertEquals(streamed(["1 2\n3", " 4，5, 6"]), ["1 2\n", "3 4，5, ", "6"]);
});

Deno.test("MaskStream sees labels that it has let go already", () => {
  assertEquals(streamed(["passport ", "number ", "E12345678"]).join(""), "passport number [PASSPORT]");
  assertEquals(streamed(["password: ", '"correct ', 'horse" x']).join(""), 'password: "[SECRET]" x');
});

Deno.test("MaskStream gives offsets that count from the beginning of the stream", () => {
  const seen: (readonly [number, number])[] = [];
  const stream = new MaskStream({ replace: ({ start, end }) => (seen.push([start, end]), "") });
  for (const piece of ["first line\n", "a@b.cn\n", "and c@d.cn"]) stream.push(piece);
  stream.flush();
  assertEquals(seen, [[11, 17], [22, 28]]);
});

Deno.test("MaskStream never holds more than 32,768 units", () => {
  for (const unit of ["1", "a", "1 2 3 ", "😀1", '{"a":1,']) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const stream = new MaskStream({ replace: blockLabel });
    let held = 0;
    for (const piece of cutAt(text, PLACES)) {
      held += piece.length - stream.push(piece).length;
      assert(held <= 32_768, `${unit}: ${held}`);
    }
    assertEquals(stream.flush().length, held, unit);
  }
});

Deno.test("MaskStream cuts long stretches at the same places, wherever the pieces end", () => {
  for (
    const unit of ["1", "1 2 3 ", "sk-A1b2", "-----BEGIN PRIVATE KEY-----", "😀1", '{"a":1,', "13800138000 "]
  ) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    assert(streamed(cutAt(text, PLACES)).join("") === streamed([text]).join(""), unit);
  }
});

Deno.test("MaskStream masks a token to its end, however long", () => {
  const text = `x sk-${"A1b2".repeat(30_000)} y`;
  for (const places of [[], [5, 40_000, 40_001, 90_000]]) {
    const masked = streamed(cutAt(text, places)).join("");
    assertEquals([masked.slice(0, 20), masked.length], ["x [SECRET] y", 12]);
  }
});
