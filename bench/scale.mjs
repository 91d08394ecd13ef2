import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generateWarc } from "./generate.mjs";

const root = join(import.meta.dirname, "..");
const measures = "cosine,wordcount,bytecount,jaccard,sorensen,simhash-raw,simhash-tf,gensim_lsi";
/** Gives about 12 kB of HTML a page. */
const wordsPerPage = 600;

/**
 * Runs the command on 2,000, 20,000 ... mementos up to `largest`, with 1 and 2 workers, to see whether throughput and
 * memory stay constant and what a second worker gains. Puts temporary files into `folder`.
 */
export function benchScale(largest, folder) {
  process.stdout.write(
    "mementos  workers   seconds   CPU s  mementos/s  peak RSS MB  throughput, RSS beside the size before  beside 1 worker\n",
  );
  const before = new Map();
  for (let count = 2000; count <= largest; count *= 10) {
    const warc = join(folder, `${count}.warc.gz`);
    generateWarc(warc, count, { wordsPerPage });
    let single;
    for (const workers of [1, 2]) {
      const usage = run(warc, workers, folder);
      const rate = count / usage.seconds;
      const smaller = before.get(workers);
      const cells = [
        String(count).padStart(8),
        String(workers).padStart(8),
        usage.seconds.toFixed(1).padStart(9),
        usage.cpu.toFixed(1).padStart(7),
        rate.toFixed(0).padStart(11),
        usage.rssMB.toFixed(0).padStart(12),
        (smaller === undefined
          ? ""
          : `${(rate / smaller.rate).toFixed(2)}, ${(usage.rssMB / smaller.rssMB).toFixed(2)}`
        ).padStart(39),
        (single === undefined ? "" : (single / usage.seconds).toFixed(2)).padStart(16),
      ];
      process.stdout.write(`${cells.join(" ")}\n`);
      before.set(workers, { rate, rssMB: usage.rssMB });
      single ??= usage.seconds;
    }
  }
}

function run(warc, workers, folder) {
  const usageFile = join(folder, "usage.json");
  execFileSync(
    process.execPath,
    [
      ...["--import", join(import.meta.dirname, "report-usage.mjs")],
      join(root, "bin", "detect_off_topic.js"),
      ...["-q", "-i", `warc=${warc}`, "-tm", measures, "--workers", String(workers)],
      ...["-ot", "jsonl", "-o", join(folder, "results.jsonl")],
    ],
    { env: { ...process.env, USAGE_FILE: usageFile }, stdio: ["ignore", "inherit", "inherit"] },
  );
  return JSON.parse(readFileSync(usageFile, "utf8"));
}
