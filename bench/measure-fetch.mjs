/**
 * Runs one fetching job in a process of its own and prints its time and memory as JSON. Argument 1 is the job, 2 its
 * options.
 */
import { request, Agent } from "undici";
import { prepareRun } from "../dist/lib/index.js";
import { openFetcher } from "../build/read/http/fetcher.js";

const [job, text] = process.argv.slice(2);
const options = JSON.parse(text);
const uriT = `${options.origin}/web/timemap/link/http://seed.example/`;
const started = performance.now();
await { bare, fetch: fetchAll, detect }[job](options);
const seconds = (performance.now() - started) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpu = (userCPUTime + systemCPUTime) / 1e6;
process.stdout.write(JSON.stringify({ seconds, cpu, rssMB: maxRSS / 1024 }));

/** Returns the URIs of the raw mementos that the server has. */
function rawUris({ origin, count }) {
  return Array.from({ length: count }, (_, number) => {
    const ts = new Date(Date.UTC(2010, 0, 1) + number * 3_600_000).toISOString();
    return `${origin}/web/${ts.replace(/\D/g, "").slice(0, 14)}id_/http://seed.example/`;
  });
}

/** Calls `get` for each URI, ten at a time, because every fetching job uses ten connections. */
async function inTens(uris, get) {
  const next = uris[Symbol.iterator]();
  const worker = async () => {
    for (const uri of next) await get(uri);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

async function bare(given) {
  const dispatcher = new Agent({ connections: 10 });
  await inTens(rawUris(given), async (uri) => {
    const { body } = await request(uri, { dispatcher });
    await body.arrayBuffer();
  });
  await dispatcher.close();
}

function limitsOf({ concurrency, perSecond = 1e5 }) {
  const rate = perSecond * 60;
  return { concurrency, perMinute: { timemap: rate, api: rate, playback: rate } };
}

async function fetchAll(given) {
  const { directory } = given;
  const input = { keyword: "timemap", sources: [uriT] };
  const fetcher = await openFetcher({
    limits: limitsOf(given),
    ...(directory !== undefined && { record: { directory, input } }),
  });
  const uris = rawUris(given);
  await inTens(uris, async (uri) => {
    const outcome = await fetcher.fetch({ uri, requestClass: "playback" });
    if ("problem" in outcome) throw new Error(outcome.problem.message);
  });
  await fetcher.close();
}

async function detect(given) {
  const run = await prepareRun({
    input: `timemap=${uriT}`,
    measures: "cosine,wordcount",
    directory: given.directory,
    concurrency: given.concurrency,
    rate: limitsOf(given).perMinute,
  });
  let mementos = 0;
  for await (const { kind } of run.results) mementos += Number(kind === "memento");
  if (mementos !== given.count) throw new Error(`${mementos} mementos, not ${given.count}`);
}
