import { createHash } from "../../base/platform/machine.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** `sha1:` and the digest in base32 (RFC 4648, section 6), as crawlers write it into WARC and CDX files. */
export function sha1Digest(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  // 20 bytes are 32 characters: no padding.
  for (const byte of createHash("sha1").update(bytes).digest()) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]!;
    held &= (1 << bits) - 1;
  }
  return `sha1:${text}`;
}
