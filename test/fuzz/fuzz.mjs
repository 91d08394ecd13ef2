/**
 * Runs the real entry points on damaged and odd input for a given time.
 *
 * npm run fuzz -- [TARGET...] [--seconds N | --runs N] [--seed S] [--only RUN] [--warcio PYTHON]
 *
 * Without a target, all are run, each for the given seconds or runs (10 seconds by default). Every input follows from
 * seed, target and number of the run, so that a failure prints the command that repeats it alone. The exit status is 1
 * if an input failed. Needs a build and no network. --warcio takes a Python interpreter with warcio installed: then
 * every record that warcio reads before the damage of a WARC or ARC file must be in a row or a count.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "./random.mjs";
import { startWarcio } from "./warcio.mjs";
import { TARGETS } from "./targets.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string" },
    runs: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
    warcio: { type: "string" },
  },
});
const number = (name, otherwise) => {
  const value = Number(values[name] ?? otherwise);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(`fuzz: --${name} ${values[name]} is not a number.`);
  process.exit(2);
};
const unknown = positionals.find((name) => !TARGETS.has(name));
if (unknown !== undefined) {
  console.error(
    `fuzz: ${unknown} is not a target. Give some of: ${[...TARGETS.keys()].join(", ")}.`,
  );
  process.exit(2);
}
const seed = number("seed", Math.floor(Math.random() * 2 ** 31));
const runs = number("runs", 1e12);
const seconds = number("seconds", values.runs === undefined ? 10 : 1e9);
const only = values.only === undefined ? undefined : number("only", 0);

/** Time limit of a run in milliseconds. A slower run is a failure, because no input is larger than a few kilobytes. */
const LONGEST_MS = 10_000;
/** Time in milliseconds after which a run is considered endless. */
const HANGS_MS = 120_000;
/** Maximum number of different failures of one target that are shown. */
const MOST_SHOWN = 10;

console.log(`seed ${seed}`);
const stopWarcio = values.warcio === undefined ? () => undefined : startWarcio(values.warcio);
const folder = mkdtempSync(join(tmpdir(), "dot-fuzz-"));
let failed = 0;
let total = 0;
try {
  for (const name of positionals.length > 0 ? positionals : TARGETS.keys()) await fuzz(name);
} finally {
  stopWarcio();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${total} inputs, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function fuzz(name) {
  const target = TARGETS.get(name);
  const shown = new Set();
  const end = performance.now() + seconds * 1000;
  let count = 0;
  let failures = 0;
  const first = only ?? 0;
  const last = only === undefined ? runs : only + 1;
  for (let run = first; run < last && (run === first || performance.now() < end); run += 1) {
    count += 1;
    const started = performance.now();
    const cause = await attempt(() => target(new Random(`${seed} ${name} ${run}`), folder));
    const took = performance.now() - started;
    const failure =
      cause ?? (took > LONGEST_MS ? new Error(`took ${Math.round(took)} ms`) : undefined);
    if (failure === undefined) continue;
    failures += 1;
    const kind = String(failure.stack ?? failure)
      .split("\n")
      .slice(0, 3)
      .join("\n")
      .replace(/\d+/gu, "0");
    if (shown.has(kind) || shown.size >= MOST_SHOWN) continue;
    shown.add(kind);
    console.log(`${name}: npm run fuzz -- ${name} --seed ${seed} --only ${run}`);
    console.log(`  ${String(failure.stack ?? failure).replaceAll("\n", "\n  ")}`);
  }
  console.log(`${name}: ${count} inputs, ${failures} failed`);
  failed += failures;
  total += count;
}

/** Returns the error that was thrown, or `undefined` if there was none. */
async function attempt(work) {
  let timer;
  const hang = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("did not end")), HANGS_MS);
  });
  try {
    await Promise.race([work(), hang]);
    return undefined;
  } catch (cause) {
    return cause ?? new Error("undefined was thrown");
  } finally {
    clearTimeout(timer);
  }
}
