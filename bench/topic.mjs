/**
 * Measures what the topic measures find in seeds that are off-topic from their first memento on, which comparison with
 * the first memento cannot find. Each folder has WARC files and labels.tsv (id, date, URI, label, pattern). Judges the
 * TimeMaps that are so in the labels, and collections composed from the labelled data, beside cosine and wordcount. The
 * core of the topic is the collection itself, unless the row names another. P, R and F1 are of the mementos in
 * question, and false alarms of the on-topic mementos of all others.
 *
 *     npm run bench:topic -- FOLDER [FOLDER]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mapRecords, reduceRecords } from "../dist/lib/index.js";
import { fitRecords } from "../build/extensions/topic/build-topic.js";

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write("usage: node bench/topic.mjs FOLDER...\n");
  process.exit(2);
}

/** Returns the mementos of a labelled collection with their labels and record lines. */
async function load(folder) {
  const labels = new Map();
  const [, ...rows] = readFileSync(join(folder, "labels.tsv"), "utf8").trimEnd().split("\n");
  for (const row of rows) {
    const [id, date, uri, label, pattern] = row.split("\t");
    labels.set(`${date} ${uri}`, { id: Number(id), isOff: label === "0", pattern });
  }
  const { lines } = await mapRecords({
    ...{ input: `warc=${folder}`, measures: "cosine,wordcount", collectionMeasures: "all" },
  });
  const mementos = [];
  for (const line of lines) {
    if (line.startsWith("!") || line.startsWith("~")) continue;
    const { capture } = JSON.parse(line.slice(line.lastIndexOf("\t") + 1));
    const known = labels.get(nameOf(capture));
    mementos.push({ line, ...known, seed: capture.uriR });
  }
  return { folder, mementos, labels };
}

const nameOf = ({ mementoDatetime, uriR }) =>
  `${mementoDatetime.replace(/\D/gu, "").slice(0, 14)} ${uriR}`;

async function* given(mementos) {
  for (const { line } of mementos) yield line;
}

/**
 * Judges the mementos by topic, by comparison with the first memento, and by both. Returns counts of the mementos in
 * question and of all others.
 */
async function run(mementos, asked, rules = {}) {
  mementos.sort((a, b) => (a.line < b.line ? -1 : 1));
  const chosen = { measures: "cosine,wordcount", collectionMeasures: "all" };
  const topic = await fitRecords(given(mementos), { ...chosen, ...rules });
  const { results } = reduceRecords(given(mementos), { ...chosen, topic });
  const byLine = new Map(mementos.map((each) => [nameOfLine(each.line), each]));
  const all = { topic: counts(), first: counts(), both: counts() };
  const others = { topic: counts(), first: counts(), both: counts() };
  for await (const result of results) {
    const known = byLine.get(nameOf(result.capture));
    if (known?.isOff === undefined) continue;
    const into = asked(known) ? all : others;
    const first = result.measures.some(({ outcome }) => outcome.value?.topicStatus === "off-topic");
    const off = result.collection?.topicStatus === "off-topic";
    count(into.topic, known.isOff, off);
    count(into.first, known.isOff, first);
    count(into.both, known.isOff, off || first);
  }
  return { all, others };
}

const nameOfLine = (line) => nameOf(JSON.parse(line.slice(line.lastIndexOf("\t") + 1)).capture);
const counts = () => ({ tp: 0, fp: 0, fn: 0, tn: 0 });

function count(into, isOff, called) {
  into[isOff ? (called ? "tp" : "fn") : called ? "fp" : "tn"] += 1;
}

function add(sum, { all, others }) {
  for (const [into, from] of [
    [sum.all, all],
    [sum.others, others],
  ])
    for (const name of Object.keys(into))
      for (const cell of Object.keys(into[name])) into[name][cell] += from[name][cell];
}

const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(2));

function show(name, { all, others }) {
  const cells = ["topic", "first", "both"].flatMap((by) => {
    const { tp, fp, fn } = all[by];
    return [share(tp, tp + fp), share(tp, tp + fn), share(2 * tp, 2 * tp + fp + fn)];
  });
  const alarms = ["topic", "first"].map((by) => {
    const { fp, tn } = others[by];
    return share(fp, fp + tn);
  });
  const { tp, fn, fp, tn } = all.topic;
  console.log(
    `| ${[name, `${tp + fn} of ${tp + fn + fp + tn}`, ...cells, ...alarms].join(" | ")} |`,
  );
}

const none = () => ({
  all: { topic: counts(), first: counts(), both: counts() },
  others: { topic: counts(), first: counts(), both: counts() },
});

/** Returns the ids of TimeMaps with off-topic mementos, in `parts` sets of about the same size. */
function changeable({ mementos }, parts) {
  const ids = [...new Set(mementos.filter(({ isOff }) => isOff).map(({ id }) => id))].sort(
    (a, b) => a - b,
  );
  return Array.from({ length: parts }, (_, at) => new Set(ids.filter((_, i) => i % parts === at)));
}

/** Returns the mementos without those before the first off-topic memento of the given TimeMaps. */
function firstOff(mementos, ids) {
  const from = new Map();
  for (const { id, isOff, line } of mementos)
    if (isOff && (!from.has(id) || line < from.get(id))) from.set(id, line);
  return mementos.filter(({ id, line }) => !ids.has(id) || line >= from.get(id));
}

const alwaysOff = (mementos, ids) => mementos.filter(({ id, isOff }) => !ids.has(id) || isOff);

/**
 * Returns the mementos with some seeds of another collection among them, which are on-topic there and off-topic here.
 */
function mixed(mementos, other, ids) {
  const strangers = other.mementos
    .filter(({ id, isOff }) => ids.has(id) && !isOff)
    .map((each) => ({ ...each, id: -each.id, isOff: true, line: renamed(each.line) }));
  return [...mementos, ...strangers];
}

/** Returns the record under another host, because two collections may use the same hosts. */
const renamed = (line) =>
  line
    .replaceAll("org,example,", "org,example,other,")
    .replaceAll(".example.org", ".other.example.org");

console.log(
  "| collection | off-topic | topic P | R | F1 | first memento P | R | F1 | either P | R | F1 | false alarms elsewhere: topic | first |",
);
console.log(`|${" --- |".repeat(13)}`);
const collections = [];
for (const folder of folders) collections.push(await load(folder));
for (const [at, collection] of collections.entries()) {
  const name = collection.folder.split("/").at(-1);
  const isAsked = ({ pattern }) => pattern === "first-off" || pattern === "always-off";
  if (collection.mementos.some(isAsked)) {
    show(`${name}: first-off and always-off`, await run(collection.mementos, isAsked));
    const strict = { recognise: 0.65 };
    show(`${name}: the same, --recognise 0.65`, await run(collection.mementos, isAsked, strict));
    const uriMs = firstThree(collection.mementos.filter((each) => !isAsked(each)));
    show(`${name}: the same, given core`, await run(collection.mementos, isAsked, { uriMs }));
    show(
      `${name}: the same, given core, --recognise 0.65`,
      await run(collection.mementos, isAsked, { uriMs, ...strict }),
    );
  }
  for (const [what, make] of [
    ["first-off", firstOff],
    ["always-off", alwaysOff],
  ]) {
    const sum = none();
    for (const ids of changeable(collection, 4))
      add(sum, await run(make(collection.mementos, ids), ({ id }) => ids.has(id)));
    show(`${name}: made ${what}`, sum);
  }
  const other = collections[1 - at];
  if (other === undefined) continue;
  const sum = none();
  const seeds = [
    ...new Set(other.mementos.filter(({ isOff }) => isOff === false).map(({ id }) => id)),
  ].sort((a, b) => a - b);
  for (let part = 0; part < 6; part += 1) {
    const ids = new Set(seeds.filter((_, i) => i % 6 === part));
    add(sum, await run(mixed(collection.mementos, other, ids), ({ id }) => id < 0));
  }
  show(`${name}: seeds of ${other.folder.split("/").at(-1)} mixed in`, sum);
}

/**
 * Returns the URI-Ms of the first three on-topic mementos of each TimeMap, as a curator might choose them for a core.
 */
function firstThree(mementos) {
  const found = new Map();
  for (const { id, isOff, line } of mementos) {
    const known = found.get(id) ?? [];
    if (isOff === false && known.length < 3) found.set(id, [...known, uriM(line)]);
  }
  return new Set([...found.values()].flat());
}

/** Returns the URI-M that the detector gives to a memento of a WARC file. */
function uriM(line) {
  const { capture } = JSON.parse(line.slice(line.lastIndexOf("\t") + 1));
  return `from-warc::${nameOf(capture).slice(0, 14)}::${capture.uriR}`;
}
