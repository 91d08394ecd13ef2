/**
 * Computes the Simhash of a text's windows of 4 word characters. This is AssemblyScript: `npm run generate` compiles it
 * to src/base/math/grams-kernel.ts, and src/base/math/gram-simhash.ts runs it. Text is passed in as UTF-8 in any case.
 * Each window is hashed once per thread: there are 37^4 = 1.9 million windows of ASCII, few enough for a table with a
 * place for each.
 */

/** Number of symbols: the 37 ASCII characters that Python's `\w` matches, after folding upper case. */
const SYMBOLS: u32 = 37;
/** Bit that marks a symbol; the other bits are its place in the alphabet. A value of 0 is not a word character. */
const IS_SYMBOL: u32 = 0x80;
/** Value that represents a word character outside ASCII. */
const WIDE: u32 = 0xc0;
/** Number of windows that are counted together. */
const CHUNK: i32 = 512;
/** Slots of the hash table of windows with other characters. At most three quarters of them are used. */
const SLOTS: u32 = 1 << 16;
/** Binary digits of a sum. */
const DIGITS: i32 = 40;

/** Constants of the 64 steps of MD5, u32. */
export const SINES: usize = 0;
/** Symbol of each ASCII character, u8. */
export const SYMBOL_OF: usize = SINES + 64 * 4;
/** Character at each place of the alphabet, u8. */
export const ALPHABET: usize = SYMBOL_OF + 128;
/** The Simhash, u64. */
export const RESULT: usize = ALPHABET + 64;
/** Message to hash, with its padding. */
const BLOCK: usize = RESULT + 64;
/**
 * Two words for each binary digit of the 64 sums. Each word holds that digit of all sums, so that a few operations add
 * a word to all of them, as in a carry-save adder. The first word counts every other window, the second the rest.
 */
const SUMS: usize = BLOCK + 64;
/** Answers of foldedWord for the code points below 0x10000, u16. An answer is 0 if foldedWord has not been called. */
const FOLDED: usize = SUMS + DIGITS * 16;
/** Symbols that have not been counted yet, u8. */
const PENDING: usize = FOLDED + 0x20000;
/** Code points of those symbols that are WIDE, u32. */
const POINTS: usize = PENDING + CHUNK + 16;
/** Hashes of a chunk, u64. */
const HASHES: usize = POINTS + (CHUNK + 16) * 4;
/** A piece of text in UTF-8. */
export const INPUT: usize = HASHES + (CHUNK + 16) * 8;
export const INPUT_BYTES: usize = 0x10000;
/** The 4 code points of each slot, u32 (the first is 0 in a free slot), and the hashes of the slots, u64. */
const SLOT_KEYS: usize = INPUT + INPUT_BYTES;
const SLOT_HASHES: usize = SLOT_KEYS + SLOTS * 16;
/** Hashes of the windows of ASCII, u64. A hash is 0 if it has not been computed yet. */
const TABLE: usize = SLOT_HASHES + SLOTS * 8;
/** Total size of the memory in bytes. */
export const MEMORY_BYTES: usize = TABLE + SYMBOLS ** 4 * 8;

/** Returns the code point in lower case if Python's `\w` matches that, and otherwise NO_WORD. */
declare function foldedWord(point: u32): u32;
const NO_WORD: u32 = 1;

let pending: i32 = 0;
let windows: i64 = 0;
let slotsUsed: u32 = 0;

/** Adds the first bytes of INPUT, which must be whole characters. */
export function add(bytes: u32): void {
  let count = pending;
  const end = INPUT + bytes;
  for (let at = INPUT; at < end;) {
    const stop = min(end, at + (CHUNK + 3 - count));
    while (at < stop) {
      const byte: u32 = load<u8>(at);
      if (byte < 0x80) {
        const symbol: u32 = load<u8>(SYMBOL_OF + byte);
        // The symbol is always written, but kept only if it is one, because a branch here is mispredicted too often.
        store<u8>(PENDING + count, symbol);
        count += symbol >> 7;
        at++;
        continue;
      }
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      let point = byte & (0x7f >> length);
      for (let next = 1; next < length; next++) point = (point << 6) | (load<u8>(at + next) & 63);
      at += length;
      const folded = foldedOf(point);
      if (folded === NO_WORD) continue;
      // The lower case of two letters outside ASCII is in ASCII.
      store<u8>(PENDING + count, folded < 0x80 ? load<u8>(SYMBOL_OF + folded) : WIDE);
      store<u32>(POINTS + (count << 2), folded);
      count++;
    }
    pending = count;
    if (count === CHUNK + 3) countPending();
    count = pending;
  }
}

/**
 * Writes the Simhash to RESULT, and begins the next one. A text of fewer than 4 characters is one window, even if it is
 * empty.
 */
export function finish(): void {
  const isShort = windows === 0 && pending < 4;
  store<u64>(RESULT, isShort ? hashOf(0, pending) : majorityOfSums());
  pending = 0;
  windows = 0;
  memory.fill(SUMS, 0, DIGITS * 16);
}

function majorityOfSums(): u64 {
  if (pending > 3) countPending();
  let majority: u64 = 0;
  for (let bit: u64 = 0; bit < 64; bit++) {
    let sum: i64 = 0;
    for (let digit = DIGITS - 1; digit >= 0; digit--) {
      const words = SUMS + (digit << 4);
      sum = 2 * sum + ((load<u64>(words) >> bit) & 1) + ((load<u64>(words + 8) >> bit) & 1);
    }
    if (2 * sum > windows) majority |= (1 as u64) << bit;
  }
  return majority;
}

function foldedOf(point: u32): u32 {
  if (point > 0xffff) return foldedWord(point);
  const known: u32 = load<u16>(FOLDED + (point << 1));
  if (known !== 0) return known;
  const folded = foldedWord(point);
  store<u16>(FOLDED + (point << 1), folded);
  return folded;
}

/** The last three symbols remain pending, because they begin the next windows. */
function countPending(): void {
  const count = pending - 3;
  let first = placeAt(0);
  let second = placeAt(1);
  let third = placeAt(2);
  let wide = (isWide(0) << 2) | (isWide(1) << 1) | isWide(2);
  for (let at = 0; at < count; at++) {
    const fourth = placeAt(at + 3);
    wide = (wide << 1) | isWide(at + 3);
    let hash: u64;
    if ((wide & 15) === 0) {
      const gram = ((first * SYMBOLS + second) * SYMBOLS + third) * SYMBOLS + fourth;
      hash = load<u64>(TABLE + (gram << 3));
      if (hash === 0) {
        hash = hashOf(at, at + 4);
        store<u64>(TABLE + (gram << 3), hash);
      }
    } else hash = hashOfWide(at);
    store<u64>(HASHES + (at << 3), hash);
    first = second;
    second = third;
    third = fourth;
  }
  addHashes(count);
  store<u32>(PENDING, load<u32>(PENDING + count));
  v128.store(POINTS, v128.load(POINTS + (count << 2)));
  pending = 3;
}

function placeAt(at: i32): u32 {
  return load<u8>(PENDING + at) & 63;
}

function isWide(at: i32): u32 {
  return (load<u8>(PENDING + at) >> 6) & 1;
}

/** Adds the first words of HASHES to the sums and overwrites them with the carries. */
function addHashes(count: i32): void {
  windows += count;
  store<u64>(HASHES + (count << 3), 0);
  let vectors = (count + 1) >> 1;
  let digit = SUMS;
  while (vectors > 0) {
    v128.store(HASHES + (vectors << 4), i64x2.splat(0));
    let sum = v128.load(digit);
    let carries = 0;
    for (let at = 0; at < vectors; at += 2) {
      const one = v128.load(HASHES + (at << 4));
      const other = v128.load(HASHES + (at << 4), 16);
      const mixed = v128.xor(sum, one);
      const carry = v128.or(v128.and(sum, one), v128.and(mixed, other));
      v128.store(HASHES + (carries << 4), carry);
      sum = v128.xor(mixed, other);
      carries++;
    }
    v128.store(digit, sum);
    digit += 16;
    // A carry of zero would be carried for ever.
    const last = v128.load(HASHES + ((carries - 1) << 4));
    vectors = v128.any_true(last) ? carries : carries - 1;
  }
}

/** Returns the hash of 4 characters that are not all ASCII, from a hash table. A full table is emptied. */
function hashOfWide(from: i32): u64 {
  const first = pointAt(from);
  const second = pointAt(from + 1);
  const third = pointAt(from + 2);
  const fourth = pointAt(from + 3);
  let key = i32x4.replace_lane(i32x4.splat(first), 1, second);
  key = i32x4.replace_lane(i32x4.replace_lane(key, 2, third), 3, fourth);
  let mixed = (first * 0x9e3779b1) ^ (second * 0x85ebca6b);
  mixed ^= (third * 0xc2b2ae35) ^ (fourth * 0x27d4eb2f);
  mixed = (mixed ^ (mixed >> 15)) * 0x2c1b3c6d;
  let slot = (mixed ^ (mixed >> 13)) & (SLOTS - 1);
  while (load<u32>(SLOT_KEYS + (slot << 4)) !== 0) {
    const known = v128.load(SLOT_KEYS + (slot << 4));
    if (!v128.any_true(v128.xor(known, key))) return load<u64>(SLOT_HASHES + (slot << 3));
    slot = (slot + 1) & (SLOTS - 1);
  }
  const hash = hashOf(from, from + 4);
  v128.store(SLOT_KEYS + (slot << 4), key);
  store<u64>(SLOT_HASHES + (slot << 3), hash);
  slotsUsed++;
  if (slotsUsed === (SLOTS / 4) * 3) {
    memory.fill(SLOT_KEYS, 0, SLOTS * 16);
    slotsUsed = 0;
  }
  return hash;
}

function pointAt(at: i32): u32 {
  const symbol: u32 = load<u8>(PENDING + at);
  return symbol === WIDE ? load<u32>(POINTS + (at << 2)) : load<u8>(ALPHABET + (symbol & 63));
}

/** Returns the last 8 bytes of the MD5 digest (RFC 1321) of at most 4 pending characters. */
function hashOf(from: i32, to: i32): u64 {
  memory.fill(BLOCK, 0, 64);
  let size: u32 = 0;
  for (let at = from; at < to; at++) size += writePoint(BLOCK + size, pointAt(at));
  store<u8>(BLOCK + size, 0x80);
  store<u32>(BLOCK, size << 3, 56);
  let a: u32 = 0x67452301;
  let b: u32 = 0xefcdab89;
  let c: u32 = 0x98badcfe;
  let d: u32 = 0x10325476;
  for (let step: u32 = 0; step < 64; step++) {
    const round = step >> 4;
    let mixed: u32;
    let word: u32;
    // Rotations of the four steps of a round, one byte each.
    let shifts: u32;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = step;
      shifts = 0x16110c07;
    } else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = 5 * step + 1;
      shifts = 0x140e0905;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = 3 * step + 5;
      shifts = 0x17100b04;
    } else {
      mixed = c ^ (b | ~d);
      word = 7 * step;
      shifts = 0x150f0a06;
    }
    const constant = load<u32>(SINES + (step << 2));
    const sum = a + mixed + constant + load<u32>(BLOCK + ((word & 15) << 2));
    a = d;
    d = c;
    c = b;
    b += rotl<u32>(sum, (shifts >> ((step & 3) << 3)) & 31);
  }
  const high = bswap<u32>(c + 0x98badcfe);
  return ((high as u64) << 32) | (bswap<u32>(d + 0x10325476) as u64);
}

/** Writes a code point as UTF-8 and returns its number of bytes. */
function writePoint(to: usize, point: u32): u32 {
  if (point < 0x80) {
    store<u8>(to, point);
    return 1;
  }
  const more: u32 = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  store<u8>(to, (0xf80 >> more) | (point >> (6 * more)));
  for (let at: u32 = 1; at <= more; at++) {
    store<u8>(to + at, 0x80 | ((point >> (6 * (more - at))) & 63));
  }
  return more + 1;
}
