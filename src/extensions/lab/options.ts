import { option, under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";

/* Options of commands that compare with gold data. */

export const goldOption = under("Gold data", {
  gold: option("--gold <file>", "the gold data, if it is not the first argument", { reads: true }),
});

export const foldsOption = under("Gold data", {
  folds: option("--folds <n>", "number of folds of TimeMaps", {
    rare: true,
    parse: whole(2),
    default: "5",
  }),
});

export const resamplingOptions = under("Gold data", {
  seed: option("--seed, --random-seed <n>", "seed of random choices", {
    rare: true,
    parse: whole(0),
    default: "1",
  }),
  resamples: option("--resamples <n>", "number of samples of TimeMaps for the intervals; 0: none", {
    rare: true,
    parse: whole(0),
    default: "1000",
  }),
});
