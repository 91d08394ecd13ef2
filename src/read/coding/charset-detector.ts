import { readMadeData } from "../../base/platform/data.js";
import { latin1 } from "../../base/platform/machine.js";
import { decodeAs } from "./decode.js";
import { type CharsetModels, costAt, COST_STEP, type LetterModel } from "./letter-models.js";

/** A charset, the languages (BCP 47) in which it is tested, and its handicap in nats. */
type CharsetCandidate = readonly [charset: string, languages: string, handicap: number];

/**
 * Charsets by their WHATWG names. The handicap decides for pages with only a few letters beyond ASCII. It is higher for
 * charsets that were rarer on the web. It is also higher for charsets of other scripts, because text in them soon
 * outweighs it.
 */
const ONE_BYTE: readonly CharsetCandidate[] = [
  ["windows-1252", "en de fr es pt it nl ca sv da nb fi is sq lb br", 0],
  ["windows-1250", "pl cs sk hu ro sl sh", 3],
  ["iso-8859-2", "pl cs sk hu ro sl sh", 4],
  ["windows-1254", "tr", 4],
  ["windows-1257", "lt lv et", 4],
  ["iso-8859-15", "de fr es pt it nl ca sv da nb fi is et", 5],
  ["windows-1251", "ru bg uk mk be", 6],
  ["windows-1256", "ar fa ur", 6],
  ["windows-1253", "el", 6],
  ["windows-1255", "he", 6],
  ["windows-874", "th", 6],
  ["iso-8859-7", "el", 7],
  ["iso-8859-8", "he-reversed", 7],
  ["iso-8859-6", "ar", 7],
  ["koi8-r", "ru bg", 7],
  ["koi8-u", "uk be", 8],
  ["windows-1258", "vi", 8],
  ["iso-8859-3", "eo mt", 8],
  ["iso-8859-5", "ru bg uk mk be", 9],
  ["ibm866", "ru", 9],
  ["x-mac-cyrillic", "ru uk", 9],
  ["macintosh", "en de fr es pt it nl sv da nb", 10],
];
const TWO_BYTES: readonly CharsetCandidate[] = [
  ["gb18030", "zh", 6],
  ["big5", "zh", 6],
  ["shift_jis", "ja", 6],
  ["euc-jp", "ja", 6],
  ["euc-kr", "ko", 6],
];

/**
 * Number of bytes of words to compare. Twice as many changed no result on 2,500 pages in 38 pairs of language and
 * charset.
 */
const SAMPLE_SIZE = 4 * 1024;

/**
 * Factor for the cost of the declared charset. Because of it, the declared charset wins unless another charset is
 * clearly better.
 */
const DECLARED = 0.85;

/**
 * Returns the most likely charset of bytes that are neither ASCII nor UTF-8. It is the charset in which their pairs of
 * letters are most frequent in one language, or their characters in scripts with thousands of characters. Only words
 * with bytes beyond ASCII are compared, so markup need not be removed. Another charset is preferred to the declared one
 * only if it is clearly better.
 */
export function detectCharset(bytes: Uint8Array, declared?: string): string {
  const sample = sampleOf(bytes);
  const pairs = pairsOf(sample);
  let best = "windows-1252";
  let least = Infinity;
  for (const { charset, handicap, costOf } of (models ??= makeModels())) {
    const part = charset === declared ? DECLARED : 1;
    const cost = part * (handicap + costOf(sample, pairs, least / part));
    if (cost >= least) continue;
    least = cost;
    best = charset;
  }
  return best;
}

const SPACE = 0x20;
/** Minimum value of the second byte of a two-byte character. Lower bytes separate words. */
const LOWEST_IN_WORD = 0x40;

/**
 * Returns the words that have bytes beyond ASCII, separated by spaces. Each word occurs once, because menus repeat
 * their words.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_SIZE);
  const seen = new Set<string>();
  let size = 1;
  let start = 0;
  let isAscii = true;
  sample[0] = SPACE;
  for (let at = 0; at <= bytes.length && size < SAMPLE_SIZE - 1; at++) {
    const byte = bytes[at] ?? SPACE;
    if (byte >= 0x80) isAscii = false;
    if (byte >= LOWEST_IN_WORD) continue;
    if (!isAscii) {
      const word = bytes.subarray(start, Math.min(at, start + SAMPLE_SIZE - 1 - size));
      const key = latin1(word);
      if (!seen.has(key)) {
        seen.add(key);
        sample.set(word, size);
        size += word.length;
        sample[size++] = SPACE;
      }
    }
    start = at + 1;
    isAscii = true;
  }
  return sample.subarray(0, size);
}

/**
 * Counts the pairs of neighbouring bytes of which at least one is beyond ASCII. The result has three numbers per pair:
 * two bytes and their count.
 */
function pairsOf(sample: Uint8Array): Uint16Array {
  const counts = new Map<number, number>();
  for (let at = 1; at < sample.length; at++) {
    const [first, second] = [sample[at - 1]!, sample[at]!];
    if ((first | second) < 0x80) continue;
    const pair = first * 256 + second;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return Uint16Array.from([...counts].flatMap(([pair, count]) => [pair >> 8, pair & 0xff, count]));
}

/** Returns the cost of a text in nats. Counting may stop once the cost exceeds the limit. */
type CostOf = (sample: Uint8Array, pairs: Uint16Array, limit: number) => number;

interface Model {
  readonly charset: string;
  readonly handicap: number;
  readonly costOf: CostOf;
}

let models: readonly Model[] | undefined;

function makeModels(): Model[] {
  const { letters, characters } = readMadeData("charsets.json.br") as CharsetModels;
  return [
    ...modelsOf(ONE_BYTE, (charset, language) => costOfPairs(charset, letters[language]!)),
    ...modelsOf(TWO_BYTES, (charset, language) => costOfCharacters(charset, characters[language]!)),
  ];
}

const modelsOf = (
  candidates: readonly CharsetCandidate[],
  costIn: (charset: string, language: string) => CostOf,
): Model[] =>
  candidates.flatMap(([charset, languages, handicap]) =>
    languages
      .split(" ")
      .map((language) => ({ charset, handicap, costOf: costIn(charset, language) })),
  );

/**
 * Costs in nats of characters that are not usual letters of the language. They are estimates and need not be precise,
 * because in a wrong charset most words have such characters.
 */
const COST = {
  /** A letter of the same script that occurs only in other languages. */
  sameScript: 6.5,
  /** A marked Latin letter in a Latin word, in a text of another script. */
  latin: 6.5,
  otherLetter: 10,
  /** Quotation marks, dashes, no-break space, copyright sign: all languages use them. */
  symbol: 3,
  symbolAfterSymbol: 6,
  rareSymbol: 8,
  /** The byte is unassigned or a control character. */
  noCharacter: 12,
  afterSymbol: 1,
  /** A letter follows a letter of another script. */
  otherScript: 8,
  capital: 1.5,
  capitalAfterCapital: 0.5,
  capitalAfterSmall: 4,
  spaceAfterCharacter: 2,
  widePunctuation: 4,
  usualCharacter: 9,
  unusualCharacter: 12,
} as const;

type CharacterKind =
  | "letter"
  | "sameScript"
  | "latin"
  | "otherLetter"
  | "symbol"
  | "sign"
  | "rareSymbol"
  | "noCharacter";

/** The character for a byte of the charset. */
interface ByteCharacter {
  readonly kind: CharacterKind;
  /** Number of the letter in its alphabet. It is 0 for spaces and for everything except letters. */
  readonly letter: number;
  readonly isCapital: boolean;
  readonly isAscii: boolean;
}

function costOfPairs(charset: string, { letters, costs }: LetterModel): CostOf {
  const text = decodeAs(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    charset,
  );
  const alphabet = ` ${letters}`;
  const script = SCRIPTS.find((each) => each.test(alphabet[1]!))!;
  const places = Array.from({ length: 256 }, (_, byte) => placeOf(text[byte]!, alphabet, script));
  return (_, pairs, limit) => {
    let sum = 0;
    for (let at = 0; at < pairs.length && sum < limit; at += 3) {
      const [before, next] = [places[pairs[at]!]!, places[pairs[at + 1]!]!];
      sum += pairs[at + 2]! * costOfPair(before, next, costs, alphabet.length);
    }
    return sum;
  };
}

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Thai"].map(
  (script) => new RegExp(`^\\p{Script_Extensions=${script}}$`, "u"),
);
const latin = SCRIPTS[0]!;
const letterOrMark = /^[\p{L}\p{M}]$/u;
const symbol = /^[\xa0\xad«»“”‘’„‚‹›–—…•·©®™ªº،؛؟\u200c-\u200f]$/u;
/** Symbols that occur before words or beside numbers, but never within a word. */
const sign = /^[°€£§№¿¡]$/u;
const noCharacter = /^[\p{Cc}\p{Co}\ufffd]$/u;

function placeOf(character: string, alphabet: string, script: RegExp): ByteCharacter {
  const isAscii = character < "\x80";
  if (!letterOrMark.test(character) && isAscii)
    return { kind: "letter", letter: 0, isCapital: false, isAscii };
  const small = smallOf(character);
  const letter = Math.max(0, alphabet.indexOf(small));
  return {
    kind: letter > 0 ? "letter" : kindOf(character, script),
    letter,
    isCapital: small !== character,
    isAscii,
  };
}

/** Returns the lower-case form of a capital letter. Unicode lowercases the Turkish İ to two characters. */
const smallOf = (character: string): string => (character === "İ" ? "i" : character.toLowerCase());

function kindOf(character: string, script: RegExp): CharacterKind {
  if (noCharacter.test(character)) return "noCharacter";
  if (symbol.test(character)) return "symbol";
  if (sign.test(character)) return "sign";
  if (!letterOrMark.test(character)) return "rareSymbol";
  if (script.test(character)) return "sameScript";
  return latin.test(character) ? "latin" : "otherLetter";
}

function costOfPair(
  before: ByteCharacter,
  next: ByteCharacter,
  costs: string,
  size: number,
): number {
  const isAfterLetter = before.kind === "letter" && before.letter > 0;
  if (next.kind === "latin") {
    if (isAfterLetter) return COST.otherScript;
    if (next.isAscii) return COST.afterSymbol;
    return before.kind === "latin" ? COST.latin : COST.otherLetter;
  }
  if (next.kind === "symbol" && before.kind === "symbol") return COST.symbolAfterSymbol;
  if (next.kind === "sign") return isAfterLetter ? COST.rareSymbol : COST.symbol;
  if (next.kind !== "letter") return COST[next.kind];
  if (next.isAscii && before.kind !== "letter") return COST.afterSymbol;
  if (before.kind === "latin") return COST.otherScript;
  const cost = costAt(costs, before.letter * size + next.letter) * COST_STEP;
  if (!next.isCapital) return cost;
  if (!isAfterLetter) return cost + COST.capital;
  return cost + (before.isCapital ? COST.capitalAfterCapital : COST.capitalAfterSmall);
}

function costOfCharacters(charset: string, byCost: readonly string[]): CostOf {
  const costs = new Map<string, number>();
  for (const character of usualCharactersOf(charset)) costs.set(character, COST.usualCharacter);
  byCost.forEach((characters, cost) => {
    for (const character of characters) costs.set(character, cost * COST_STEP);
  });
  return (sample) => {
    let sum = 0;
    let isAfterCharacter = false;
    for (const character of decodeAs(sample, charset)) {
      if (character >= "\x80") sum += costs.get(character) ?? costOfOther(character);
      else if (isAfterCharacter) sum += COST.spaceAfterCharacter;
      isAfterCharacter = character >= "\x80";
    }
    return sum;
  };
}

const widePunctuation = /^[\u3000-\u3011\uff01-\uff5e・ー·]$/u;

const costOfOther = (character: string): number =>
  widePunctuation.test(character) ? COST.widePunctuation : COST.unusualCharacter;

/** Ranges of first and second bytes that each charset reserves for its most common characters. */
const USUAL: Readonly<
  Record<string, readonly [firstFrom: number, to: number, secondFrom: number]>
> = {
  gb18030: [0xb0, 0xd7, 0xa1],
  big5: [0xa4, 0xc6, 0x40],
  shift_jis: [0x88, 0x97, 0x40],
  "euc-jp": [0xb0, 0xcf, 0xa1],
  "euc-kr": [0xb0, 0xc8, 0xa1],
};

function usualCharactersOf(charset: string): string[] {
  const [first, last, secondFrom] = USUAL[charset]!;
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++)
    for (let second = secondFrom; second <= 0xfe; second++) bytes.push(lead, second, SPACE);
  return Array.from(decodeAs(Uint8Array.from(bytes), charset)).filter(
    (character) => /\p{L}/u.test(character) && character >= "\x80",
  );
}

export function languagesOfCharsets(): { oneByte: string[]; twoBytes: string[] } {
  const languagesOf = (candidates: readonly CharsetCandidate[]): string[] => [
    ...new Set(candidates.flatMap(([, languages]) => languages.split(" "))),
  ];
  return { oneByte: languagesOf(ONE_BYTE), twoBytes: languagesOf(TWO_BYTES) };
}
