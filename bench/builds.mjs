/**
 * Compares the CPU seconds of this build with those of another checkout, in turn, without threads:
 *
 * npm run bench -- builds OTHER [--warc FILE]... [--rounds 3]
 *
 * OTHER is a folder with a build of another commit (git worktree add OTHER COMMIT). 20,000 made pages of 1 kB are read by
 * the default profile, four captures of a seed, and each given file by the default profile and by eight measures. Prints
 * the least of all rounds, because other work on the machine makes a run slower and never faster.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { generateWarc } from "./generate.mjs";

const EIGHT = "cosine,wordcount,bytecount,jaccard,sorensen,simhash-raw,simhash-tf,gensim_lsi";
const SMALL = { mementosPerSeed: 4, wordsPerPage: 60, isBare: true };

export function benchBuilds(other, warcs, rounds, folder) {
  const small = join(folder, "small.warc.gz");
  generateWarc(small, 20_000, SMALL);
  const jobs = [
    ["20,000 pages of 1 kB, default", small, []],
    ...warcs.flatMap((warc) => [
      [`${basename(warc)}, default`, warc, []],
      [`${basename(warc)}, eight measures`, warc, ["-tm", EIGHT]],
    ]),
  ];
  process.stdout.write("run                                   other   this  ratio  other MB  MB\n");
  for (const [name, warc, options] of jobs) {
    const best = [other, join(import.meta.dirname, "..")].map(() => ({ cpu: Infinity, rssMB: 0 }));
    for (let round = 0; round < rounds; round += 1)
      for (const [at, checkout] of [other, join(import.meta.dirname, "..")].entries()) {
        const { cpu, rssMB } = usageOf(checkout, warc, options, folder);
        if (cpu < best[at].cpu) best[at] = { cpu, rssMB };
      }
    const [before, now] = best;
    const cells = [
      name.padEnd(36),
      before.cpu.toFixed(2).padStart(7),
      now.cpu.toFixed(2).padStart(6),
      (now.cpu / before.cpu).toFixed(3).padStart(6),
      before.rssMB.toFixed(0).padStart(9),
      now.rssMB.toFixed(0).padStart(4),
    ];
    process.stdout.write(`${cells.join(" ")}\n`);
  }
}

function usageOf(checkout, warc, options, folder) {
  const usageFile = join(folder, "usage.json");
  execFileSync(
    process.execPath,
    [
      ...["--import", join(import.meta.dirname, "report-usage.mjs")],
      join(checkout, "bin", "detect_off_topic.js"),
      ...["-q", "-i", `warc=${warc}`, ...options, "--workers", "0"],
      ...["-ot", "jsonl", "-o", join(folder, "results.jsonl")],
    ],
    { env: { ...process.env, USAGE_FILE: usageFile }, stdio: ["ignore", "inherit", "inherit"] },
  );
  return JSON.parse(readFileSync(usageFile, "utf8"));
}
