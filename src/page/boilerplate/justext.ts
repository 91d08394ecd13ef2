import type { BoilerplateRemover, Paragraph } from "../types.js";
import { codePoints } from "../words/characters.js";
import { stopList } from "../words/stop-words.js";

/** In the end only good paragraphs are content. */
type ParagraphClass = "good" | "bad" | "short" | "neargood";

/** Defaults of jusText (justext.core). Lengths are in code points. */
const maxLinkDensity = 0.2;
const lengthLow = 70;
const lengthHigh = 200;
const stopWordsLow = 0.3;
const stopWordsHigh = 0.32;
const maxHeadingDistance = 200;

/**
 * Classifies paragraphs like jusText (J. Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora",
 * 2011; justext 3). It first classifies each paragraph by itself, from its length and its densities of links and stop
 * words, and then considers its neighbours. Without a stop list (undefined) the density of stop words is not
 * considered, as in jusText's language-independent mode.
 */
export function classifyParagraphs(
  paragraphs: readonly Paragraph[],
  stopList: ReadonlySet<string> | undefined,
): readonly ParagraphClass[] {
  const lengths = paragraphs.map(({ text, joined = text }) => codePoints(joined));
  const alone = paragraphs.map((paragraph, at) => classifyAlone(paragraph, lengths[at]!, stopList));
  return reviseByNeighbours(paragraphs, lengths, alone);
}

function classifyAlone(
  paragraph: Paragraph,
  length: number,
  stopList: ReadonlySet<string> | undefined,
): ParagraphClass {
  const { linkCharacters } = paragraph;
  const text = paragraph.joined ?? paragraph.text;
  if (length > 0 && linkCharacters / length > maxLinkDensity) return "bad";
  if (text.includes("©") || text.includes("&copy")) return "bad";
  if (paragraph.domPath.includes("select")) return "bad";
  if (length < lengthLow) return linkCharacters > 0 ? "bad" : "short";
  if (stopList === undefined) return length > lengthHigh ? "good" : "neargood";
  const density = stopWordsDensity(text, stopList);
  if (density >= stopWordsHigh) return length > lengthHigh ? "good" : "neargood";
  return density >= stopWordsLow ? "neargood" : "bad";
}

function stopWordsDensity(text: string, stopList: ReadonlySet<string>): number {
  let words = 0;
  let stopWords = 0;
  for (const word of text.split(/[ \n]/u)) {
    if (word === "") continue;
    words++;
    if (stopList.has(word.toLowerCase())) stopWords++;
  }
  return words === 0 ? 0 : stopWords / words;
}

function reviseByNeighbours(
  paragraphs: readonly Paragraph[],
  lengths: readonly number[],
  alone: readonly ParagraphClass[],
): readonly ParagraphClass[] {
  // jusText also intends to lift short headings before good paragraphs at this point. But it tests classes that are not
  // set yet, so this step never changes anything.
  const strict = neighbours(alone, false);
  const lenient = neighbours(alone, true);
  let classes = alone.map((own, at): ParagraphClass => {
    if (own !== "short") return own;
    const { before, after } = strict[at]!;
    if (before === after) return before;
    return (before === "bad" && lenient[at]!.before === "neargood") ||
      (after === "bad" && lenient[at]!.after === "neargood")
      ? "good"
      : "bad";
  });

  const revised = neighbours(classes, false);
  let before: ParagraphClass = "bad";
  classes = classes.map((own, at) => {
    // The class of the paragraph before has already been revised, and the class of the paragraph after has not.
    if (own === "neargood")
      before = before === "bad" && revised[at]!.after === "bad" ? "bad" : "good";
    else before = own;
    return before;
  });

  const distances = distancesToGood(classes, lengths);
  return classes.map((own, at) =>
    own === "bad" &&
    alone[at] !== "bad" &&
    paragraphs[at]!.isHeading &&
    distances[at]! <= maxHeadingDistance
      ? "good"
      : own,
  );
}

interface Neighbours {
  before: ParagraphClass;
  after: ParagraphClass;
}

/**
 * Returns for each paragraph the nearest good or bad classes before and after it, and near-good classes if requested.
 * Beyond the first and last paragraph everything counts as bad.
 */
function neighbours(classes: readonly ParagraphClass[], countNearGood: boolean): Neighbours[] {
  const counts = (own: ParagraphClass): boolean =>
    own === "good" || own === "bad" || (own === "neargood" && countNearGood);
  let last: ParagraphClass = "bad";
  const found = classes.map((own): Neighbours => {
    const before = last;
    if (counts(own)) last = own;
    return { before, after: "bad" };
  });
  last = "bad";
  for (let at = classes.length - 1; at >= 0; at--) {
    found[at]!.after = last;
    if (counts(classes[at]!)) last = classes[at]!;
  }
  return found;
}

/** Returns the number of code points between each paragraph and the next good paragraph. */
function distancesToGood(
  classes: readonly ParagraphClass[],
  lengths: readonly number[],
): readonly number[] {
  const distances = new Array<number>(classes.length).fill(Infinity);
  let distance = Infinity;
  for (let at = classes.length - 1; at >= 0; at--) {
    distances[at] = distance;
    distance = classes[at] === "good" ? 0 : distance + lengths[at]!;
  }
  return distances;
}
export const justext: BoilerplateRemover = {
  keyword: "justext",
  title: "jusText",
  summary:
    "Keeps the paragraphs that jusText calls good by length, links and stop words and by their neighbours: articles " +
    "stay; menus, footers and most short texts of a home page are removed. 98 languages have a stop list; others are " +
    "judged without one.",
  removes: true,
  extract(page, language) {
    const { paragraphs } = page;
    const classes = classifyParagraphs(paragraphs, stopList(language));
    return paragraphs
      .filter((_, at) => classes[at] === "good")
      .map(({ text, joined = text }) => joined)
      .join("\n");
  },
};
