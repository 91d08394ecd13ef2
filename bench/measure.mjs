/**
 * Runs one job in a process of its own and prints its time and memory as JSON. Argument 1 is the job, 2 its options.
 */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { prepareRun, inputs, writers } from "../dist/lib/index.js";

const [job, text] = process.argv.slice(2);
const options = JSON.parse(text);
const jobs = { gunzip, read, detect };
const started = performance.now();
const told = await jobs[job](options);
const seconds = (performance.now() - started) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpu = (userCPUTime + systemCPUTime) / 1e6;
process.stdout.write(JSON.stringify({ seconds, cpu, rssMB: maxRSS / 1024, ...told }));

/** The reference for all jobs: every reader has at least to decompress the file. */
async function gunzip({ warc }) {
  let bytes = 0;
  for await (const chunk of createReadStream(warc, { highWaterMark: 1 << 20 }).pipe(createGunzip()))
    bytes += chunk.length;
  return { bytes };
}

async function read({ warc }) {
  const input = inputs.find(({ keyword }) => keyword === "warc");
  const sources = await input.prepare([warc]);
  const context = {
    signal: new AbortController().signal,
    maxPageBytes: 64 << 20,
    redirects: "follow",
  };
  const counts = {};
  for await (const { kind } of input.read(sources, context)) counts[kind] = (counts[kind] ?? 0) + 1;
  return { records: Object.values(counts).reduce((a, b) => a + b, 0) };
}

async function detect({ warc, measures, workers, lean }) {
  let scoringFrom;
  let records = 0;
  const run = await prepareRun({
    input: `warc=${warc}`,
    measures,
    ...(workers !== undefined && { workers }),
    ...(lean && { simhash: false, contentLength: false, detectLanguage: false }),
    onProgress: (progress) => {
      if (progress.phase === "scoring") scoringFrom ??= performance.now();
      else records = progress.records;
    },
  });
  const writer = writers.find(({ keyword }) => keyword === "json");
  let written = 0;
  for await (const part of writer.write(run.results, run.settings)) written += part.length;
  return {
    records,
    mementos: run.tally.mementos,
    written,
    scoringSeconds: scoringFrom === undefined ? 0 : (performance.now() - scoringFrom) / 1000,
  };
}
