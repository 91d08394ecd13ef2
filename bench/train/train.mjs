/**
 * Trains the learned combination of profile `default` on labelled page histories and says how good it is on sets that it has
 * not seen: node bench/train/train.mjs [FOLDER] [--also FOLDER]... [--cache FOLDER]
 * [--figures] [--write]. FOLDER (../shared/bench) holds sets (a folder of WARC files and labels.tsv each) and README files that say which TimeMaps are of one site; --also names one
 * more set, whose labels.tsv names the sites (what bench/heldout/build.mjs makes). Of each set compose.mjs makes TimeMaps
 * that begin off-topic and ones with recaptures; both are trained on. Each set is left out in turn and judged by a model of the
 * others: as it is, composed, and with half and four fifths of its on-topic mementos captured again, the recaptures
 * themselves not counted. --cache keeps what pages are read for. --figures adds tables by kind, pattern, language and length, with
 * other profiles and each measure alone beside. With --write the model of all sets goes to
 * src/settings/default-model.ts. Deterministic: the same sets, the same model and report. Run `npm run build` before.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fitLogistic } from "../../build/evaluate/logistic.js";
import { logRelativeDistance, signWeight, median } from "../../build/scoring/decide.js";
import { labelledMementos } from "./labelled.mjs";
import { figures } from "./figures.mjs";
import { judgedByOthers, report } from "./report.mjs";

const root = join(import.meta.dirname, "..", "..");
const words = process.argv.slice(2);
const isWritten = words.includes("--write");
const areFigures = words.includes("--figures");
const optionOf = (name) => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const cache = optionOf("--cache");
const more = [];
for (let one = optionOf("--also"); one !== undefined; one = optionOf("--also")) more.push(one);
const [folder = join(root, "..", "shared", "bench")] = words.filter(
  (word) => !word.startsWith("-"),
);
const sets = [
  { name: "dev", folder: join(folder, "dev"), readme: join(folder, "README.md") },
  {
    name: "dev-hard",
    folder: join(folder, "dev-hard"),
    readme: join(folder, "README-dev-hard.md"),
  },
  ...more.map((one) => ({ name: nameOf(one), folder: one })),
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
  ["links@median", "log-relative"],
  ["length@first", "log-relative"],
  ["length@median", "log-relative"],
  ["wordcount@group", "shortfall"],
  ["signs", "value"],
  ["http-error", "value"],
];
const training = { l2: 5e-4, iterations: 3000 };
/** How much a set made of another counts beside it, whatever its size. */
const shares = { composed: 0.5, half: 0.5 };
/** What comes after it in the file of the model is replaced. */
const MARK = "// Written by bench/train/train.mjs: do not edit.";
const threshold = 0.5;
/** Strength from which a sign makes a memento unfit as a reference. */
const strongSignal = 0.75;
/** What counts as usual where a TimeMap is too short to show it: as in a TimeMap that changes more than 93 of 100. */
const changeable = 0.93;

if (!existsSync(join(folder, "dev", "labels.tsv"))) {
  console.log(`No labelled sets in ${folder}: nothing is trained.`);
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), "train-"));
const mementos = [];
try {
  for (const set of sets) {
    const place = join(work, set.name);
    if (!["-composed", "-half", "-most"].every((form) => isKept(set.name + form))) {
      const compose = join(import.meta.dirname, "compose.mjs");
      execFileSync("node", [compose, place, set.folder, ...(set.readme ? [set.readme] : [])]);
    }
    const sites = sitesOf(set);
    for (const form of ["whole", "composed", "half", "most"]) {
      const from = form === "whole" ? set.folder : join(place, form);
      const name = form === "whole" ? set.name : `${set.name}-${form}`;
      for (const memento of await kept(name, from)) {
        const site = memento.site ?? sites.get(memento.timeMap) ?? memento.timeMap;
        mementos.push({ ...memento, set: set.name, form, site });
      }
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const wholes = mementos.filter(({ form }) => form === "whole");
const usual = inputs.map(([, as], at) => (as.endsWith("relative") ? usualOf(at) : undefined));
for (const memento of mementos) {
  memento.values = memento.values.map((value, at) =>
    usual[at] === undefined || !(value === null) || memento.distances[at] === null
      ? (value ?? NaN)
      : logRelativeDistance(memento.distances[at], usual[at]),
  );
}
const judged = judgedByOthers(mementos, train);
console.log(report(judged, threshold));
if (areFigures) console.log(await figures(judged, sets, threshold));
const model = train(mementos);
console.log(JSON.stringify(model, null, 2));
if (isWritten) write(model);

function cachedAs(name) {
  return cache === undefined ? undefined : join(cache, `${name.replaceAll(" ", "-")}.json`);
}

function isKept(name) {
  const file = cachedAs(name);
  return file !== undefined && existsSync(file);
}

/** What the pages of a set are read for, from the cache where it is there; null stands for NaN. */
async function kept(name, from) {
  const file = cachedAs(name);
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const text = JSON.stringify(await labelledMementos({ name, folder: from }, inputs, strongSignal));
  if (file !== undefined) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, text);
  }
  return JSON.parse(text);
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
    return rounded(sum / total);
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
    trainedOn: `${names}: ${real.length} mementos, ${off} off-topic; composed and recaptured TimeMaps of these`,
    threshold,
    bias: rounded(fitted.bias),
    strongSignal,
    inputs: inputs.map(([of, as], at) => ({
      ...{ of, as, weight: rounded(fitted.weights[at]), missing: missing[at] },
      ...(usual[at] !== undefined && { usual: usual[at] }),
    })),
  };
}

/** How much each memento counts: 1 in a set as it is, together a share of that in what was made of it. */
function weightsOf(some) {
  const plain = plainTimeMaps(some);
  const isUsed = ({ form, timeMap }) => form !== "composed" || plain.has(timeMap);
  const sizes = new Map();
  for (const { set, form } of some.filter(isUsed))
    sizes.set(`${set} ${form}`, (sizes.get(`${set} ${form}`) ?? 0) + 1);
  return some.map((one) => {
    if (one.form === "whole") return 1;
    if (!isUsed(one)) return 0;
    const [whole, made] = ["whole", one.form].map((form) => sizes.get(`${one.set} ${form}`));
    return ((shares[one.form] ?? 0) * whole) / made;
  });
}

/**
 * TimeMaps whose off-topic mementos mostly say plainly what they are. Composed of others, nothing but the label distinguishes the page
 * from what stands in its place: a model trained on them calls a new owner's pages on-topic.
 */
function plainTimeMaps(some) {
  const signs = inputs.findIndex(([name]) => name === "signs");
  const strengths = new Map();
  for (const { timeMap, label, values } of some) {
    const list = strengths.get(timeMap) ?? [];
    strengths.set(timeMap, list);
    if (label === 1) list.push(values[signs]);
  }
  const isStrong = (list) => (median(list) ?? 1) >= signWeight(strongSignal);
  return new Set([...strengths].flatMap(([timeMap, list]) => (isStrong(list) ? [timeMap] : [])));
}

/** The usual distance of one input in a TimeMap that changes more than most. */
function usualOf(at) {
  const byTimeMap = new Map();
  for (const { timeMap, distances } of wholes) {
    const list = byTimeMap.get(timeMap) ?? [];
    if (distances[at] !== null) list.push(distances[at]);
    byTimeMap.set(timeMap, list);
  }
  const all = [...byTimeMap.values()].flatMap((list) => median(list) ?? []);
  all.sort((a, b) => a - b);
  return rounded(all[Math.floor(changeable * all.length)]);
}

function rounded(value) {
  return Math.round(value * 1000) / 1000;
}

function nameOf(path) {
  const name = basename(path);
  if (name.length === 1) return `half ${name}`;
  return ["train", "tune", "test"].includes(name) ? `histories ${name}` : name;
}

function sitesOf({ name, readme }) {
  const sites = new Map();
  if (readme === undefined) return sites;
  for (const [, id, site] of readFileSync(readme, "utf8").matchAll(
    /^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm,
  ))
    sites.set(`${name}/${id}`, site);
  return sites;
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
}
