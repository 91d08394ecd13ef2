/**
 * Writes FILES WARC files: node make-warcs.mjs FOLDER FILES MEMENTOS [LONG REVISITS]. Their records are those of
 * fixtures/collection and of generated mementos, dealt out in turn, so that TimeMaps, revisits and redirects extend
 * over all files. One more TimeMap has LONG mementos, and REVISITS revisits repeat the generated mementos. The same
 * arguments give the same bytes.
 */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateWarc } from "../../bench/generate.mjs";

const [folder, files, mementos, long = "0", revisits = "0"] = process.argv.slice(2);
const collection = join(import.meta.dirname, "../../fixtures/collection");

mkdirSync(folder, { recursive: true });
const generated = join(folder, "generated.tmp");
generateWarc(generated, Number(mementos));
const skewed = join(folder, "long.tmp");
const mementosPerSeed = Number(long);
generateWarc(skewed, mementosPerSeed, { mementosPerSeed, wordsPerPage: 100, firstSeed: 1e5 });
const sources = readdirSync(collection)
  .filter((name) => name.endsWith(".warc.gz"))
  .sort()
  .map((name) => join(collection, name));
const paths = Array.from({ length: Number(files) }, (_, i) =>
  join(folder, `part-${String(i).padStart(3, "0")}.warc.gz`),
);
for (const path of paths) writeFileSync(path, "");
let dealt = 0;
const deal = (member) => {
  appendFileSync(paths[dealt % paths.length], member);
  dealt += 1;
};
for (const source of [...sources, generated, skewed]) {
  for (const member of members(readFileSync(source))) deal(member);
}
const targets = [...members(readFileSync(generated))].map(fieldsOf);
for (let number = 0; number < Number(revisits); number += 1) {
  deal(revisitOf(targets[number % targets.length], number));
}
rmSync(generated);
rmSync(skewed);

function fieldsOf(member) {
  const lines = gunzipSync(member)
    .toString("latin1")
    .split("\r\n\r\n", 1)[0]
    .split("\r\n")
    .slice(1);
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/u)));
}

/** Returns a revisit record of a later date that names its target. */
function revisitOf(target, number) {
  const date = new Date(Date.UTC(2012, 0, 1) + number * 6e4).toISOString().replace(".000", "");
  const fields = {
    "WARC-Type": "revisit",
    "WARC-Record-ID": `<urn:revisit:${number}>`,
    "WARC-Date": date,
    "WARC-Target-URI": target["WARC-Target-URI"],
    "WARC-Payload-Digest": target["WARC-Payload-Digest"],
    "WARC-Profile": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
    "WARC-Refers-To-Target-URI": target["WARC-Target-URI"],
    "WARC-Refers-To-Date": target["WARC-Date"],
    "Content-Length": 0,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return gzipSync(["WARC/1.1", ...lines, "", "", "", ""].join("\r\n"), { level: 1 });
}

/** Yields the gzip members of a file: the shortest pieces between two gzip signatures that can be decompressed. */
function* members(bytes) {
  let start = 0;
  while (start < bytes.length) {
    let end = start;
    do {
      const next = bytes.indexOf("1f8b08", end + 1, "hex");
      end = next < 0 ? bytes.length : next;
    } while (end < bytes.length && !isWhole(bytes.subarray(start, end)));
    yield bytes.subarray(start, end);
    start = end;
  }
}

function isWhole(member) {
  try {
    return gunzipSync(member).length > 0;
  } catch {
    return false;
  }
}
