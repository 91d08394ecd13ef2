// A measure: the share of the first memento's headings that a memento still has.
//
//     detect_off_topic --plugin examples/plugin/headings.mjs -i warc=fixtures/collection -tm headings=0.2
import { defineFeature, defineMeasure, NotDefined } from "detect-off-topic";

/** Extracted once from each page. The value is plain JSON, because it is sent between threads and machines. */
const headings = defineFeature({
  keyword: "headings",
  summary: "The page's headings, each once.",
  extract: ({ paragraphs }) => [
    ...new Set(paragraphs.filter(({ isHeading }) => isHeading).map(({ text }) => text)),
  ],
});

export default defineMeasure({
  keyword: "headings",
  title: "Headings kept",
  summary: "Share of the first memento's headings that a memento still has.",
  feature: headings,
  prepare: (texts) => new Set(texts),
  score(first, memento) {
    if (first.size === 0) throw new NotDefined("the first memento has no headings");
    return [...first].filter((text) => memento.has(text)).length / first.size;
  },
});
