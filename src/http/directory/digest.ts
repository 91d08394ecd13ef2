import { createHash } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** `sha1:` and the digest in base32 (RFC 4648), as WARC and CDX files have it. */
export function sha1Digest(...parts: readonly Uint8Array[]): string {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

/** Base32 without padding; 20 bytes need none. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]!;
    held &= (1 << bits) - 1;
  }
  return text;
}
