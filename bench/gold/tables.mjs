/**
 * Writes the tables of the benchmark in Markdown: node bench/gold/tables.mjs OUT... [--content FILE] [--submission FILE
 * NAME]...
 *
 * OUT is the output of build.mjs, or the folder of one collection. Runs the tool over each collection and writes tables
 * 3 to 5 of the paper, then the rates of the verdicts of each profile, and the order of its captures, its runs and its false alarms. Judges them by the
 * labels of the gold standard and, with --content, also by those of FILE. --submission adds a row with the verdicts of
 * another program. bench/gold/README.md describes the protocol. Run `npm run build` before.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { axesOf } from "../../build/report/axis.js";
import { reviewList } from "../../build/report/saved-list.js";
import {
  evaluate,
  figuresOfRun,
  isOffTopic,
  savedScore,
} from "../../build/extensions/lab/evaluate.js";
import { figureCells, FIGURE_HEADINGS } from "../figure-cells.mjs";
import { evaluationNotices, rateText, silentText } from "../../build/extensions/lab/forms.js";
import { parseGold, requireAnyMatch } from "../../build/extensions/lab/gold.js";
import { rates } from "../../build/extensions/lab/sweep.js";
import { parseDatetime, toFourteenDigits } from "../../build/base/datetime.js";
import { readTextFile } from "../../build/base/read-file.js";
import { markdownPage } from "../../build/write/formats/forms.js";
import { labelRows, LABELS, readLabel } from "../../build/write/decisions.js";
import { insideUriM } from "../../build/write/entry.js";
import { parseResults } from "../../build/write/read-results.js";
import { jsonl } from "../../build/write/writers/jsonl.js";
import { hasVote, topicStatus } from "../../build/score/verdict/decide.js";
import { grouped, interval } from "../train/counting.mjs";
import { warcOf } from "../train/sets.mjs";
import { figures, published } from "./published.mjs";
import { parsed, script, stop } from "./script.mjs";

const USAGE =
  "node bench/gold/tables.mjs OUT... [--content FILE] [--submission FILE NAME]... (bench/gold/README.md)";
/** Measures of table 4 of the paper. */
const MEASURES = "bytecount,wordcount,jaccard,sorensen,cosine,gensim_lsi,simhash-tf,simhash-raw";
const PROFILES = ["default", "paper", "otmt-1.0.5"];
const PAIRS_SHOWN = 10;
const BY_TIME_MAP = "95 % by TimeMap";
const COUNTS = ["TP", "FP", "TN", "FN", "precision", "recall", "F1", BY_TIME_MAP, "accuracy"];

async function main() {
  const { folders, content, submissions } = commandLine();
  const labelled = folders.flatMap((folder) =>
    rowsOf(join(folder, "labels.tsv")).map((row) => ({
      ...row,
      collection: basename(resolve(folder)),
    })),
  );
  const labellings = [["as labelled", labelled]];
  if (content !== undefined) labellings.push(["by content", byContent(labelled, content)]);
  const sweep = await resultsOf(folders, {
    ...{ profile: "paper", measures: MEASURES, exactScores: true },
  });
  const { axes } = axesOf(sweep, "paper");
  const methods = [];
  for (const profile of PROFILES)
    methods.push([`profile ${profile}`, await resultsOf(folders, { profile })]);
  methods.push(alone(sweep, axes, "cosine"), ...submissions);
  for (const [name, rows] of labellings) {
    const gold = goldOf(rows, name);
    const evaluation = evaluate(gold, sweep, { axes });
    const verdicts = methods.map(([method, results]) => {
      const found = evaluate(gold, results, { axes: [] });
      requireAnyMatch(found.matching, gold, results);
      return [method, found, results];
    });
    console.log(
      markdownPage(
        `The gold standard, ${name}`,
        [
          ...evaluationNotices(evaluation),
          ...differences(rows, labelled),
          ...strays(verdicts.slice(methods.length - submissions.length)),
        ],
        [
          goldTable(rows),
          measureTable(evaluation, rows),
          pairTable(evaluation, rows),
          mementoTable(verdicts, rows),
          figuresTable(verdicts, rows),
        ],
      ),
    );
  }
  console.log(markdownPage("Published figures", PUBLISHED_NOTES, [publishedTable()]));
}

function commandLine() {
  const words = process.argv.slice(2);
  const submissions = [];
  for (let at = words.indexOf("--submission"); at >= 0; at = words.indexOf("--submission")) {
    const [, file, name] = words.splice(at, 3);
    if (name === undefined || name.startsWith("--"))
      stop(`--submission takes a file and a name: ${USAGE}`);
    submissions.push([name, submissionOf(file)]);
  }
  const { values, positionals } = parsed(USAGE, { content: { type: "string" } }, words);
  if (positionals.length === 0) stop(`give what build.mjs made: ${USAGE}`);
  return { folders: positionals.flatMap(collectionsIn), content: values.content, submissions };
}

/** Returns the folders of the collections in a folder, or the folder itself if it is one. */
function collectionsIn(folder) {
  const isCollection = (path) => existsSync(join(path, "labels.tsv"));
  if (isCollection(folder)) return [folder];
  const inside = existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
        .filter(isCollection)
    : [];
  if (inside.length === 0) stop(`${folder} has no labels.tsv: build it with bench/gold/build.mjs`);
  return inside;
}

/** Reads a file of labels or of verdicts: id, date, URI and label of each row. */
function rowsOf(file) {
  const text = readTextFile(file).replace(/^([^\n]*\t)verdict\b/iu, "$1label");
  return [...labelRows(text)].map(({ field }) => {
    const uri = field("uri");
    const date = parseDatetime(field("date")) ?? insideUriM(uri)?.mementoDatetime;
    return { id: field("id"), date, uri, label: readLabel(field("label")) };
  });
}

const keyOf = ({ id, date, uri }) =>
  `${id} ${date === undefined ? "" : toFourteenDigits(date)} ${uri}`;

/** Returns the rows of a file of corrected labels whose mementos are labelled in the gold standard. */
function byContent(labelled, file) {
  const known = new Map(labelled.map((row) => [keyOf(row), row]));
  const rows = rowsOf(file).flatMap((row) => {
    const before = known.get(keyOf(row));
    return before === undefined ? [] : { ...before, label: row.label };
  });
  if (rows.length === 0) stop(`${file} has no row of these collections`);
  return rows;
}

/** Returns a notice on how corrected labels differ from those of the gold standard. */
function differences(rows, labelled) {
  if (rows === labelled) return [];
  const before = new Map(labelled.map((row) => [keyOf(row), row.label]));
  const turned = rows.filter((row) => row.label !== before.get(keyOf(row))).length;
  return [
    `labels that differ from those of the gold standard: ${turned}; mementos without a label here, left out: ${labelled.length - rows.length}`,
  ];
}

/** Returns a notice for each submission with rows on mementos that are not judged. */
const strays = (verdicts) =>
  verdicts.flatMap(([name, { matching }]) =>
    matching.withoutGold === 0
      ? []
      : `rows of ${name} on no memento that is judged, left out: ${matching.withoutGold}`,
  );

/** Returns the rows as gold data. The number of a line leads back to its row (rowOf). */
function goldOf(rows, name) {
  const lines = rows.map(({ id, date, uri, label, collection }) =>
    [id, date && toFourteenDigits(date), uri, LABELS[label], collection].join("\t"),
  );
  return parseGold(["id\tdate\tURI\tlabel\tcollection", ...lines].join("\n"), name);
}

const timeMapOf = ({ collection, id }) => `${collection} ${id}`;
const rowOf = ({ gold }, rows) => rows[gold.number - 2];

/** Runs the tool over each collection, and returns the results as if they were of one file. */
async function resultsOf(folders, options) {
  // A mistake in the command line is told before the program is loaded.
  const { prepareRun } = await import("../../dist/lib/index.js");
  const all = [];
  for (const folder of folders) {
    const { results, settings } = await prepareRun({ input: warcOf(folder), ...options });
    const { mementos, ...rest } = await parseResults(jsonl.write(results, settings), folder);
    // Two collections may have the same seed.
    const own = mementos.map((memento) => ({ ...memento, uriT: `${folder} ${memento.uriT}` }));
    all.push({ ...rest, mementos: own });
  }
  return { ...all[0], mementos: all.flatMap(({ mementos }) => mementos) };
}

/** Returns results in which one measure alone decides, at the threshold of the paper. */
function alone(results, axes, name) {
  const axis = axes.find((one) => one.name === name);
  const mementos = results.mementos.map((memento) => {
    const score = savedScore({ memento }, axis)?.score;
    const overall = score === undefined ? undefined : topicStatus(score, axis);
    return { ...memento, overall, measures: memento.measures.filter((one) => one.name === name) };
  });
  return [`${name} alone, ${axis.comparison} ${axis.threshold}`, { ...results, mementos }];
}

/** Reads the verdicts of another program as results. Leaves out rows without a date, because they name no memento. */
function submissionOf(file) {
  const mementos = rowsOf(file).flatMap(({ date, uri, label }) => {
    if (date === undefined) return [];
    const inside = insideUriM(uri);
    const uriM = inside === undefined ? `from-warc::${toFourteenDigits(date)}::${uri}` : uri;
    const capture = { uriR: inside?.uriR ?? uri, mementoDatetime: date };
    return { kind: "memento", uriM, uriT: capture.uriR, capture, measures: [], overall: label };
  });
  return { file, mementos, timeMapProblems: [] };
}

/** Returns the judged mementos with their verdicts and TimeMaps, in the form that counting.mjs reads. */
const verdictsOf = ({ matching: { judged } }, rows, isOff) =>
  judged.map((each) => ({
    site: timeMapOf(rowOf(each, rows)),
    date: each.gold.mementoDatetime,
    isUnsure: each.memento?.overall === "unsure",
    label: isOffTopic(each) ? 1 : 0,
    isOff: isOff(each),
  }));

const isCalled = ({ memento }) => memento?.overall === "off-topic";
const isOffAt = (axis, threshold) => (each) => {
  const score = savedScore(each, axis)?.score;
  return score !== undefined && topicStatus(score, { ...axis, threshold }) === "off-topic";
};

/** Returns the cells of counts and rates, with the interval of F1. */
function countCells(counts, verdicts) {
  const { precision, recall, f1, accuracy } = rates(counts);
  const numbers = [counts.tp, counts.fp, counts.tn, counts.fn].map(String);
  const shares = [precision, recall, f1].map(rateText);
  return [...numbers, ...shares, interval(verdicts), rateText(accuracy)];
}

function goldTable(rows) {
  const sure = rows.filter(({ label }) => label === "on-topic" || label === "off-topic");
  const columns = ["collection", "TimeMaps", "mementos", "off-topic", "share"];
  return {
    title: "The gold data (table 3)",
    columns: [
      ...columns,
      "TimeMaps with off-topic",
      "in the paper: seeds",
      "mementos",
      "off-topic",
    ],
    rows: [...grouped(sure, ({ collection }) => collection)].map(([collection, some]) => {
      const off = some.filter(({ label }) => label === "off-topic");
      const timeMaps = (list) => String(new Set(list.map(({ id }) => id)).size);
      const { seeds = "-", mementos = "-", offTopic = "-" } = published.get(collection) ?? {};
      return [
        ...[collection, timeMaps(some), String(some.length), String(off.length)],
        ...[rateText(off.length / some.length), timeMaps(off)],
        ...[seeds, mementos, offTopic].map(String),
      ];
    }),
  };
}

function measureTable(evaluation, rows) {
  return {
    title: "Best threshold of each measure (table 4)",
    columns: ["measure", "threshold", "as good", ...COUNTS, "F1 at the paper's", "silent"],
    rows: evaluation.measures.map(({ axis, best, equallyGood, atThreshold, silent }) => [
      axis.name,
      `${axis.comparison} ${best.threshold}`,
      equallyGood[0] === equallyGood[1] ? "" : `${equallyGood[0]} to ${equallyGood[1]}`,
      ...countCells(best.counts, verdictsOf(evaluation, rows, isOffAt(axis, best.threshold))),
      `${rateText(rates(atThreshold.counts).f1)} (${axis.comparison} ${axis.threshold})`,
      silentText(silent),
    ]),
  };
}

function pairTable(evaluation, rows) {
  const axisOf = (name) => evaluation.measures.find(({ axis }) => axis.name === name).axis;
  const best = evaluation.pairs.toSorted(
    (a, b) => (rates(b.counts).f1 ?? 0) - (rates(a.counts).f1 ?? 0),
  );
  return {
    title: `Pairs joined by "or", thresholds swept together (table 5; the best ${PAIRS_SHOWN} of ${best.length})`,
    columns: ["measures", "thresholds", ...COUNTS],
    rows: best.slice(0, PAIRS_SHOWN).map(({ names, thresholds, counts }) => {
      const votes = names.map((name, at) => isOffAt(axisOf(name), thresholds[at]));
      const verdicts = verdictsOf(evaluation, rows, (each) => votes.some((isOff) => isOff(each)));
      return [names.join(", "), thresholds.join(", "), ...countCells(counts, verdicts)];
    }),
  };
}

function mementoTable(verdicts, rows) {
  return {
    title: "Verdicts by memento",
    columns: ["verdicts", ...COUNTS, "unsure, not counted", "silent"],
    rows: verdicts.map(([method, evaluation]) => {
      const { overall, unsure = { mementos: 0, offTopic: 0 } } = evaluation;
      const sure = verdictsOf(evaluation, rows, isCalled).filter(({ isUnsure }) => !isUnsure);
      return [
        method,
        ...countCells(overall.counts, sure),
        `${unsure.mementos} (${unsure.offTopic} off-topic)`,
        silentText(overall.silent),
      ];
    }),
  };
}

/** Returns the table of the figures of `evaluate` that do not hang on one long TimeMap. */
function figuresTable(verdicts, rows) {
  return {
    title: "Order, runs and false alarms, with 95 % by TimeMap",
    columns: ["verdicts", ...FIGURE_HEADINGS],
    rows: verdicts.map(([method, { matching }, results]) => [
      method,
      ...figureCells(
        figuresOfRun(
          matching.judged,
          reviewList(results, "paper"),
          voting(axesOf(results, "paper").axes),
          { resamples: 1000, seed: 1 },
          (each) => timeMapOf(rowOf(each, rows)),
        ),
      ),
    ]),
  };
}

/** Returns the axes of the measures that have a vote. */
const voting = (axes) =>
  axes.filter(({ name }) =>
    hasVote(
      name,
      axes.map((axis) => axis.name),
    ),
  );

const PUBLISHED_NOTES = [
  "of all three collections with all their mementos, on the captures as they could be had then: compare them with the tables above with care",
  "a dash: the text does not say it",
];

const publishedTable = () => ({
  title: "Best thresholds of others, as published",
  columns: ["by", "measures", "threshold", "F1", "accuracy", "source"],
  rows: figures.map(({ by, of, cut, f1, accuracy, source }) => [
    ...[by, of, cut, rateText(f1), rateText(accuracy), source],
  ]),
});

await script(main);
