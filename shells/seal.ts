/**
 * Closes texts so that only holders of the secret can open them.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { BilingualError } from "../kb/bilingual_error.ts";

/** Seals and opens texts. */
export interface Sealer {
  /**
   * Seals a text.
   *
   * @param text The text.
   * @param purpose What it is; it can only be opened as the same.
   */
  seal(text: string, purpose: string): string;
  /**
   * Opens a sealed text.
   *
   * @throws {Error} If it was sealed with another secret or for another purpose, or was changed.
   */
  open(sealed: string, purpose: string): string;
}

const CIPHER = "aes-256-gcm";
const VERSION = "v1.";
const KEY_BYTES = 32;
/** What GCM is specified for (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key derived from the secret (HKDF-SHA-256, RFC 5869). Nonces are random: a secret is good for
 * 2^32 texts.
 *
 * @param secret Any text; its strength is the seal's.
 *
 * @example
 * ```ts
 * const sealer = createSealer(secret);
 * sealer.open(sealer.seal("13800138000", "aliases ses_1"), "aliases ses_1"); // "13800138000"
 * ```
 */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "handrail seal", KEY_BYTES));
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (sealed, purpose) => {
      try {
        if (!sealed.startsWith(VERSION)) throw new TypeError("it is of another version");
        const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new BilingualError({
          en:
            "Cannot open what is sealed: it was sealed with another secret, or changed. Set the HANDRAIL_SECRET it was made with",
          zh: "无法打开封存的内容：它用另一个密钥封存，或被改动过。请设置当时的 HANDRAIL_SECRET",
        }, { cause });
      }
    },
  };
}
