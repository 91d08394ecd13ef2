import { normalised } from "../../base/text.js";
import { memoise, once } from "../../base/math/memo.js";
import type { Paragraph } from "../types.js";
import { undetermined } from "./characters.js";
import { LanguageScores, type Likeness } from "./language-scores.js";

export type LanguageEvidence = {
  /** BCP 47 tag, or {@link undetermined} if the text is too short or the detector is not sure. */
  readonly language: string;
  readonly letters: number;
  /**
   * Most likely languages, best first, with their likeness. The likeness (0 or more) measures how common the letter
   * groups of the text are in the language.
   */
  readonly candidates: readonly Likeness[];
};

/** Number of characters that the detector needs. Reading them takes a tenth of a millisecond. */
const sampleLength = 1_000;
/** Minimum length of prose in characters. Shorter paragraphs are menus and labels, often in another language. */
const proseLength = 80;
/** With fewer letters, the language would be a guess. */
const fewestLetters = 20;

/** Returns enough text to detect the language of a page, prose first. */
export function languageSampleOf(paragraphs: readonly Paragraph[]): string {
  let sample = "";
  for (const isProse of [true, false]) {
    for (const { text } of paragraphs) {
      if (sample.length >= sampleLength) return sample;
      if (text.length >= proseLength === isProse) sample += `${text.slice(0, sampleLength)}\n`;
    }
  }
  return sample;
}

export const detectLanguage = (sample: string): LanguageEvidence => detector()(sample);

/** Number of texts whose result is cached, because versions of a page often begin with the same text. */
const samplesRemembered = 1_000;

/** Its table is read for the first page. */
const detector = once(() => {
  const scores = new LanguageScores();
  return memoise((sample) => detectWith(scores, sample), samplesRemembered, Infinity);
});

function detectWith(scores: LanguageScores, given: string): LanguageEvidence {
  // The detector's table contains letters with composed marks only.
  const sample = normalised(given, "NFC");
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < fewestLetters) return { language: undetermined, letters, candidates: [] };
  const likeliest = scores.of(sample, mostCandidates);
  const byScript = likeliest.length > 0 ? undefined : languageOfScript(sample, letters);
  const candidates =
    byScript === undefined
      ? likeliest.map(([language, likeness]): Likeness => [language, round(likeness)])
      : [[byScript, 1] as const];
  return { language: candidates[0]?.[0] ?? undetermined, letters, candidates };
}

const mostCandidates = 8;
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Languages unknown to the detector whose script is used by hardly any other language. */
const scripts: readonly (readonly [language: string, letter: RegExp])[] = [
  ["km", /\p{Script=Khmer}/gu],
  ["my", /\p{Script=Myanmar}/gu],
  ["si", /\p{Script=Sinhala}/gu],
  ["bo", /\p{Script=Tibetan}/gu],
];

function languageOfScript(sample: string, letters: number): string | undefined {
  return scripts.find(([, letter]) => (sample.match(letter)?.length ?? 0) > letters / 2)?.[0];
}
