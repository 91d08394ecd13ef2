import type { ReportRun } from "../../src/report/report-run.js";
import type { SavedMemento } from "../../src/write/entry.js";
import { scored } from "../write/writers/results.js";

/** Run of {@link collection}. */
export const run: ReportRun = {
  tool: "detect_off_topic 1.2.3",
  combine: "any",
  cuts: [
    { name: "cosine", threshold: 0.12, comparison: "<" },
    { name: "wordcount", threshold: -0.7, comparison: "<" },
  ],
};

const seeds = ["harbour", "orchard", "lantern", "ferry"];

/** Yields TimeMaps of `each` mementos, one per month. In every other TimeMap the last third is off-topic. */
export function* collection(timeMaps: number, each: number): Generator<SavedMemento> {
  for (let at = 0; at < timeMaps; at += 1) {
    const seed = `http://${seeds[at % seeds.length] ?? ""}-${at}.example/`;
    const isStep = at % 2 === 1;
    for (let number = 0; number < each; number += 1) {
      yield memento(
        seed,
        number,
        isStep && number >= (2 * each) / 3,
        isStep ? "step" : "always-on",
      );
    }
  }
}

function memento(
  seed: string,
  number: number,
  isOff: boolean,
  pattern: "step" | "always-on",
): SavedMemento {
  const mementoDatetime = new Date(Date.UTC(2009, number, 3, 10)).toISOString().replace(".000", "");
  const score = isOff ? 0.02 : 0.6 + ((number * 37) % 40) / 100;
  const status = isOff ? "off-topic" : "on-topic";
  return {
    kind: "memento",
    uriT: `https://archive.example/timemap/link/${seed}`,
    uriM: `https://archive.example/web/${mementoDatetime.replace(/\D/gu, "")}/${seed}`,
    capture: { uriR: seed, mementoDatetime, status: 200 },
    overall: status,
    pattern,
    measures: [
      scored("cosine", score, status),
      scored("wordcount", isOff ? -0.6 : -0.1, "on-topic"),
    ],
    excerpt: {
      value: isOff ? "This domain is for sale." : "The museum of the harbour, open daily.",
    },
    evidence: {
      scores: [],
      words: { first: 900, memento: isOff ? 20 : 870 },
      ...(isOff && {
        pageKind: { kind: "parked", title: "parked or for sale", strength: 1, marks: ["for sale"] },
        termsLost: ["harbour", "museum"],
        termsGained: ["domain", "sale"],
      }),
    },
  };
}
