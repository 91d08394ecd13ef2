// Defines a measure: the share of the first memento's headings that a memento still has.
//
//     node examples/library/own-measure.mjs fixtures/collection
import { defineFeature, defineMeasure, detect } from "detect-off-topic";

/** Extracted once from each page. The value is plain JSON, because it is sent between threads and machines. */
const headings = defineFeature({
  keyword: "headings",
  extract: ({ paragraphs }) => [
    ...new Set(paragraphs.filter(({ isHeading }) => isHeading).map(({ text }) => text)),
  ],
});

const keptHeadings = defineMeasure({
  keyword: "kept-headings",
  feature: headings,
  prepare: (texts) => new Set(texts),
  score: (first, memento) => [...first].filter((text) => memento.has(text)).length / first.size,
});

const results = detect({
  input: `warc=${process.argv[2]}`,
  measures: "kept-headings=0.2,cosine",
  extraMeasures: [keptHeadings],
});
for await (const result of results) {
  if (result.kind !== "memento" || result.overall !== "off-topic") continue;
  const scores = result.measures.map(({ name, outcome }) => {
    if ("value" in outcome) return `${name} ${outcome.value.score.toFixed(3)}`;
    return `${name}: ${"problem" in outcome ? outcome.problem.message : "skipped"}`;
  });
  console.log(`${result.uriM}\t${scores.join("\t")}`);
}
