import type * as Eld from "eld/medium";
import type { Feature, Paragraph } from "../types.js";

/** Characters that are enough for the detector, and no more than it reads in a tenth of a millisecond. */
const sampleLength = 1_000;
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
    if (lettersOf(sample) < fewestLetters) return undetermined;
    const { eld } = await (detector ??= import("eld/medium"));
    const result = eld.detect(sample);
    return result.language !== "" && result.isReliable() ? result.language : undetermined;
  },

  isEmpty: (value) => value === "" || value === undetermined,
};

const isProse = ({ text }: Paragraph): boolean => text.length >= proseLength;
const isShort = (paragraph: Paragraph): boolean => !isProse(paragraph);

let detector: Promise<typeof Eld> | undefined;

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
