/**
 * node make-warcs.mjs FOLDER FILES MEMENTOS: writes that many WARC files, the same bytes every time: the records of
 * fixtures/collection and of generated mementos, dealt out like cards, so that TimeMaps, revisits and redirects reach
 * over all files.
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
import { gunzipSync } from "node:zlib";
import { generateWarc } from "../../bench/generate.mjs";

const [folder, files, mementos] = process.argv.slice(2);
const collection = join(import.meta.dirname, "../../fixtures/collection");

mkdirSync(folder, { recursive: true });
const generated = join(folder, "generated.tmp");
generateWarc(generated, Number(mementos));
const sources = readdirSync(collection)
  .filter((name) => name.endsWith(".warc.gz"))
  .sort()
  .map((name) => join(collection, name));
const paths = Array.from({ length: Number(files) }, (_, i) =>
  join(folder, `part-${String(i).padStart(3, "0")}.warc.gz`),
);
for (const path of paths) writeFileSync(path, "");
let dealt = 0;
for (const source of [...sources, generated]) {
  for (const member of members(readFileSync(source))) {
    appendFileSync(paths[dealt % paths.length], member);
    dealt += 1;
  }
}
rmSync(generated);

/** The gzip members of a file: the shortest pieces from one gzip signature to another that decompress. */
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
