// A measure of your own: how many of the first memento's headings a memento still has.
//
//     node examples/library/own-measure.mjs fixtures/collection
import { detect } from "detect-off-topic";

/** What is taken from each page, once: plain JSON, for it travels between threads and machines. */
const headings = {
  keyword: "headings",
  summary: "The page's headings, each once.",
  extract: ({ paragraphs }) => [
    ...new Set(paragraphs.filter(({ isHeading }) => isHeading).map(({ text }) => text)),
  ],
  // A first memento without headings cannot be compared with: an error in the output, not a score.
  isEmpty: (texts) => texts.length === 0,
};

const keptHeadings = {
  keyword: "kept-headings",
  aliases: [],
  title: "Headings kept",
  summary: "Share of the first memento's headings that a memento still has.",
  source: "examples/library/own-measure.mjs",
  range: [0, 1],
  equalScore: 1,
  symmetric: false,
  // No threshold: it is scored, and has no vote unless one is given (measures: "kept-headings=0.2").
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: () => ({ stemmed: false, tokenized: false, removedBoilerplate: false }),
  scope: "pair",
  input: () => ({ feature: "headings", options: {} }),
  prepare: (texts) => new Set(texts),
  score: (first, memento) => [...first].filter((text) => memento.has(text)).length / first.size,
};

const results = detect({
  input: `warc=${process.argv[2]}`,
  measures: "kept-headings=0.2,cosine",
  extraMeasures: [keptHeadings],
  extraFeatures: [headings],
});
for await (const result of results) {
  if (result.kind !== "memento" || result.overall !== "off-topic") continue;
  const scores = result.measures.map(({ name, outcome }) => {
    if (!("value" in outcome)) return `${name}: ${outcome.problem.message}`;
    return `${name} ${outcome.value.score.toFixed(3)}`;
  });
  console.log(`${result.uriM}\t${scores.join("\t")}`);
}
