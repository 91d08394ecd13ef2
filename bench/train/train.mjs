/**
 * Trains the learned combination of profile `default` on labelled page histories and says how good it is on sites that
 * it has not seen: node bench/train/train.mjs [FOLDER] [--write]. FOLDER (../shared/bench) holds sets (a folder of WARC
 * files and labels.tsv each) and README files that tell which TimeMaps are of one site. With --write the model goes to
 * src/registry/default-model.ts. Deterministic: the same sets, the same model and report. Run `npm run build` before.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fit } from "./logistic-regression.mjs";
import { labelledMementos } from "./labelled.mjs";
import { report } from "./report.mjs";

const root = join(import.meta.dirname, "..", "..");
const [folder = join(root, "..", "shared", "bench")] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith("-"));
const sets = [
  { name: "dev", readme: "README.md" },
  { name: "dev-hard", readme: "README-dev-hard.md" },
];
const inputs = [
  ["cosine@first", "distance"],
  ["cosine@median", "distance"],
  ["cosine@median", "relative"],
  ["ngrams@median", "distance"],
  ["ngrams@median", "relative"],
  ["title@first", "distance"],
  ["title@median", "distance"],
  ["links@median", "relative"],
  ["length@median", "relative"],
  ["signs", "value"],
  ["http-error", "value"],
];
const training = { l2: 3e-4, iterations: 1500 };
const threshold = 0.5;

if (!existsSync(join(folder, "dev", "labels.tsv"))) {
  console.log(`No labelled sets in ${folder}: nothing is trained.`);
  process.exit(0);
}
const mementos = [];
for (const { name, readme } of sets) {
  const sites = sitesOf(readFileSync(join(folder, readme), "utf8"), name);
  for (const memento of await labelledMementos({ name, folder: join(folder, name) }, inputs))
    mementos.push({ ...memento, site: sites.get(memento.timeMap) ?? memento.timeMap });
}
console.log(report(mementos, inputs, { train, threshold }));
const model = train(mementos);
console.log(JSON.stringify(model, null, 2));
if (process.argv.includes("--write")) write(model);

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
    trainedOn: `${sets.map(({ name }) => name).join(" and ")}: ${some.length} mementos, ${some.filter(({ label }) => label === 1).length} off-topic`,
    threshold,
    bias: rounded(bias),
    inputs: inputs.map(([of, as], at) => ({
      ...{ of, as, weight: rounded(weights[at]), missing: missing[at] },
    })),
  };
}

function rounded(value) {
  return Math.round(value * 1000) / 1000;
}

function sitesOf(readme, set) {
  const sites = new Map();
  for (const [, id, site] of readme.matchAll(/^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm))
    sites.set(`${set}/${id}`, site);
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
