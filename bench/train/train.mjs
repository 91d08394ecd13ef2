/**
 * Trains the learned combination of profile `default` on labelled sets and reports its rates on sets that it has not
 * seen:
 * node bench/train/train.mjs [FOLDER] [--gold FOLDER]... [--histories FOLDER]... [--crawls FOLDER]...
 *     [--content FILE] [--cache FOLDER] [--stress] [--figures] [--write]
 *
 * FOLDER (../shared/bench) holds the sets dev and dev-hard (a folder of WARC files and labels.tsv each) and README
 * files that name the site of each TimeMap. --gold names a folder of the paper's gold standard built by
 * bench/gold/build.mjs, --histories a part built by bench/histories/build.mjs, and --crawls one built by
 * bench/crawls/build.mjs. README.md tells what crawls add.
 *
 * A model has two regressions. The first compares with the trusted first memento and decides which mementos are
 * believed to be on-topic. The second compares with the believed mementos. A verdict is by the mean of their log-odds.
 *
 * Each set is left out in turn and judged by a model of the others, unchanged and, with --stress, in the forms of
 * compose.mjs, on which no model is trained. The verdicts are those of the tool. --content names a file with other
 * labels of the gold standard, in the format of labels.tsv. --cache stores what is read of pages. --figures adds tables
 * by kind, pattern, language and length, beside other profiles and each measure alone. --write writes the model of all
 * sets to src/score/settings/default-model.ts. The same sets give the same model and report. Run `npm run build`
 * before.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { formsOf, withoutWords } from "./compose.mjs";
import { grouped } from "./counting.mjs";
import { fitLogistic } from "./fit-logistic.mjs";
import { judgedBy, probe, recordsOf, withValues } from "./labelled.mjs";
import { besideProfiles } from "./profiles.mjs";
import { BARE_TEXTS, goldReport, report } from "./report.mjs";

const root = join(import.meta.dirname, "..", "..");
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gold: { type: "string", multiple: true, default: [] },
    histories: { type: "string", multiple: true, default: [] },
    crawls: { type: "string", multiple: true, default: [] },
    content: { type: "string", multiple: true, default: [] },
    cache: { type: "string" },
    stress: { type: "boolean" },
    figures: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const { cache, stress } = options;
const [folder = join(root, "..", "shared", "bench"), ...further] = positionals;
if (further.length > 0)
  throw new Error(`one --histories, --crawls or --gold for each folder: ${further[0]}`);
const sets = [
  { name: "dev", set: "dev", folder: join(folder, "dev"), readme: join(folder, "README.md") },
  {
    ...{ name: "dev-hard", set: "dev-hard", folder: join(folder, "dev-hard") },
    readme: join(folder, "README-dev-hard.md"),
  },
  ...options.gold.map((one) => ({ name: `gold ${basename(one)}`, set: "gold", folder: one })),
  ...options.histories.map((one) => ({
    ...{ name: `histories ${basename(one)}`, set: `histories ${basename(one)}`, folder: one },
    isHistories: true,
  })),
  ...options.crawls.map((one) => ({
    ...{ name: `crawls ${basename(one)}`, set: `crawls ${basename(one)}`, folder: one },
  })),
];
/** Inputs of the regression that decides which mementos are believed. */
const beliefInputs = [
  ["cosine@first", "log-distance"],
  ["title@first", "log-distance"],
  ["classes@first", "log-distance"],
  ["hosts@first", "log-distance"],
  ["wordcount@first", "shortfall"],
  ["signs", "value"],
  ["http-error", "value"],
  ["tiny", "value"],
  ["address", "value"],
];
/** Inputs of the regression that compares with the believed mementos. */
const verdictInputs = [
  ["cosine@first", "log-relative"],
  ["cosine@median", "log-relative"],
  ["classes@median", "log-relative"],
  ["ngrams@median", "log-distance"],
  ["title@median", "log-distance"],
  ["title@first", "log-distance"],
  ["hosts@first", "log-distance"],
  ["wordcount@median", "shortfall"],
  ["signs", "value"],
  ["http-error", "value"],
  ["tiny", "value"],
  ["address", "value"],
];
const nameOf = ([of, as]) => `${of} ${as}`;
const inputs = [
  ...new Map([...beliefInputs, ...verdictInputs].map((one) => [nameOf(one), one])).values(),
];
const training = { l2: 6e-4, iterations: 1500 };
/**
 * Weight of a TimeMap of the histories relative to one of the other sets. Chosen on the left-out gold standard: from .2
 * on, F1 by content falls from .98 to .70, because pages of Git repositories that lose nearly all their words are
 * seldom on-topic.
 */
const ofHistories = 0.1;
/**
 * Added to the bias. On the left-out sets dev and dev-hard it raises F1 from .952 and .923 to .961 and .966, and gives
 * no further on-topic TimeMap of the left-out gold standard a false alarm. With .5, two of 137 get one.
 */
const moreBias = 0.25;
const threshold = 0.5;
/** Minimum strength of a sign that makes a memento unfit as a reference memento. */
const strongSignal = 0.75;
/** Rules that decide beside the regressions (bench/notes/decision.md, "Rules"). */
const rules = {
  ...{ errorStatus: 0.95, shellAfterPage: true },
  ...{ lostIdentity: "unsure", lostIdentityAbove: 0.1, timeOrder: true },
};
/** Threshold for seeds that nobody chose (bench/notes/decision.md, "Two worlds"). */
const cuts = { web: 0.3 };
/** Everything after this line of the model's file is replaced. */
const MARK = "// Written by bench/train/train.mjs: do not edit.";

if (!existsSync(join(folder, "dev", "labels.tsv"))) {
  console.log(`No labelled sets in ${folder}: nothing is trained.`);
  process.exit(0);
}
const lists = [];
for (const set of sets) lists.push(await recordsIn(set));
const first = await valuesOf(undefined);
const second = await valuesOf(fit(first, beliefInputs));
const judged = [];
for (const name of new Set(sets.map(({ set }) => set))) judged.push(...(await leftOut(name)));
console.log(report(judged));
const gold = judged.filter(({ set, form }) => set === "gold" && form === "whole");
if (gold.length > 0) console.log(goldReport(gold, options.content));
if (options.figures) console.log(await besideProfiles(judged, sets));
const model = modelOf(() => true);
console.log(JSON.stringify(model, null, 2));
if (options.write) write(model);

/** Returns the labelled mementos of a set with what is read of their pages, from the cache if it has them. */
async function recordsIn(set) {
  const run = probe(inputs, { strongSignal, rules });
  if (cache === undefined) return recordsOf(set, run);
  const file = join(cache, `${set.name.replaceAll(" ", "-")}.json`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, JSON.stringify(await recordsOf(set, run)));
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Returns the mementos of all sets with the values of all inputs. `belief` decides which mementos are references. */
async function valuesOf(belief) {
  const found = [];
  for (const [at, { name, set, isHistories }] of sets.entries()) {
    for (const one of await withValues(
      lists[at],
      inputs,
      probe(inputs, { strongSignal, rules, belief }),
    ))
      found.push({ ...one, set, isHistories, timeMap: `${name}-whole/${one.id}` });
  }
  return found;
}

/** Returns the mementos of a set in all forms, judged by a model of the other sets. */
async function leftOut(name) {
  const ofOthers = modelOf((memento) => memento.set !== name);
  const found = [];
  for (const [at, { name: part, set, isHistories }] of sets.entries()) {
    if (set !== name) continue;
    const forms = stress ? formsOf(lists[at]) : { whole: lists[at] };
    if (stress && isHistories) forms.anonymous = forms.whole.map(withoutWords);
    for (const [form, list] of Object.entries(forms)) {
      for (const one of await judgedBy(list, ofOthers)) {
        if (one.kind === "recaptured") continue;
        found.push({ ...one, set, form, isHistories, timeMap: `${part}-${form}/${one.id}` });
      }
    }
  }
  return found;
}

/**
 * Returns the model of the mementos that `isOf` accepts. In training, the belief of all sets decides which mementos are
 * references. In judging, the belief of the model itself does.
 */
function modelOf(isOf) {
  const belief = fit(first.filter(isOf), beliefInputs);
  const verdict = fit(second.filter(isOf), verdictInputs);
  const some = second.filter(isOf);
  const off = some.filter(({ label }) => label === 1).length;
  const names = [...new Set(some.map(({ set }) => set))].join(", ");
  return {
    form: "detect_off_topic model",
    trainedOn: `${names}: ${some.length} mementos, ${off} off-topic`,
    threshold,
    bias: rounded((belief.bias + verdict.bias) / 2 + moreBias),
    strongSignal,
    belief,
    inputs: meanOf(belief.inputs, verdict.inputs),
    rules,
    cuts,
  };
}

/** Returns the inputs of the mean of two regressions, without those that have no weight. */
function meanOf(...regressions) {
  const found = new Map();
  for (const { of, as, weight, missing } of regressions.flat()) {
    const known = found.get(nameOf([of, as]));
    found.set(nameOf([of, as]), {
      ...{ of, as, missing: known?.missing ?? missing },
      weight: rounded((known?.weight ?? 0) + weight / 2),
    });
  }
  return [...found.values()].filter(({ weight }) => weight > 0);
}

/** Fits a regression. A missing value is replaced by the mean of the present ones. */
function fit(mementos, read) {
  const at = read.map((one) => inputs.findIndex((input) => nameOf(input) === nameOf(one)));
  const counts = weightsOf(mementos);
  const missing = read.map(([of, as], column) => {
    // If there is nothing to fall short of, there is no shortfall. Most pages have no address.
    if (as === "shortfall" || of === "address") return 0;
    let [sum, total] = [0, 0];
    for (const [row, { values }] of mementos.entries()) {
      if (Number.isNaN(values[at[column]])) continue;
      sum += counts[row] * values[at[column]];
      total += counts[row];
    }
    return rounded(sum / (total || 1));
  });
  const rows = mementos.map(({ values, label }, row) => ({
    values: at.map((place, column) =>
      Number.isNaN(values[place]) ? missing[column] : values[place],
    ),
    label,
    count: counts[row],
  }));
  const fitted = fitLogistic(
    rows.filter(({ count }) => count > 0),
    training,
  );
  return {
    bias: rounded(fitted.bias),
    inputs: read.map(([of, as], column) => ({
      ...{ of, as, weight: rounded(fitted.weights[column]), missing: missing[column] },
    })),
  };
}

/**
 * Returns the weight of each memento: all mementos of a TimeMap together count as one. Bare texts, which no archive
 * has, do not count.
 */
function weightsOf(mementos) {
  const sizes = grouped(mementos, ({ timeMap }) => timeMap);
  return mementos.map(({ timeMap, isHistories, source }) => {
    if (source === BARE_TEXTS) return 0;
    return (isHistories ? ofHistories : 1) / sizes.get(timeMap).length;
  });
}

function rounded(value) {
  return Math.round(value * 1000) / 1000;
}

function write(trained) {
  const body = JSON.stringify(trained, null, 2)
    .replace(/"(\w+)":/g, "$1:")
    .replace(/\{\s*of: [^}]*\}/g, (input) => input.replace(/\s+/g, " "));
  const file = join(root, "src", "score", "settings", "default-model.ts");
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
