/**
 * Builds WARC files and labels of the public gold standard: node bench/gold/build.mjs SOURCE OUT [--most N].
 *
 * For each collection, SOURCE has a folder `collection_gs<ID>/html/<id>/<14 digits>.html`, and in it or beside it a
 * file `<ID>_label_gold.fixed.txt` with id, date, URI and label, separated by tabs. OUT receives a folder for each
 * collection, with gs<ID>.warc and labels.tsv. The source has no HTTP headers, so that each record gets status 200 and
 * `text/html` without a charset. Empty files are left out. A memento with two rows counts once, by its first row.
 * --most keeps at most N mementos of a TimeMap, evenly spaced. The same source gives the same bytes. Run `npm run
 * build` before.
 */
import * as fs from "node:fs";
import { join } from "node:path";
import { Counting } from "../../build/extensions/lab/gold.js";
import { parseDatetime } from "../../build/base/datetime.js";
import { counted } from "../../build/base/text.js";
import { labelRows, LABELS, readLabel } from "../../build/write/decisions.js";
import { readTextFile } from "../../build/base/read-file.js";
import { Course } from "../../build/score/verdict/course.js";
import { digest, httpHeader, warcRecord } from "../../fixtures/building/records.mjs";
import { grouped } from "../train/counting.mjs";
import { spread } from "../train/sets.mjs";
import { parsed, script, stop } from "./script.mjs";

const USAGE = "node bench/gold/build.mjs SOURCE OUT [--most N]";

function main() {
  const { values, positionals } = parsed(USAGE, { most: { type: "string" } });
  const [source, out] = positionals;
  if (positionals.length !== 2) stop(`give a source and an output folder: ${USAGE}`);
  const most = values.most === undefined ? Infinity : Number(values.most);
  if (!(most >= 1 && most === Math.round(most)))
    stop(`--most takes a whole number from 1 up, not "${values.most}"`);
  const collections = collectionsIn(source);
  if (collections.length === 0) stop(`${source} has no folder collection_gs<ID>`);
  for (const collection of collections) build(collection, join(out, collection.id), most);
}

/** Returns the collections of a source: the id, the folder of pages and the file of labels. */
function collectionsIn(source) {
  if (!fs.existsSync(source)) stop(`there is no folder ${source}`);
  return fs
    .readdirSync(source)
    .sort()
    .flatMap((name) => {
      const [, id] = /^collection_gs(\w+)$/.exec(name) ?? [];
      if (id === undefined) return [];
      const file = `${id}_label_gold.fixed.txt`;
      const labels = [join(source, file), join(source, name, file)].find(fs.existsSync);
      if (labels === undefined) stop(`${source} has ${name}, but no ${file} beside it or in it`);
      return { id, labels, pages: join(source, name, "html") };
    });
}

/** Writes one collection, and prints its counts and the numbers of rows that were left out. */
function build({ id: collection, labels, pages }, out, most) {
  const { rows, unreadable, repeated, contradictions } = rowsOf(labels);
  const sized = rows.map((row) => ({ ...row, size: sizeOf(fileOf(pages, row)) }));
  const found = sized.filter(({ size }) => size > 0);
  const timeMaps = [...grouped(found, ({ id }) => id).values()].map((list) =>
    spread(
      list.sort((a, b) => (a.date < b.date ? -1 : 1)),
      most,
    ),
  );
  fs.mkdirSync(out, { recursive: true });
  const warc = fs.openSync(join(out, `gs${collection}.warc`), "w");
  const lines = ["id\tdate\tURI\tlabel\tpattern\tkind\tlang"];
  for (const list of timeMaps) {
    const course = new Course();
    for (const { label } of list) course.add(label);
    for (const { id, date, uri, label } of list) {
      fs.writeSync(warc, recordOf(date, uri, fs.readFileSync(fileOf(pages, { id, date }))));
      const cells = [`${collection}-${id}`, date, uri, LABELS[label], course.pattern, "", ""];
      lines.push(cells.join("\t"));
    }
  }
  fs.closeSync(warc);
  fs.writeFileSync(join(out, "labels.tsv"), `${lines.join("\n")}\n`);
  const written = timeMaps.flat();
  const off = written.filter(({ label }) => label === "off-topic").length;
  console.log(
    `${collection}: ${counted(timeMaps.length, "TimeMap")}, ${counted(written.length, "memento")}, ${off} off-topic`,
  );
  const left = [
    ["rows without a file", sized.filter(({ size }) => size === undefined).length],
    ["rows whose file is empty", sized.filter(({ size }) => size === 0).length],
    [`rows given twice (${contradictions} with another label)`, repeated],
    [`lines that cannot be read (the first: ${unreadable.examples.join(", ")})`, unreadable.count],
    [`mementos beyond ${most} of a TimeMap`, found.length - written.length],
  ];
  for (const [what, count] of left) if (count > 0) console.log(`  left out, ${what}: ${count}`);
}

/** Reads the labels of a collection: each memento once, in the order of the file. */
function rowsOf(file) {
  const rows = new Map();
  const unreadable = new Counting();
  let [repeated, contradictions] = [0, 0];
  for (const { number, field } of labelRows(readTextFile(file))) {
    const row = { id: field("id"), date: field("date"), uri: field("uri") };
    const label = readLabel(field("label"));
    if (!isSafe(row) || label === undefined || label === "unsure") {
      unreadable.add(`line ${number}`);
      continue;
    }
    // A file is one memento, and so is one second of one URI.
    const keys = [`${row.id}/${row.date}`, `${row.date} ${row.uri}`];
    const before = keys.map((key) => rows.get(key)).find((one) => one !== undefined);
    if (before === undefined) for (const key of keys) rows.set(key, { ...row, label });
    else {
      repeated += 1;
      if (before.label !== label) contradictions += 1;
    }
  }
  const each = [...rows].filter(([key, { id, date }]) => key === `${id}/${date}`);
  return { rows: each.map(([, row]) => row), unreadable, repeated, contradictions };
}

/** Returns true if a row names a file inside the folder of pages, and a URI that is valid in a WARC header. */
const isSafe = ({ id, date, uri }) =>
  /^\w[\w.-]*$/.test(id) &&
  /^\d{14}$/.test(date) &&
  parseDatetime(date) !== undefined &&
  /^https?:\/\/[^\s\p{Cc}]+$/iu.test(uri) &&
  URL.canParse(uri);

const fileOf = (pages, { id, date }) => join(pages, id, `${date}.html`);

/** Returns the size of a file in bytes, or undefined if it does not exist. */
function sizeOf(file) {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

/** Returns a WARC response record of a page, with an HTTP header that the source lacks. */
function recordOf(date, uri, page) {
  const fields = [
    ["Content-Type", "application/http; msgtype=response"],
    ["WARC-Payload-Digest", digest(page)],
  ];
  const block = Buffer.concat([httpHeader(200, [["Content-Type", "text/html"]]), page]);
  return warcRecord({ version: "1.0", type: "response", date, uri, fields, block }).bytes;
}

await script(main);
