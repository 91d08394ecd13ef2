import { createHash } from "../../base/platform/machine.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns `sha1:` and the digest in base32 (RFC 4648, section 6), as crawlers write it to WARC and CDX files. */
export function sha1Digest(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  // 20 bytes give exactly 32 characters, so that no padding is needed.
  for (const byte of createHash("sha1").update(bytes).digest()) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]!;
    held &= (1 << bits) - 1;
  }
  return `sha1:${text}`;
}
