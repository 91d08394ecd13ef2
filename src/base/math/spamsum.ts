/**
 * Context-triggered piecewise hashes as ssdeep 2.14 makes and compares them (Kornblum, "Identifying almost identical
 * files using context triggered piecewise hashing", DFRWS 2006; spamsum by Andrew Tridgell).
 */

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Parameters of ssdeep: bytes in the rolling window, letters of a signature, and the smallest block size. */
const windowLength = 7;
const longestSignature = 64;
const smallestBlock = 3;
/** Low six bits of the FNV offset and prime of spamsum. Only these affect the signature. */
const firstHash = 0x27;
const prime = 0x13;

/** Returns the signature of bytes: `block size:hash:hash at twice that size`. */
export function spamsum(bytes: Uint8Array): string {
  let block = smallestBlock;
  while (block * longestSignature < bytes.length) block *= 2;
  for (;;) {
    const { first, second, pieces } = hashPieces(bytes, block);
    if (block === smallestBlock || pieces >= longestSignature / 2)
      return `${block}:${first}:${second}`;
    block /= 2;
  }
}

/**
 * Computes one letter for each piece of the bytes. A piece ends where the rolling hash of the last 7 bytes has a
 * certain remainder.
 */
function hashPieces(
  bytes: Uint8Array,
  block: number,
): { readonly first: string; readonly second: string; readonly pieces: number } {
  const window = new Uint8Array(windowLength);
  let [sum, weighted, shifted, at] = [0, 0, 0, 0];
  let [hash, halfHash] = [firstHash, firstHash];
  let [first, second] = ["", ""];
  // Letters of the pieces that ended after the signature was full.
  let [lastFirst, lastSecond] = ["", ""];
  let rolling = 0;
  for (const byte of bytes) {
    hash = ((hash * prime) & 63) ^ (byte & 63);
    halfHash = ((halfHash * prime) & 63) ^ (byte & 63);
    weighted += windowLength * byte - sum;
    sum += byte - window[at]!;
    window[at] = byte;
    at = at === windowLength - 1 ? 0 : at + 1;
    shifted = (shifted << 5) ^ byte;
    rolling = (sum + weighted + shifted) >>> 0;
    if (rolling % block !== block - 1) continue;
    if (first.length < longestSignature - 1) {
      first += base64Digits[hash]!;
      hash = firstHash;
    } else lastFirst = base64Digits[hash]!;
    if (rolling % (block * 2) !== block * 2 - 1) continue;
    if (second.length < longestSignature / 2 - 1) {
      second += base64Digits[halfHash]!;
      halfHash = firstHash;
    } else lastSecond = base64Digits[halfHash]!;
  }
  const ended = rolling !== 0;
  return {
    first: first + (ended ? base64Digits[hash]! : lastFirst),
    second: second + (ended ? base64Digits[halfHash]! : lastSecond),
    pieces: first.length,
  };
}

/** Returns the similarity of two signatures, 0 to 100. Throws a `SyntaxError` for malformed signatures. */
export function compareSpamsums(one: string, other: string): number {
  const [a, b] = [parseSignature(one), parseSignature(other)];
  if (a.block === b.block) {
    if (a.first === b.first && a.second === b.second) return 100;
    return Math.max(score(a.first, b.first, a.block), score(a.second, b.second, a.block * 2));
  }
  if (a.block * 2 === b.block) return score(b.first, a.second, b.block);
  return a.block === b.block * 2 ? score(a.first, b.second, a.block) : 0;
}

const form = /^(\d{1,10}):([A-Za-z0-9+/]{0,64}):([A-Za-z0-9+/]{0,64})$/u;

export const isSpamsum = (text: string): boolean => form.test(text);

function parseSignature(signature: string): { block: number; first: string; second: string } {
  const match = form.exec(signature);
  if (match === null) throw new SyntaxError(`not a spamsum signature: ${signature.slice(0, 100)}`);
  const [, block, first = "", second = ""] = match;
  return { block: Number(block), first: shorten(first), second: shorten(second) };
}

/** Shortens runs of more than three equal letters, because they carry little information. */
const shorten = (hash: string): string => hash.replace(/(.)\1{3,}/gu, "$1$1$1");

function score(one: string, other: string, block: number): number {
  if (!haveCommonPart(one, other)) return 0;
  const edits = Math.floor(
    (editDistance(one, other) * longestSignature) / (one.length + other.length),
  );
  const match = 100 - Math.floor((100 * edits) / longestSignature);
  // With small blocks, short signatures would match too well.
  if (block >= Math.floor((99 + windowLength) / windowLength) * smallestBlock) return match;
  return Math.min(match, Math.floor(block / smallestBlock) * Math.min(one.length, other.length));
}

function haveCommonPart(one: string, other: string): boolean {
  for (let at = 0; at + windowLength <= one.length; at++) {
    if (other.includes(one.slice(at, at + windowLength))) return true;
  }
  return false;
}

/** Returns the edit distance with a cost of 1 for insertions and removals and 2 for replacements. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 2);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced));
    }
    row = next;
  }
  return row[other.length]!;
}
