/**
 * Trains the learned combination of profile `default` on labelled page histories and says how good it is on sites that it has
 * not seen: node bench/train/train.mjs [FOLDER] [--histories FOLDER]... [--cache FOLDER] [--figures] [--write]. FOLDER
 * (../shared/bench) holds the sets dev and dev-hard (a folder of WARC files and labels.tsv each) and README files that say
 * which TimeMaps are of one site; --histories names a part that bench/histories/build.mjs made. Of each set compose.mjs makes TimeMaps that
 * begin off-topic, that are taken over, and that have recaptures; these are trained on too. Each set, and each third of the
 * sites of a large one, is left out in turn and judged by a model of the others, in all these forms, the recaptures
 * themselves not counted. --cache keeps what is read of pages. --figures adds tables by kind, pattern, language and length,
 * with other profiles and each measure alone beside. With --write the model of all sets goes to
 * src/settings/default-model.ts. Deterministic: the same sets, the same model and report. Run `npm run build` before.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { fitLogistic } from "../../build/evaluate/train.js";
import { formsOf, withoutWords } from "./compose.mjs";
import { grouped } from "./counting.mjs";
import { besideProfiles } from "./profiles.mjs";
import { probe, recordsOf, withValues } from "./labelled.mjs";
import { judgedByOthers, report } from "./report.mjs";

const root = join(import.meta.dirname, "..", "..");
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    histories: { type: "string", multiple: true, default: [] },
    cache: { type: "string" },
    figures: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const { cache } = options;
const [folder = join(root, "..", "shared", "bench"), ...further] = positionals;
if (further.length > 0) throw new Error(`one --histories for each folder: ${further[0]}`);
const sets = [
  { name: "dev", folder: join(folder, "dev"), readme: join(folder, "README.md") },
  {
    name: "dev-hard",
    folder: join(folder, "dev-hard"),
    readme: join(folder, "README-dev-hard.md"),
  },
  ...options.histories.map((one) => ({
    ...{ name: `histories ${basename(one)}`, folder: one, isHistories: true },
  })),
];
const inputs = [
  ["cosine@median", "log-relative"],
  ["ngrams@median", "log-distance"],
  ["cosine@first", "log-relative"],
  ["title@first", "log-distance"],
  ["title@median", "log-distance"],
  ["classes@first", "log-relative"],
  ["opening@median", "log-relative"],
  ["wordcount@group", "shortfall"],
  ["seed", "value"],
  ["signs", "value"],
  ["http-error", "value"],
];
const training = { l2: 6e-4, iterations: 3000 };
/** How much the TimeMaps made of a set count beside it, however many there are. */
const shares = { whole: 1, composed: 0.3, half: 0.5, taken: 0.6 };
/** How much a TimeMap of the histories counts. */
const ofHistories = 0.5;
/** A set of more sites is left out in thirds: without all of it there would be too little to train on. */
const largest = 100;
/** What comes after it in the file of the model is replaced. */
const MARK = "// Written by bench/train/train.mjs: do not edit.";
const threshold = 0.5;
/** Strength from which a sign makes a memento unfit as a reference. */
const strongSignal = 0.75;
/** A TimeMap without a memento below this probability is off-topic as a whole. */
const wholeFrom = 0.25;

if (!existsSync(join(folder, "dev", "labels.tsv"))) {
  console.log(`No labelled sets in ${folder}: nothing is trained.`);
  process.exit(0);
}
const run = probe(inputs, strongSignal);
const mementos = [];
for (const set of sets) mementos.push(...(await mementosOf(set)));
const judged = judgedByOthers(mementos, train);
console.log(report(judged));
if (options.figures) console.log(await besideProfiles(judged, sets));
const model = train(mementos);
console.log(JSON.stringify(model, null, 2));
if (options.write) write(model);

/** The mementos of a set in all forms, each with the part that is left out with it. */
async function mementosOf(set) {
  const { name, isHistories } = set;
  const records = await recordsIn(set);
  const sites = [...new Set(records.map(({ site }) => site))].sort();
  const partOf = (site) =>
    sites.length > largest ? `${name}, third ${(sites.indexOf(site) % 3) + 1}` : name;
  const found = [];
  const forms = formsOf(records);
  if (isHistories) forms.anonymous = forms.whole.map(withoutWords);
  for (const [form, list] of Object.entries(forms)) {
    for (const one of await withValues(list, inputs, run)) {
      const timeMap = `${name}-${form}/${one.id}`;
      found.push({ ...one, set: name, form, isHistories, timeMap, part: partOf(one.site) });
    }
  }
  return found;
}

/** The labelled mementos of a set with what is read of their pages: from the cache where it has them. */
async function recordsIn(set) {
  if (cache === undefined) return recordsOf(set, run);
  const file = join(cache, `${set.name.replaceAll(" ", "-")}.json`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, JSON.stringify(await recordsOf(set, run)));
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A model of some mementos; a missing value counts as the mean of those that are there. */
function train(some) {
  const weights = weightsOf(some);
  const used = some.filter((_, at) => weights[at] > 0);
  const counts = weights.filter((weight) => weight > 0);
  const missing = inputs.map(([, as], at) => {
    // Where there is nothing to have less than, there is no less.
    if (as === "shortfall") return 0;
    let [sum, total] = [0, 0];
    used.forEach(({ values }, row) => {
      if (Number.isNaN(values[at])) return;
      sum += counts[row] * values[at];
      total += counts[row];
    });
    return rounded(sum / (total || 1));
  });
  const rows = used.map(({ values }) =>
    values.map((value, at) => (Number.isNaN(value) ? missing[at] : value)),
  );
  const fitted = fitLogistic(
    used.map(({ label }, at) => ({ values: rows[at], label, count: counts[at] })),
    training,
  );
  const real = used.filter(({ form }) => form === "whole");
  const off = real.filter(({ label }) => label === 1).length;
  const names = [...new Set(real.map(({ set }) => set))].join(", ");
  return {
    form: "detect_off_topic model",
    trainedOn: `${names}: ${real.length} mementos, ${off} off-topic; composed, taken over and recaptured TimeMaps of these`,
    threshold,
    bias: rounded(fitted.bias),
    strongSignal,
    wholeFrom,
    inputs: inputs.map(([of, as], at) => ({
      ...{ of, as, weight: rounded(fitted.weights[at]), missing: missing[at] },
    })),
  };
}

/** How much each memento counts: all of a TimeMap 1 in a set as it is, together a share of that in what was made of it. */
function weightsOf(some) {
  const used = some.filter(
    ({ form, pattern }) => shares[form] !== undefined && pattern !== "more-of-the-second",
  );
  const timeMaps = grouped(used, ({ timeMap }) => timeMap);
  const sizes = new Map();
  for (const [{ set, form }] of timeMaps.values())
    sizes.set(`${set} ${form}`, (sizes.get(`${set} ${form}`) ?? 0) + 1);
  const weights = new Map();
  for (const list of timeMaps.values()) {
    const [{ set, form, isHistories }] = list;
    const share = (shares[form] * sizes.get(`${set} whole`)) / sizes.get(`${set} ${form}`);
    for (const one of list)
      weights.set(one, (share * (isHistories ? ofHistories : 1)) / list.length);
  }
  return some.map((one) => weights.get(one) ?? 0);
}

function rounded(value) {
  return Math.round(value * 1000) / 1000;
}

function write(trained) {
  const body = JSON.stringify(trained, null, 2).replace(/"(\w+)":/g, "$1:");
  const file = join(root, "src", "settings", "default-model.ts");
  const [before] = readFileSync(file, "utf8").split(MARK);
  writeFileSync(
    file,
    `${before}${MARK}
/** The learned combination of profile \`default\`: see docs/decision.md. */
export const defaultModel: LearnedModel = ${body};
`,
  );
  execFileSync("npx", ["oxfmt", file]);
}
