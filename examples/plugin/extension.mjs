/*
 * An extension: a measure, a setting that it reads, and a command with an option of its own.
 *
 *     detect_off_topic --plugin examples/plugin/extension.mjs -i warc=fixtures/collection -tm frequent=0.3 --set frequent-terms=10
 *     detect_off_topic off-topic-seeds out.jsonl --least 3 --plugin examples/plugin/extension.mjs
 */
import {
  defineCommand,
  defineExtension,
  defineMeasure,
  option,
  outputOption,
  readResults,
  settingsUnder,
  under,
  whole,
  wholeNumber,
  withOutput,
} from "detect-off-topic/extend";

const settings = settingsUnder(
  { heading: "Measures and verdicts", decides: "scores", rare: true },
  {
    frequentTerms: option("--frequent-terms <n>", "for frequent: terms of a page that count", {
      ...wholeNumber("number of frequent terms"),
      initial: 20,
    }),
  },
);

/** Share of the most frequent terms of the first memento that are still frequent. */
const frequent = defineMeasure({
  keyword: "frequent",
  feature: "token-sequence",
  score(first, memento, { own = {} }) {
    const wanted = mostFrequent(first, Number(own.frequentTerms));
    const kept = new Set(mostFrequent(memento, Number(own.frequentTerms)));
    return wanted.filter((term) => kept.has(term)).length / Math.max(1, wanted.length);
  },
});

function mostFrequent(terms, count) {
  const counts = new Map();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([term]) => term);
}

const offTopicSeeds = defineCommand({
  name: "off-topic-seeds",
  group: "use",
  summary: "List seeds with off-topic mementos.",
  description: "List the seeds that have off-topic mementos in saved results, with their number.",
  words: [["<results>", "results as JSON or JSON Lines"]],
  examples: ["detect_off_topic off-topic-seeds out.jsonl --least 3 --plugin extension.mjs"],
  options: {
    ...outputOption,
    ...under("Output", {
      least: option("--least <n>", "only seeds with at least this number of them", {
        parse: whole(1),
        default: "1",
      }),
    }),
  },
  async run({ values: { least, output }, words: [file = ""] }) {
    const counts = new Map();
    for (const { capture, overall } of (await readResults(file)).mementos) {
      if (overall === "off-topic") counts.set(capture.uriR, (counts.get(capture.uriR) ?? 0) + 1);
    }
    const lines = [...counts].filter(([, count]) => count >= least);
    await withOutput(output, ({ write }) =>
      write(lines.map(([seed, count]) => `${count}\t${seed}\n`).join("")),
    );
  },
});

export default defineExtension({
  name: "frequent-terms",
  summary: "Compares the most frequent terms of pages, and lists off-topic seeds.",
  commands: { "off-topic-seeds": () => offTopicSeeds },
  settings,
  measures: [frequent],
});
