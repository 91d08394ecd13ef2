/**
 * Builds the histories, trains on them and measures the shipped model on their test part, which is then seen once more: node
 * bench/train/figures.mjs CLONES WORK. CLONES holds the clones of which the sets are built, and WORK what is built and read of
 * it, so that a second run only computes. Run `npm run build` before.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const [clones, work] = process.argv.slice(2);
const run = (script, ...options) => {
  console.log(`\n$ node bench/${script} ${options.join(" ")}\n`);
  const file = join(import.meta.dirname, "..", script);
  execFileSync("node", ["--max-old-space-size=6000", file, ...options], { stdio: "inherit" });
};
const [train, tune, test] = ["train", "tune", "test"].map((part) => join(work, part));

if (!existsSync(test)) run("histories/build.mjs", clones, work);
run(
  "train/train.mjs",
  ...["--histories", train, "--histories", tune, "--cache", join(work, "cache"), "--figures"],
);
run("train/measure.mjs", test);
