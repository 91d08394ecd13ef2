/**
 * Judges each TimeMap of labelled sets after each of its captures, and counts the verdicts that later captures change:
 * node bench/replay.mjs FOLDER[=LABELS]... [--records FOLDER] [--list].
 *
 * A FOLDER holds WARC files and labels.tsv; LABELS is another file with the same columns. Pages are read once. --records
 * keeps what was read of them for the next run, as long as the features of pages do not change. --list prints every verdict
 * that was taken back. Run `npm run build` before.
 *
 * - taken back: an on-topic or off-topic verdict that the next capture changes, also to unsure
 * - reversed: a capture that was on-topic and becomes off-topic, or the other way round, with or without unsure in between
 * - settled: unsure becomes on-topic or off-topic
 * - unsure: captures that are unsure at first, those that are unsure at the end, and how many of these are labelled
 *   off-topic: a rule that is unsure more often must not hide them
 * - found: off-topic runs by the labels of which a memento is called off-topic at some time, and the captures from the
 *   beginning of the run until then, in all
 * - for good: the same for runs that are called off-topic from then on until the last capture
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { keyOfLine } from "../build/run/lines/lines.js";
import { finalLines } from "../build/run/lines/resolve.js";
import { mapRecords, reduceRecords } from "../dist/lib/index.js";
import { count, grouped } from "./train/counting.mjs";
import { rowsByCapture, warcOf } from "./train/sets.mjs";

const words = process.argv.slice(2);
const isListed = words.includes("--list");
const at = words.indexOf("--records");
const [, records] = at < 0 ? [] : words.splice(at, 2);

/** Letter of a verdict in a timeline. */
const LETTERS = { "on-topic": "n", "off-topic": "f", unsure: "u" };
const isDecided = (verdict) => verdict === "n" || verdict === "f";

const columns = [
  ...[
    "set",
    "captures",
    "taken back",
    "per 1,000",
    "reversed",
    "settled",
    "unsure first, last, off-topic",
  ],
  ...["off-topic runs", "found, later by", "for good, later by", "F1", "precision", "recall"],
];
console.log(`| ${columns.join(" | ")} |`);
console.log(`|${" --- |".repeat(columns.length)}`);
const all = [];
for (const word of words.filter((each) => !each.startsWith("--"))) {
  const [folder, labels = join(folder, "labels.tsv")] = word.split("=");
  const timeMaps = await replayed(await linesOf(folder), rowsByCapture(labels));
  all.push(...timeMaps);
  console.log(row(basename(resolve(folder)), timeMaps));
  if (!isListed) continue;
  for (const { key, captures } of timeMaps)
    for (const { date, verdicts, label } of captures)
      if (takenBack(verdicts) > 0)
        console.log(`  ${key} ${date} ${verdicts} (${label === 1 ? "off-topic" : "on-topic"})`);
}
console.log(row("all", all));

/** Returns the lines of records of a set by TimeMap. */
async function linesOf(folder) {
  const kept =
    records && join(records, `${basename(dirname(resolve(folder)))}-${basename(folder)}`);
  let lines;
  if (kept !== undefined && existsSync(kept)) {
    lines = readFileSync(kept, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } else {
    const mapped = await mapRecords({ input: warcOf(folder) });
    lines = [];
    for await (const line of finalLines(mapped.lines)) lines.push(line);
    if (kept !== undefined) {
      mkdirSync(records, { recursive: true });
      writeFileSync(kept, `${lines.join("\n")}\n`);
    }
  }
  return [...grouped(lines, keyOfLine)];
}

/**
 * Returns the TimeMaps with their captures: date, label and the verdicts after each capture, from its own to the last one.
 */
async function replayed(groups, labels) {
  const timeMaps = groups.map(([key]) => ({ key, captures: [] }));
  const beginnings = function* () {
    for (const [number, [, lines]] of groups.entries()) {
      for (let length = 1; length <= lines.length; length += 1) {
        const key = `${String(number).padStart(6, "0")}-${String(length).padStart(6, "0")}`;
        for (const line of lines.slice(0, length)) yield key + line.slice(line.indexOf("\t"));
      }
    }
  };
  let [beginning, position] = ["", 0];
  for await (const { key, capture, overall } of reduceRecords(beginnings(), {}).results) {
    if (key !== beginning) [beginning, position] = [key, 0];
    const { captures } = timeMaps[Number(key.split("-")[0])];
    const date = capture.mementoDatetime.replace(/[-T:Z]|\..*/g, "");
    captures[position] ??= {
      date,
      verdicts: "",
      label: labels.get(`${date} ${capture.uriR}`)?.label,
    };
    captures[position].verdicts += LETTERS[overall] ?? "-";
    position += 1;
  }
  return timeMaps;
}

function row(name, timeMaps) {
  const captures = timeMaps.flatMap((timeMap) => timeMap.captures);
  const sum = (count) => captures.reduce((total, { verdicts }) => total + count(verdicts), 0);
  const back = sum(takenBack);
  const unsure = captures.filter(({ verdicts }) => verdicts.at(-1) === "u");
  const runs = timeMaps.flatMap((timeMap) => runsOf(timeMap.captures));
  const final = captures
    .filter(({ verdicts, label }) => label !== undefined && verdicts.at(-1) !== "u")
    .map(({ verdicts, label }) => ({ label, isOff: verdicts.at(-1) === "f" }));
  const { tp, fp, fn, f1 } = count(final);
  const cells = [
    ...[name, captures.length, back, ((1000 * back) / captures.length).toFixed(1), sum(reversed)],
    sum(changes((one, next) => one === "u" && isDecided(next))),
    `${sum((verdicts) => Number(verdicts[0] === "u"))}, ${unsure.length}, ${unsure.filter(({ label }) => label === 1).length}`,
    ...[runs.length, delayText(runs, "found"), delayText(runs, "forGood")],
    ...[f1.toFixed(3), (tp / (tp + fp)).toFixed(3), (tp / (tp + fn)).toFixed(3)],
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Returns a function that counts the successive verdicts of a capture for which `isOne` is true. */
function changes(isOne) {
  return (verdicts) =>
    [...verdicts].filter((next, place) => place > 0 && isOne(verdicts[place - 1], next)).length;
}

function takenBack(verdicts) {
  return changes((one, next) => isDecided(one) && next !== one)(verdicts);
}

function reversed(verdicts) {
  return changes((one, next) => next !== one)([...verdicts].filter(isDecided).join(""));
}

function delayText(runs, which) {
  const known = runs.flatMap((run) => run[which] ?? []);
  return `${known.length}, ${known.reduce((total, delay) => total + delay, 0)}`;
}

/** Returns the off-topic runs of a TimeMap by its labels, each with the captures until it was found. */
function runsOf(captures) {
  const runs = [];
  for (let start = 0; start < captures.length; start += 1) {
    if (captures[start].label !== 1) continue;
    let end = start + 1;
    while (end < captures.length && captures[end].label !== 0) end += 1;
    const isCalled = (length) =>
      captures
        .slice(start, Math.min(end, length))
        .some(({ verdicts }, place) => verdicts[length - 1 - start - place] === "f");
    const lengths = captures.map((_, place) => place + 1).slice(start);
    const called = lengths.map(isCalled);
    const lastSilent = called.lastIndexOf(false);
    runs.push({
      found: called.includes(true) ? called.indexOf(true) : undefined,
      forGood: lastSilent === called.length - 1 ? undefined : lastSilent + 1,
    });
    start = end - 1;
  }
  return runs;
}
