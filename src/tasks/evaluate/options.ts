import { under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";

/* Options of commands that compare with gold data. */

export const goldOption = under("Gold data", {
  gold: {
    flags: "--gold <file>",
    reads: true,
    help: "the gold data, if it is not the first argument",
  },
});

export const foldsOption = under("Gold data", {
  folds: {
    flags: "--folds <n>",
    rare: true,
    harmless: true,
    parse: whole(2),
    default: "5",
    help: "number of folds of TimeMaps, or for train of sites",
  },
});

export const resamplingOptions = under("Gold data", {
  seed: {
    flags: "--seed, --random-seed <n>",
    rare: true,
    harmless: true,
    parse: whole(0),
    default: "1",
    help: "seed of folds and samples",
  },
  resamples: {
    flags: "--resamples <n>",
    rare: true,
    harmless: true,
    parse: whole(0),
    default: "1000",
    help: "number of samples of TimeMaps or sites for the intervals; 0: none",
  },
});
