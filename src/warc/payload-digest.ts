import { createHash, type Hash } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The digest of a payload as WARC writes it, `sha1:` and base32 (RFC 4648), fed piece by piece. */
export class PayloadDigest {
  readonly #hash: Hash = createHash("sha1");

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  finish(): string {
    return `sha1:${base32(this.#hash.digest())}`;
  }
}

/** SHA-1 has 160 bits, a multiple of 5: there is no padding. */
function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += ALPHABET[(bits >>> count) & 31]!;
    }
    bits &= (1 << count) - 1;
  }
  return text;
}
