import { createHash } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** WARC-Payload-Digest of these bytes as crawlers write it: `sha1:` and base 32 (RFC 4648, section 6). */
export function payloadDigest(payload: Uint8Array): string {
  const digest = createHash("sha1").update(payload).digest();
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of digest) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >>> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return `sha1:${text}`;
}
