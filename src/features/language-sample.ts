import type * as Eld from "eld/medium";
import type { Feature, Paragraph } from "../types.js";

/** Characters of the sample: a little more than the bytes that the detector reads. */
const sampleLength = 500;
/** Paragraphs from this length on are prose; shorter ones are menus and labels, often in another language. */
const proseLength = 80;
/** Letters below which a language would be guessed. */
const fewestLetters = 20;

/** BCP 47 for a language that could not be told. */
const undetermined = "und";

/**
 * The language of a page. Extracted it is a sample of its text, prose first; resolved, in one thread only because the
 * detector's model is large, a BCP 47 tag: `und` when the text is too short or the detector not sure.
 */
export const languageSample: Feature<string> = {
  keyword: "language-sample",
  summary: "Language of the text, as a BCP 47 tag.",

  extract({ paragraphs }) {
    let sample = "";
    for (const isWanted of [isProse, isShort]) {
      for (const paragraph of paragraphs) {
        if (sample.length >= sampleLength) return sample;
        if (isWanted(paragraph)) sample += `${paragraph.text.slice(0, sampleLength)}\n`;
      }
    }
    return sample;
  },

  async resolve(sample) {
    const known = languageOf.get(sample);
    if (known !== undefined) return known;
    const language = await detect(sample);
    if (languageOf.size >= samplesRemembered) languageOf.clear();
    languageOf.set(sample, language);
    return language;
  },

  isEmpty: (value) => value === "" || value === undetermined,
};

/** Versions of a page often begin with the same text. */
const languageOf = new Map<string, string>();
const samplesRemembered = 1_000;

async function detect(sample: string): Promise<string> {
  if (lettersOf(sample) < fewestLetters) return undetermined;
  const { eld } = await (detector ??= import("eld/medium"));
  const result = eld.detect(sample);
  return result.language !== "" && result.isReliable() ? result.language : undetermined;
}

const isProse = ({ text }: Paragraph): boolean => text.length >= proseLength;
const isShort = (paragraph: Paragraph): boolean => !isProse(paragraph);

const letter = /\p{L}/u;

let detector: Promise<typeof Eld> | undefined;

function lettersOf(text: string): number {
  let letters = 0;
  for (const character of text) {
    if (letter.test(character)) letters++;
    if (letters === fewestLetters) break;
  }
  return letters;
}
