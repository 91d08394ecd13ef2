/**
 * Measures `--fetch changes` over many seeds: node bench/changes-seeds.mjs [--seeds 100000] [--captures 8]
 *
 * A process of its own is the archive. Every tenth seed is parked from the middle on. Prints requests, time and peak memory.
 * Run `npm run build` before.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { request } from "undici";
import { prepareRun } from "../dist/lib/index.js";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100000" },
    captures: { type: "string", default: "8" },
    serve: { type: "boolean", default: false },
  },
});
const captures = Number(values.captures);
const dateOf = (at) => new Date(Date.UTC(2010, at, 1));
const stampOf = (at) => dateOf(at).toISOString().replace(/\D/g, "").slice(0, 14);
const isParked = (seed, at) => Number(seed) % 10 === 0 && at >= captures / 2;
const TOPICS = ["river", "harbour", "museum", "library", "orchestra", "garden", "school"];

function pageOf(seed, at) {
  if (isParked(seed, at))
    return "<!DOCTYPE html><title>For sale</title><p>This domain is for sale. Buy this domain now.</p>";
  const topic = TOPICS[seed % TOPICS.length];
  const text = `The ${topic} ${seed} opens in summer, with guides and tickets for families of the ${topic}. `;
  return `<!DOCTYPE html><title>${topic} ${seed}</title><p>${text.repeat(8)}</p><p>${2000 + at}</p>`;
}

function serve() {
  let requests = 0;
  const server = createServer(({ url, headers }, response) => {
    if (url === "/requests") return response.end(String(requests));
    requests += 1;
    const [, seed] = /http:\/\/s(\d+)\.example\//.exec(url) ?? [];
    const ts = /^\/web\/(\d{14})id_\//.exec(url)?.[1];
    if (ts === undefined) {
      const lines = Array.from({ length: captures }, (_, at) => [
        ...["-", stampOf(at), `http://s${seed}.example/`, "text/html", "200", `D${seed}X${at}`],
        String(pageOf(seed, at).length),
      ]);
      const names = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest"];
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify([[...names, "length"], ...lines]));
    }
    const at = 12 * (Number(ts.slice(0, 4)) - 2010) + Number(ts.slice(4, 6)) - 1;
    return response
      .writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "memento-datetime": dateOf(at).toUTCString(),
        host: headers.host,
      })
      .end(pageOf(seed, at));
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
  process.stdin.on("end", () => process.exit(0)).resume();
}

async function measure() {
  const script = [import.meta.filename, "--serve", "--captures", values.captures];
  const server = spawn(process.execPath, script, { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = await once(createInterface({ input: server.stdout }), "line");
  const origin = `http://127.0.0.1:${port}`;
  const count = Number(values.seeds);
  const rate = 1e9;
  const started = performance.now();
  const { results, tally } = await prepareRun({
    input: Array.from(
      { length: count },
      (_, seed) => `timemap=${origin}/web/timemap/json/http://s${seed}.example/`,
    ),
    fetch: "changes",
    concurrency: 10,
    rate: { timemap: rate, api: rate, playback: rate },
  });
  let found = 0;
  for await (const { overall } of results) found += Number(overall === "off-topic");
  const seconds = (performance.now() - started) / 1000;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const requests = await (await request(`${origin}/requests`)).body.text();
  server.kill();
  const planted = Math.ceil(count / 10) * (captures - Math.ceil(captures / 2));
  console.log(
    [
      `${count} seeds, ${tally.mementos} captures, ${tally.inferred} inferred, ${requests} requests`,
      `off-topic ${found} of ${planted}`,
      `${seconds.toFixed(0)} s, ${((userCPUTime + systemCPUTime) / 1e6).toFixed(0)} CPU s, peak ${(maxRSS / 1024).toFixed(0)} MB`,
    ].join("; "),
  );
}

if (values.serve) serve();
else await measure();
