import { memoise } from "../../base/math/memo.js";
import type { Paragraph } from "../types.js";
import { undetermined } from "./characters.js";
import { LanguageScores, type Likeness } from "./language-scores.js";

/** What the detector makes of a text. */
export type DetectedLanguage = {
  /** BCP 47; {@link undetermined} when the text is too short or the detector not sure. */
  readonly language: string;
  /** Letters of the text. */
  readonly letters: number;
  /** The likeliest languages, best first, each with how usual the text's letters are in it: 0 up. */
  readonly candidates: readonly Likeness[];
};

/** A loaded detector; pure. */
export type LanguageDetector = (sample: string) => DetectedLanguage;

/** Characters that are enough for the detector, and no more than it reads in a tenth of a millisecond. */
const sampleLength = 1_000;
/** Paragraphs from this length on are prose; shorter ones are menus and labels, often in another language. */
const proseLength = 80;
/** Letters below which a language would be guessed. */
const fewestLetters = 20;

/** Text enough to detect the language of a page, prose first. */
export function languageSampleOf(paragraphs: readonly Paragraph[]): string {
  let sample = "";
  for (const isWanted of [isProse, isShort]) {
    for (const paragraph of paragraphs) {
      if (sample.length >= sampleLength) return sample;
      if (isWanted(paragraph)) sample += `${paragraph.text.slice(0, sampleLength)}\n`;
    }
  }
  return sample;
}

const isProse = ({ text }: Paragraph): boolean => text.length >= proseLength;
const isShort = (paragraph: Paragraph): boolean => !isProse(paragraph);

/** The detector; its table is read at the first call in this thread. */
export function loadLanguageDetector(): Promise<LanguageDetector> {
  loaded ??= detectorWith(new LanguageScores());
  return Promise.resolve(loaded);
}

/** What the detector makes of a text, in a thread that has loaded it. */
export function detectLanguage(sample: string): DetectedLanguage {
  if (loaded === undefined) throw new Error("the language detector is not loaded");
  return loaded(sample);
}

/** Versions of a page often begin with the same text. */
const samplesRemembered = 1_000;

let loaded: LanguageDetector | undefined;

const detectorWith = (scores: LanguageScores): LanguageDetector =>
  memoise((sample) => detectWith(scores, sample), samplesRemembered, Infinity);

function detectWith(scores: LanguageScores, given: string): DetectedLanguage {
  // The detector has seen letters with their marks composed.
  const sample = given.normalize("NFC");
  const letters = lettersIn(sample);
  if (letters < fewestLetters) return { language: undetermined, letters, candidates: [] };
  const likeliest = scores.of(sample);
  if (likeliest.length === 0) {
    const byScript = languageOfScript(sample, letters);
    if (byScript === undefined) return { language: undetermined, letters, candidates: [] };
    return { language: byScript, letters, candidates: [[byScript, 1]] };
  }
  const candidates = likeliest
    .slice(0, mostCandidates)
    .map(([language, likeness]): Likeness => [language, round(likeness)]);
  return { language: likeliest[0]![0], letters, candidates };
}

const letter = /\p{L}/u;

function lettersIn(text: string): number {
  let letters = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code >= 128) letters += letter.test(character) ? 1 : 0;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters += 1;
  }
  return letters;
}

const mostCandidates = 8;
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Languages that the detector does not know and whose script is theirs alone, or nearly. */
const scripts: readonly (readonly [language: string, letter: RegExp])[] = [
  ["km", /\p{Script=Khmer}/gu],
  ["my", /\p{Script=Myanmar}/gu],
  ["si", /\p{Script=Sinhala}/gu],
  ["bo", /\p{Script=Tibetan}/gu],
];

function languageOfScript(sample: string, letters: number): string | undefined {
  return scripts.find(([, letter]) => (sample.match(letter)?.length ?? 0) > letters / 2)?.[0];
}
