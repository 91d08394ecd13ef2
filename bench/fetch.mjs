/**
 * Measures fetching:
 *
 * npm run bench -- fetch             10,000 small mementos from a server on this machine, then ten seconds at a limited
 *                                    rate
 * npm run bench -- fetch 2000        any other number
 *
 * Prints time and peak memory of the fetcher, with and without a working directory, and of the whole command, beside
 * those of a bare client with as many connections, which is the reference. Prints the share of the permitted rate that
 * was used.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { request } from "undici";

const CONNECTIONS = 10;
/** Requests a second that the fetcher is told to be permitted. */
const PERMITTED = 100;

export async function benchFetch(count) {
  const folder = mkdtempSync(join(tmpdir(), "detect_off_topic-bench-"));
  try {
    process.stdout.write(
      "run                                   mementos  seconds  ms/memento  CPU ms/memento  peak RSS MB\n",
    );
    const bare = await withServer(count, ({ origin }) => measure("bare", { origin, count }));
    line("bare client (the reference)", count, bare);
    const runs = [
      ["fetcher, nothing kept", "fetch", {}],
      ["fetcher, working directory", "fetch", { directory: join(folder, "a") }],
      ["all: fetched, kept, cosine, wordcount", "detect", { directory: join(folder, "b") }],
    ];
    for (const [name, job, options] of runs) {
      const one = await withServer(count, ({ origin }) =>
        measure(job, { origin, count, concurrency: CONNECTIONS, ...options }),
      );
      line(name, count, one, bare);
    }
    await limited(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the rate between the first and the last request, because the first one does not wait. */
async function limited(folder) {
  const count = PERMITTED * 10;
  await withServer(count, async ({ origin }) => {
    const options = {
      concurrency: CONNECTIONS,
      perSecond: PERMITTED,
      directory: join(folder, "c"),
    };
    const one = measure("fetch", { origin, count, ...options });
    line(`fetcher, ${PERMITTED} requests a second permitted`, count, one);
    const { first, last } = await (await request(`${origin}/times`)).body.json();
    const rate = ((count - 1) * 1000) / (last - first);
    process.stdout.write(
      `\nof the permitted rate ${((100 * rate) / PERMITTED).toFixed(1)} % is used (${rate.toFixed(1)} of ${PERMITTED} a second)\n`,
    );
  });
}

function line(name, count, { seconds, cpu, rssMB }, bare) {
  const cells = [
    name.padEnd(40),
    String(count).padStart(5),
    seconds.toFixed(2).padStart(8),
    ((1000 * seconds) / count).toFixed(3).padStart(11),
    ((1000 * cpu) / count).toFixed(3).padStart(15),
    rssMB.toFixed(0).padStart(12),
    bare === undefined ? "" : `  (${(seconds / bare.seconds).toFixed(1)} x the bare client)`,
  ];
  process.stdout.write(`${cells.join(" ").trimEnd()}\n`);
}

async function withServer(count, use) {
  const script = join(import.meta.dirname, "fetch-server.mjs");
  const server = spawn(process.execPath, [script, String(count)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [port] = await once(createInterface({ input: server.stdout }), "line");
    return await use({ origin: `http://127.0.0.1:${port}` });
  } finally {
    server.kill();
  }
}

/** Runs each job in a process of its own, so that its peak memory is its own. */
function measure(job, options) {
  const script = join(import.meta.dirname, "measure-fetch.mjs");
  return JSON.parse(
    execFileSync(process.execPath, [script, job, JSON.stringify(options)], { encoding: "utf8" }),
  );
}
