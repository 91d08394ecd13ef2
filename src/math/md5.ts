import { createHash } from "node:crypto";

/** The longest message, in bytes, that fits in one MD5 block with its padding. */
const longestSingleBlock = 55;

const sines = Int32Array.from(
  { length: 64 },
  (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0,
);
const shifts = Uint8Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);
const block = new Int32Array(16);

/**
 * Writes the last 8 bytes of the MD5 digest (RFC 1321) of `message[0..length)`, read as one big-endian number, to
 * `into`: the high 32 bits at `into[0]`, the low ones at `into[1]`. Short messages are hashed here, because a call
 * of node:crypto costs several times as much as the hash of a word.
 */
export function md5Tail(message: Uint8Array, length: number, into: Int32Array): void {
  if (length > longestSingleBlock) {
    const digest = createHash("md5").update(message.subarray(0, length)).digest();
    into[0] = digest.readInt32BE(8);
    into[1] = digest.readInt32BE(12);
    return;
  }
  block.fill(0);
  for (let at = 0; at < length; at++) block[at >> 2]! |= message[at]! << ((at & 3) << 3);
  block[length >> 2]! |= 0x80 << ((length & 3) << 3);
  block[14] = length << 3;
  hashBlock(into);
}

function hashBlock(into: Int32Array): void {
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = step;
    } else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = (5 * step + 1) & 15;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = (3 * step + 5) & 15;
    } else {
      mixed = c ^ (b | ~d);
      word = (7 * step) & 15;
    }
    const sum = (((a + mixed) | 0) + ((sines[step]! + block[word]!) | 0)) | 0;
    const shift = shifts[(round << 2) | (step & 3)]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  into[0] = swapBytes((c + 0x98badcfe) | 0);
  into[1] = swapBytes((d + 0x10325476) | 0);
}

const swapBytes = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
