/**
 * Trains the learned combination of profile `default` on labelled page histories and says how good it is on sites that
 * it has not seen: node bench/train/train.mjs [FOLDER] [--also FOLDER] [--write]. FOLDER (../shared/bench) holds sets (a
 * folder of WARC files and labels.tsv each) and README files that tell which TimeMaps are of one site; --also names one
 * more set, whose labels.tsv tells the sites (half `a` of what bench/heldout/build.mjs makes). With --write the model goes
 * to src/registry/default-model.ts. Deterministic: the same sets, the same model and report. Run `npm run build` before.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../build/decide/witnesses.js";
import { fit } from "./logistic-regression.mjs";
import { labelledMementos } from "./labelled.mjs";
import { report } from "./report.mjs";

const root = join(import.meta.dirname, "..", "..");
const words = process.argv.slice(2);
const isWritten = words.includes("--write");
const also = words.indexOf("--also");
const [, more] = also < 0 ? [] : words.splice(also, 2);
const [folder = join(root, "..", "shared", "bench")] = words.filter(
  (word) => !word.startsWith("-"),
);
const sets = [
  { name: "dev", folder: join(folder, "dev"), readme: "README.md" },
  { name: "dev-hard", folder: join(folder, "dev-hard"), readme: "README-dev-hard.md" },
  ...(more === undefined ? [] : [{ name: "half a", folder: more }]),
];
const inputs = [
  ["cosine@median", "log-relative"],
  ["ngrams@median", "log-distance"],
  ["ngrams@first", "log-relative"],
  ["ngrams@median", "log-relative"],
  ["title@first", "log-distance"],
  ["title@median", "log-distance"],
  ["classes@first", "log-relative"],
  ["classes@median", "log-relative"],
  ["links@first", "log-relative"],
  ["links@median", "log-relative"],
  ["length@first", "log-relative"],
  ["length@median", "log-relative"],
  ["signs", "value"],
  ["http-error", "value"],
];
const training = { l2: 3e-4, iterations: 1500 };
const threshold = 0.5;
/** Strength from which a sign makes a memento no witness. */
const plainSign = 0.75;
/** What counts as usual where a TimeMap is too short to tell: as in a TimeMap that changes more than 93 of 100. */
const changeable = 0.93;

if (!existsSync(join(folder, "dev", "labels.tsv"))) {
  console.log(`No labelled sets in ${folder}: nothing is trained.`);
  process.exit(0);
}
const mementos = [];
for (const set of sets) {
  const sites = sitesOf(set);
  for (const memento of await labelledMementos(set, inputs, plainSign)) {
    const site = memento.site ?? sites.get(memento.timeMap) ?? memento.timeMap;
    mementos.push({ ...memento, site });
  }
}
console.log(report(mementos, inputs, { train, threshold }));
const model = train(mementos);
console.log(JSON.stringify(model, null, 2));
if (isWritten) write(model);

/** A model of some mementos; a missing value counts as the mean of those that are there. */
function train(some) {
  const missing = inputs.map((_, at) => {
    const known = some.map(({ values }) => values[at]).filter((value) => !Number.isNaN(value));
    return rounded(known.reduce((sum, value) => sum + value, 0) / known.length);
  });
  const rows = some.map(({ values }) =>
    values.map((value, at) => (Number.isNaN(value) ? missing[at] : value)),
  );
  const { weights, bias } = fit(
    rows,
    some.map(({ label }) => label),
    training,
  );
  return {
    form: "detect_off_topic model",
    trainedOn: `${sets.map(({ name }) => name).join(", ")}: ${some.length} mementos, ${some.filter(({ label }) => label === 1).length} off-topic`,
    threshold,
    bias: rounded(bias),
    plainSign,
    inputs: inputs.map(([of, as], at) => ({
      ...{ of, as, weight: rounded(weights[at]), missing: missing[at] },
      ...(as.endsWith("relative") && { usual: usualOf(some, at) }),
    })),
  };
}

/** The usual distance of one input in a TimeMap that changes more than most. */
function usualOf(some, at) {
  const byTimeMap = new Map();
  for (const { timeMap, distances } of some) {
    const list = byTimeMap.get(timeMap) ?? [];
    if (!Number.isNaN(distances[at])) list.push(distances[at]);
    byTimeMap.set(timeMap, list);
  }
  const usual = [...byTimeMap.values()].flatMap((list) => median(list) ?? []);
  usual.sort((a, b) => a - b);
  return rounded(usual[Math.floor(changeable * usual.length)]);
}

function rounded(value) {
  return Math.round(value * 1000) / 1000;
}

function sitesOf({ name, readme }) {
  const sites = new Map();
  if (readme === undefined) return sites;
  const text = readFileSync(join(folder, readme), "utf8");
  for (const [, id, site] of text.matchAll(/^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm))
    sites.set(`${name}/${id}`, site);
  return sites;
}

function write(trained) {
  const body = JSON.stringify(trained, null, 2).replace(/"(\w+)":/g, "$1:");
  writeFileSync(
    join(root, "src", "registry", "default-model.ts"),
    `// Written by bench/train/train.mjs: do not edit.
import type { LearnedModel } from "../types.js";

/** The learned combination of profile \`default\`: see docs/decision.md. */
export const defaultModel: LearnedModel = ${body};
`,
  );
}
