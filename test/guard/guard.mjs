/**
 * Compares the output of some 60 commands with recorded digests, to prove that a change of structure changes no output.
 *
 * node test/guard/guard.mjs           compares; exit status 1 when a digest differs
 * node test/guard/guard.mjs --write   records the digests of the present output
 * node test/guard/guard.mjs --keep D  also copies all output to folder D, to look at differences
 *
 * Needs a build. Digests do not depend on paths, the version or file times. TimeMaps and mementos come from the fixture
 * archive, which is reached under fixed host names through a proxy on loopback.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RECORD = fileURLToPath(new URL("digests.json", import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { values } = parseArgs({ options: { write: { type: "boolean" }, keep: { type: "string" } } });

const WARC = "-q -i warc=fixtures/collection";
const FAST = "--rate 60000/m --set concurrency=4 --set timeout=20";
const LEAN = "-tm cosine,bytecount --no-detect-languages";
const MANY =
  "-tm bytecount,wordcount,cosine,jaccard,sorensen,levenshtein,nlevenshtein,simhash-raw,simhash-tf,tfintersection," +
  "gensim_lsi,gensim_lda,language,length,links,ngrams,title,classes,spamsum,simhash-js";
const LABELS = "fixtures/collection/labels.tsv";
const PAGE = "fixtures/pages/bells/01-ringers.html";
const archive = (collection, form, host) =>
  `-q -i timemap=http://archive.example/${collection}/timemap/${form}/http://${host}/ ${FAST} ${LEAN}`;

/**
 * Name and arguments of each command, in rounds. `$name` is the standard output of a command of an earlier round.
 * `$out` is a folder of the command's own, whose files are digested too.
 */
const ROUNDS = [
  {
    // Input of later rounds.
    "default-json": `${WARC} -ot json`,
    "default-jsonl": `${WARC} -ot jsonl`,
    "many-jsonl": `${WARC} -ot jsonl ${MANY}`,
    topic: "topic build -q -i warc=fixtures/collection",
    "map-default": "map fixtures/collection",
    "map-paper": "map fixtures/collection --profile paper",
    "map-many": `map fixtures/collection ${MANY} --explain --signs`,
    "map-cm": "map fixtures/collection -cm all",
    "map-first-file": `map fixtures/collection/saltmouth-2009-2013.warc.gz ${LEAN}`,
    "map-second-file": `map fixtures/collection/saltmouth-2014-2018.warc.gz ${LEAN}`,
    "paper-jsonl": `${WARC} -ot jsonl --profile paper`,
    "otmt-json": `${WARC} -ot json --profile otmt-1.0.5`,
    fetched: `${archive("plain", "link", "n12.example")} -ot jsonl -d $out`,
  },
  {
    "default-csv": `${WARC} -ot csv`,
    "default-text": `${WARC} -ot text`,
    "default-golddatafile": `${WARC} -ot golddatafile`,
    "default-html": `${WARC} -ot html --replay https://replay.example/c/`,
    "default-explain-signs": `${WARC} -ot jsonl --explain --signs`,
    "default-explain-text": `${WARC} -ot text --explain`,
    "paper-json": `${WARC} -ot json --profile paper`,
    "paper-csv": `${WARC} -ot csv --profile paper --explain --signs`,
    "paper-text": `${WARC} -ot text --profile paper --explain --signs`,
    "paper-golddatafile": `${WARC} -ot golddatafile --profile paper`,
    "paper-html": `${WARC} -ot html --profile paper`,
    "otmt-csv": `${WARC} -ot csv --profile otmt-1.0.5`,
    "otmt-jsonl": `${WARC} -ot jsonl --profile otmt-1.0.5`,
    "otmt-text": `${WARC} -ot text --profile otmt-1.0.5`,
    "otmt-all": `${WARC} -ot json --profile otmt-1.0.5 ${MANY}`,
    "structure-json": `${WARC} -ot json -tm structure=0.5,style=0.5,structure-style=0.5 --workers 0`,
    references: `${WARC} -ot jsonl -tm cosine@medoid,jaccard@median,bytecount --combine majority`,
    previous: `${WARC} -ot text -tm cosine=0.12,wordcount --set reference=previous --combine all`,
    learned: `${WARC} -ot csv -tm cosine,wordcount --combine learned`,
    "topic-jsonl": `${WARC} -ot jsonl -cm all --topic $topic --explain`,
    "topic-text": `${WARC} -ot text -cm vsm,terms -tm cosine`,
    language: `${WARC} -ot jsonl -tm language,cosine,jaccard --language auto --set preprocess=jaccard:no-stem`,
    removers: `${WARC} -ot csv ${LEAN} --boilerplate density --set fusion=greedy`,
    justext: `${WARC} -ot csv ${LEAN} --boilerplate justext`,
    readability: `${WARC} -ot csv ${LEAN} --boilerplate readability`,
    "grouped-by-uri": `${WARC} -ot jsonl ${LEAN} --set group-by=uri --set status=all --set redirects=skip --set revisits=skip --set first=usable`,
    lists: `${WARC} -ot text ${LEAN} --offtopic-file $out/off --ontopic-file $out/on -o $out/text`,
    "single-files": `-q -i warc=fixtures/warcs -ot jsonl ${LEAN}`,
    resolved: "resolve $map-first-file $map-second-file",
    cluster: "cluster -q -i warc=fixtures/collection -ot json",
    "fragments-text": `fragments ${PAGE} --set fusion=greedy`,
    "fragments-json": `fragments ${PAGE} --set fusion=smooth --output-type json`,
    "timemap-paged": `${archive("paged", "link", "n10.example")} -ot jsonl`,
    "timemap-index": `${archive("index", "link", "n10.example")} -ot csv`,
    "timemap-json": `${archive("plain", "json", "n6.example")} -ot json`,
    "timemap-cdxj": `${archive("plain", "cdxj", "n6.example")} -ot text`,
    "timemap-wayback": `${archive("plain", "wayback", "n6.example")} -ot jsonl --sample 3`,
    "timemap-cdx": `${archive("plain", "cdx", "n6.example")} -ot golddatafile --limit 4`,
    archiveit: `-q -i archiveit=1003 --set archiveit-uri=http://archive.example ${FAST} ${LEAN} -ot jsonl`,
    "timemap-files": `-q -i timemap=@$timemaps/list ${FAST} ${LEAN} --limit 2 -ot jsonl`,
    dir: `-q -i dir=$fetched.out ${LEAN} -ot jsonl --from 201003`,
  },
  {
    "reduce-default": "reduce $map-default",
    "reduce-paper": "reduce $map-paper --profile paper",
    "reduce-many": `reduce $map-many ${MANY} --explain --signs`,
    "reduce-cm": "reduce $map-cm -cm all --topic $topic",
    "reduce-shard-1": "reduce $map-paper --profile paper --shard 1/2",
    "reduce-shard-2": "reduce $map-paper --profile paper --shard 2/2",
    "reduce-resolved": `reduce $resolved ${LEAN}`,
    fit: "fit $map-cm -cm all",
    evaluate: `evaluate ${LABELS} $many-jsonl`,
    "evaluate-markdown": `evaluate ${LABELS} $default-jsonl -ot markdown --plots $out`,
    "evaluate-csv": `evaluate ${LABELS} $paper-jsonl -ot csv --set steps=21`,
    "evaluate-json": `evaluate ${LABELS} $otmt-json -ot json --profile otmt-1.0.5`,
    calibrate: `calibrate ${LABELS} $many-jsonl --set resamples=50`,
    compare: "compare $default-jsonl $paper-jsonl",
    "compare-json": "compare $default-json $default-jsonl",
    "report-jsonl": "report $default-jsonl",
    "report-otmt": "report $otmt-json --profile otmt-1.0.5",
    "exclude-duplicates": "exclude_duplicates -i $default-json",
    "select-by-language": "select_by_language -i $default-jsonl -l en",
    slices: "slice_by_datetime -i $default-json",
  },
  {
    thresholds: `${WARC} -ot csv -tm cosine,ngrams --thresholds $calibrate`,
    merge: "merge $reduce-shard-1 $reduce-shard-2",
    clusters: "cluster_by_simhash -i $default-json -s $slices",
  },
  { "high-quality": "select_high_quality -i $clusters --set scores=$out/scores" },
];

const work = mkdtempSync(join(tmpdir(), "dot-guard-"));
const archiveServer = spawn(
  process.execPath,
  [fileURLToPath(new URL("../support/archive-server/server.mjs", import.meta.url))],
  { stdio: ["pipe", "pipe", "inherit"] },
);
const [line] = await once(createInterface({ input: archiveServer.stdout }), "line");
const proxy = await proxyTo(JSON.parse(line).port);

copyTimeMaps();
try {
  const started = Date.now();
  const digests = {};
  for (const round of ROUNDS) {
    const queue = Object.entries(round);
    const next = async () => {
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
        Object.assign(digests, await run(...entry));
      }
    };
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, next));
  }
  if (values.keep !== undefined) cpSync(work, values.keep, { recursive: true });
  process.exitCode = conclude(digests, Math.round((Date.now() - started) / 1000));
} finally {
  proxy.close();
  proxy.closeAllConnections();
  archiveServer.kill();
  rmSync(work, { recursive: true, force: true });
}

/** Runs one command and returns the digests of its standard output and of the files in its folder. */
async function run(name, text) {
  const out = join(work, `${name}.out`);
  if (text.includes("$out")) mkdirSync(out);
  const args = text
    .split(" ")
    .map((word) =>
      word.replace(/\$([\w.-]+)/u, (_, file) => join(work, file === "out" ? `${name}.out` : file)),
    );
  const child = spawn(process.execPath, ["bin/detect_off_topic.js", ...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", LC_ALL: "C", http_proxy: proxy.uri, no_proxy: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = [[], []];
  child.stdout.on("data", (bytes) => stdout.push(bytes));
  child.stderr.on("data", (bytes) => stderr.push(bytes));
  const [status] = await once(child, "close");
  const bytes = Buffer.concat(stdout);
  writeFileSync(join(work, name), bytes);
  const expected = name.startsWith("compare") ? [0, 4] : [0];
  if (!expected.includes(status)) {
    process.stderr.write(`${name} ended with ${status}: ${Buffer.concat(stderr).toString()}`);
  }
  const files = text.includes("$out") ? filesToDigest(out) : [];
  return Object.fromEntries([
    [name, `${status} ${digest(bytes)}`],
    ...files.map((file) => [`${name}/${file}`, digest(readFileSync(join(out, file)))]),
  ]);
}

/**
 * Returns the files of a command's folder to digest. The files of a working directory contain times, so `dir` reads
 * them again instead.
 */
function filesToDigest(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^lock$|\.(warc\.gz|cdxj|json)$/u.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Returns the SHA-256 of an output, with the paths of this machine and the version replaced. */
function digest(bytes) {
  const text = bytes.toString("latin1").replaceAll(work, "WORK").replaceAll(version, "VERSION");
  return createHash("sha256").update(text, "latin1").digest("hex");
}

/**
 * Copies the TimeMap fixtures without their expectations and writes a list of them. Replaces https by http, so that the
 * proxy can answer.
 */
function copyTimeMaps() {
  const [from, to] = [join(ROOT, "fixtures/timemap"), join(work, "timemaps")];
  const names = readdirSync(from).sort();
  mkdirSync(to);
  for (const name of names) {
    const [text] = readFileSync(join(from, name), "latin1").split("\n@@@\n");
    writeFileSync(join(to, name), text.replaceAll("https://", "http://"), "latin1");
  }
  writeFileSync(join(to, "list"), names.map((name) => join(to, name)).join("\n"));
}

/** Compares digests with the recorded ones, or records them. Returns the exit status. */
function conclude(digests, seconds) {
  const sorted = Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1)));
  const count = Object.keys(sorted).length;
  if (values.write) {
    writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
    process.stdout.write(`${count} digests recorded in ${seconds} s\n`);
    return 0;
  }
  const recorded = JSON.parse(readFileSync(RECORD, "utf8"));
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(sorted)])];
  const different = names.filter((name) => recorded[name] !== sorted[name]);
  for (const name of different) process.stdout.write(`differs: ${name}\n`);
  process.stdout.write(`${count} digests compared in ${seconds} s, ${different.length} differ\n`);
  return different.length === 0 ? 0 : 1;
}

/** Starts a proxy that passes requests for any host to the server at a port of loopback. */
async function proxyTo(port) {
  const server = createServer((asked, answer) => {
    const path = asked.url.replace(/^http:\/\/[^/]*/u, "");
    const { method, headers } = asked;
    request({ host: "127.0.0.1", port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode, answered.headers);
      answered.pipe(answer);
    }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(server, { uri: `http://127.0.0.1:${server.address().port}` });
}
