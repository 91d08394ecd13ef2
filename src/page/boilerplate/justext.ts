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
  const words = text.split(/[ \n]/u).filter((word) => word !== "");
  const stopWords = words.filter((word) => stopList.has(word.toLowerCase()));
  return words.length === 0 ? 0 : stopWords.length / words.length;
}

/** Classes of paragraphs that are neighbours, without and with those that are good only beside good ones. */
const STRICT: readonly ParagraphClass[] = ["good", "bad"];
const LENIENT: readonly ParagraphClass[] = ["good", "bad", "neargood"];

function reviseByNeighbours(
  paragraphs: readonly Paragraph[],
  lengths: readonly number[],
  alone: readonly ParagraphClass[],
): readonly ParagraphClass[] {
  // jusText also intends to lift short headings before good paragraphs at this point. But it tests classes that are not
  // set yet, so this step never changes anything.
  const [strictBefore, lenientBefore] = [
    nearestBefore(alone, STRICT),
    nearestBefore(alone, LENIENT),
  ];
  const [strictAfter, lenientAfter] = [nearestAfter(alone, STRICT), nearestAfter(alone, LENIENT)];
  let classes = alone.map((own, at): ParagraphClass => {
    if (own !== "short") return own;
    const [before, after] = [strictBefore[at]!, strictAfter[at]!];
    if (before === after) return before;
    const isBesideNearGood =
      (before === "bad" && lenientBefore[at] === "neargood") ||
      (after === "bad" && lenientAfter[at] === "neargood");
    return isBesideNearGood ? "good" : "bad";
  });

  const revisedAfter = nearestAfter(classes, STRICT);
  let before: ParagraphClass = "bad";
  classes = classes.map((own, at) => {
    // The class of the paragraph before has already been revised, and the class of the paragraph after has not.
    const isLeft = own === "neargood" && before === "bad" && revisedAfter[at] === "bad";
    before = own === "neargood" ? (isLeft ? "bad" : "good") : own;
    return before;
  });

  let toGood = Infinity;
  return classes.reduceRight<ParagraphClass[]>(
    (revised, own, at) => {
      const isHeading = alone[at] !== "bad" && paragraphs[at]!.isHeading;
      if (own === "bad" && isHeading && toGood <= maxHeadingDistance) revised[at] = "good";
      toGood = own === "good" ? 0 : toGood + lengths[at]!;
      return revised;
    },
    [...classes],
  );
}

/** Returns for each paragraph the nearest class of some before it. Before the first one everything counts as bad. */
function nearestBefore(
  classes: readonly ParagraphClass[],
  some: readonly ParagraphClass[],
): ParagraphClass[] {
  let last: ParagraphClass = "bad";
  return classes.map((own) => {
    const before = last;
    if (some.includes(own)) last = own;
    return before;
  });
}

const nearestAfter: typeof nearestBefore = (classes, some) =>
  nearestBefore(classes.toReversed(), some).reverse();

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
