/*
 * Evidence of a collection: texts that begin with the same words in many TimeMaps, such as those of a parking service.
 *
 *     detect_off_topic --plugin examples/plugin/beginnings.mjs -i warc=fixtures/collection --set beginnings=collection
 *
 * The survey counts the TimeMaps of each beginning. Its data may also come from a file: --set beginnings=FILE.
 */
import { defineEvidence, defineFeature } from "detect-off-topic/extend";

/** Minimum number of TimeMaps with which a beginning is a vote for off-topic. */
const MANY = 3;

const firstWords = defineFeature({
  keyword: "first-words",
  extract: (page, { boilerplate, language }) =>
    page.text(boilerplate, language).trim().split(/\s+/u).slice(0, 12).join(" "),
});

export default defineEvidence({
  keyword: "beginnings",
  summary: "Number of TimeMaps with a text that begins with the same words.",
  feature: firstWords,
  survey: {
    lines: ({ value, key }) => (value === "" ? [] : [`${value}\t${key}`]),
    async data(sorted) {
      const counts = new Map();
      let last = "";
      for await (const line of sorted) {
        const [words] = line.split("\t");
        if (line !== last) counts.set(words, (counts.get(words) ?? 0) + 1);
        last = line;
      }
      return Object.fromEntries([...counts].filter(([, count]) => count > 1));
    },
  },
  isData: (json) =>
    typeof json === "object" && json !== null && Object.values(json).every(Number.isInteger),
  judge(counts, { value }) {
    const score = Object.hasOwn(counts, value) ? counts[value] : 1;
    return { score, isOffTopic: score >= MANY };
  },
});
