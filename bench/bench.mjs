/**
 * Measures speed and memory:
 *
 * npm run bench                      2,000 generated mementos
 * npm run bench -- 20000             any other number
 * npm run bench -- --warc FILE       a WARC file of your own
 * npm run bench -- fetch             fetching from archives (fetch.mjs)
 * npm run bench -- scale [200000]    2,000 mementos, 20,000 ... with 1 and 2 workers (scale.mjs)
 * npm run bench -- scoring [2000]    scoring in TimeMaps of ten and in one TimeMap, and the model's decision (scoring.mjs)
 * npm run bench:peers [-- --warc FILE --rounds 3]   beside other programs that read WARC files (peers.mjs)
 * npm run bench -- builds OTHER      CPU seconds beside those of another checkout (builds.mjs)
 * npm run bench -- report [20000]    a report in Chromium: loading, filtering, moving between cases (report.mjs)
 *
 * Prints records, mementos/s, MB/s, peak RSS and the time of each part. Prints each time also as a ratio to the time of
 * decompressing the same file in the same run. Compare these ratios between machines.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchBuilds } from "./builds.mjs";
import { benchFetch } from "./fetch.mjs";
import { generateWarc } from "./generate.mjs";
import { benchPeers } from "./peers.mjs";
import { benchReport } from "./report.mjs";
import { benchScale } from "./scale.mjs";
import { benchScoring } from "./scoring.mjs";

const EIGHT = "cosine,wordcount,bytecount,jaccard,sorensen,simhash-raw,simhash-tf,gensim_lsi";
const argv = process.argv.slice(2);
const own = argv[argv.indexOf("--warc") + 1];
const rounds = argv.includes("--rounds") ? Number(argv[argv.indexOf("--rounds") + 1]) : 3;
const folder = mkdtempSync(join(tmpdir(), "detect_off_topic-bench-"));

try {
  if (argv[0] === "fetch") await benchFetch(Number(argv[1] ?? 10_000));
  else if (argv[0] === "scale") benchScale(Number(argv[1] ?? 20_000), folder);
  else if (argv[0] === "scoring") await benchScoring(Number(argv[1] ?? 2000), folder);
  else if (argv[0] === "peers")
    benchPeers(argv.includes("--warc") ? own : generated(2000), rounds, folder);
  else if (argv[0] === "builds") benchBuilds(argv[1], all("--warc"), rounds, folder);
  else if (argv[0] === "report") await benchReport(Number(argv[1] ?? 20_000), folder);
  else report(argv.includes("--warc") ? own : generated(Number(argv[0] ?? 2000)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function all(option) {
  return argv.flatMap((given, at) => (given === option ? [argv[at + 1]] : []));
}

function generated(count) {
  const path = join(folder, "generated.warc.gz");
  generateWarc(path, count);
  return path;
}

function report(warc) {
  const gunzip = best("gunzip", { warc });
  const megabytes = gunzip.bytes / 1e6;
  process.stdout.write(
    `${warc}: ${(statSync(warc).size / 1e6).toFixed(1)} MB compressed, ${megabytes.toFixed(1)} MB of records\n\n` +
      "run                                   seconds   CPU s  x gunzip  mementos/s   MB/s  peak RSS MB\n",
  );
  line("decompress only (the reference)", gunzip);
  line("read all records", best("read", { warc }));
  line(
    "cosine, wordcount; no metadata",
    best("detect", { warc, measures: "cosine,wordcount", lean: true }),
  );
  line("cosine, wordcount; all metadata", best("detect", { warc, measures: "cosine,wordcount" }));
  const eight = best("detect", { warc, measures: EIGHT });
  line("eight measures, all metadata", eight);
  line("the same, 1 worker", best("detect", { warc, measures: EIGHT, workers: 1 }));
  line("the same, no worker thread", best("detect", { warc, measures: EIGHT, workers: 0 }));
  process.stdout.write(
    `\n${eight.records} records, ${eight.mementos} mementos; of the ${eight.seconds.toFixed(2)} s of eight measures, ` +
      `${(eight.seconds - eight.scoringSeconds).toFixed(2)} s reading and extracting, ${eight.scoringSeconds.toFixed(2)} s scoring and writing\n`,
  );

  function line(name, { seconds, cpu, rssMB, mementos }) {
    const cells = [
      name.padEnd(36),
      seconds.toFixed(2).padStart(8),
      cpu.toFixed(2).padStart(7),
      (seconds / gunzip.seconds).toFixed(1).padStart(9),
      (mementos === undefined ? "" : Math.round(mementos / seconds).toString()).padStart(11),
      (megabytes / seconds).toFixed(1).padStart(6),
      rssMB.toFixed(0).padStart(12),
    ];
    process.stdout.write(`${cells.join(" ")}\n`);
  }
}

/** Returns the faster of two runs, each in a process of its own, because other programs may disturb one of them. */
function best(job, options) {
  const runs = [0, 1].map(() =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [join(import.meta.dirname, "measure.mjs"), job, JSON.stringify(options)],
        {
          encoding: "utf8",
          maxBuffer: 1 << 26,
        },
      ),
    ),
  );
  return runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}
