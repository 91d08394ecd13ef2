import type * as Eld from "eld/medium";
import type { Feature } from "../types.js";

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

  extract(page) {
    const paragraphs = page.text("all-paragraphs", undetermined).split("\n");
    const prose = paragraphs.filter(({ length }) => length >= proseLength);
    const short = paragraphs.filter(({ length }) => length < proseLength);
    let sample = "";
    for (const paragraph of [...prose, ...short]) {
      if (sample.length >= sampleLength) break;
      sample += `${paragraph.slice(0, sampleLength - sample.length)}\n`;
    }
    return sample.trimEnd();
  },

  async resolve(sample) {
    if (lettersOf(sample) < fewestLetters) return undetermined;
    const { eld } = await (detector ??= import("eld/medium"));
    const result = eld.detect(sample);
    return result.language !== "" && result.isReliable() ? result.language : undetermined;
  },

  isEmpty: (value) => value === "" || value === undetermined,
};

let detector: Promise<typeof Eld> | undefined;

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
