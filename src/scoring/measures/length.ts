import type { PairMeasure } from "../../types.js";
import { rawFlags } from "../likeness.js";

/** Keeps two nearly empty pages alike. */
const allowance = 50;

/** How alike the lengths of the visible text are: the shorter over the longer, 50 characters added to both. */
export const length: PairMeasure<number> = {
  keyword: "length",
  aliases: [],
  title: "Length similarity",
  summary: "The shorter text's length as a share of the longer one's.",
  source: "defined here: unlike wordcount it sees growth as well as loss (docs/decision.md)",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "text-length", options: {} }),
  score: (first, memento) =>
    (Math.min(first, memento) + allowance) / (Math.max(first, memento) + allowance),
};
