import { option, under, whole } from "../../extend-results.js";

/* Options of commands that compare with gold data. */

export const goldOption = under("Gold data", {
  gold: option("--gold <file>", "the gold data, if it is not the first argument", { reads: true }),
});

export const foldsOption = under("Gold data", {
  folds: option("--folds <n>", "number of folds of TimeMaps, or for train of sites", {
    rare: true,
    harmless: true,
    parse: whole(2),
    default: "5",
  }),
});

export const resamplingOptions = under("Gold data", {
  seed: option("--seed, --random-seed <n>", "seed of random choices", {
    rare: true,
    harmless: true,
    parse: whole(0),
    default: "1",
  }),
  resamples: option(
    "--resamples <n>",
    "number of samples of TimeMaps or sites for the intervals; 0: none",
    { rare: true, harmless: true, parse: whole(0), default: "1000" },
  ),
});
