/**
 * Builds the histories, trains on them and prints all figures: node bench/train/figures.mjs CLONES WORK [--test
 * FOLDER]. CLONES holds the clones from which the sets are built. WORK stores the built sets and what was read of their
 * pages, so that a second run only computes. A test part is measured only if --test names its folder, because
 * afterwards it is no longer unseen. Run `npm run build` before.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { test: { type: "string" } },
});
const [clones, work] = positionals;
const run = (script, ...options) => {
  console.log(`\n$ node bench/${script} ${options.join(" ")}\n`);
  const file = join(import.meta.dirname, "..", script);
  execFileSync("node", ["--max-old-space-size=6000", file, ...options], { stdio: "inherit" });
};
/** Parts on which the shipped model is trained. */
const parts = ["train", "tune", "test", "unseen", "fresh", "later", "last"].map((part) =>
  join(work, part),
);

if (!parts.every(existsSync)) run("histories/build.mjs", clones, work);
run(
  "train/train.mjs",
  ...parts.flatMap((part) => ["--histories", part]),
  ...["--cache", join(work, "cache"), "--figures"],
);
if (values.test !== undefined) run("train/measure.mjs", values.test);
