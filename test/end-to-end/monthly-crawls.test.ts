import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { changingSites } from "../support/changing-sites.js";
import { randomNumbers } from "../support/made-crawl.js";
import { runProcess, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { isLong, long } from "../support/thorough.js";
import { commandToFile } from "../tasks/evaluate/command.js";
import { wacz } from "../support/wacz-builder.js";
import { http, warcRecord } from "../support/warc-builder.js";

const MONTHS = long(7, 24);
const sites = changingSites(long(8, 40), MONTHS);

/** Whether wget crawls the sites. Starting it for a short test would take longer than the test. */
const hasWget = isLong && spawnSync("wget", ["--version"]).status === 0;

const dateOf = (month: number): string =>
  `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-05T10:20:30Z`;

/** Returns the records of a crawl as this program's own builder writes them. */
const builtCrawl = (month: number): Buffer =>
  Buffer.concat(
    sites.map((site) => {
      const { status, html } = site.answer(month);
      const statusLine = `HTTP/1.1 ${status} ${status === 200 ? "OK" : "Not Found"}`;
      return warcRecord({ uri: site.uri, date: dateOf(month) }, http(html, { statusLine }));
    }),
  );

/** Returns the records of a crawl as wget writes them, with the date of the month in place of today's. */
async function crawlOfWget(month: number, folder: string): Promise<Buffer> {
  const proxy = await startProxy(month);
  const { port } = proxy.address() as AddressInfo;
  try {
    writeFileSync(join(folder, "seeds.txt"), sites.map(({ uri }) => `${uri}\n`).join(""));
    const child = spawn(
      "wget",
      [
        ...["-q", "-i", "seeds.txt", "-O", "page.html", "--tries=1", "--no-warc-compression"],
        ...["--warc-file=crawl", "--no-warc-keep-log"],
      ],
      {
        cwd: folder,
        env: { ...process.env, http_proxy: `http://127.0.0.1:${port}`, no_proxy: "" },
        stdio: "ignore",
      },
    );
    // wget ends with 8 if a site answered with an error.
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect([0, 8]).toContain(status);
  } finally {
    proxy.close();
  }
  const text = readFileSync(join(folder, "crawl.warc"), "latin1");
  return Buffer.from(
    text.replace(/^(WARC-Date: ).*(?=\r$)/gmu, (_, field: string) => field + dateOf(month)),
    "latin1",
  );
}

/** Starts a proxy that answers for all sites. */
function startProxy(month: number): Promise<Server> {
  const server = createServer(({ url = "" }, response) => {
    const site = sites.find(({ uri }) => uri === url);
    const { status, html } = site?.answer(month) ?? { status: 404, html: "" };
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Adds the files of a crawl to a folder: a WARC file in even months, a WACZ in odd ones. */
async function addCrawl(month: number, folder: string): Promise<void> {
  const bytes = hasWget ? await crawlOfWget(month, folder) : builtCrawl(month);
  const name = `crawl-${String(month).padStart(2, "0")}`;
  const packed = gzipSync(bytes);
  const file =
    month % 2 === 0
      ? [`${name}.warc.gz`, packed]
      : [`${name}.wacz`, wacz({ "data.warc.gz": packed })];
  writeFileSync(join(folder, "crawls", file[0] as string), file[1] as Buffer);
}

interface Seen {
  readonly uri: string;
  readonly what: "off-topic" | "recovered";
  readonly month: number;
}

/** Returns what `compare` says of the seeds between two runs. */
async function seedsOf(before: string, after: string, month: number): Promise<Seen[]> {
  const { text } = await commandToFile("compare", before, after, "-ot", "json");
  const said = JSON.parse(text) as Record<string, { "URI-R": string }[]>;
  const of = (member: string, what: Seen["what"]): Seen[] =>
    said[member]!.map((each) => ({ uri: each["URI-R"], what, month }));
  return [...of("seeds newly off-topic", "off-topic"), ...of("seeds recovered", "recovered")];
}

const inputsOf = (folder: string): string[] =>
  ["warc", "wacz"].flatMap((kind) => ["-i", `${kind}=${folder}/crawls`]);

/** Options that keep what a run has read, and write the results of all crawls. */
const keeping = (folder: string): string[] => [
  "--history",
  join(folder, "kept"),
  "--since",
  "1996",
];

/**
 * Runs the command and kills it at a random moment, as often as it has not ended by then; the last time it ends by itself.
 */
async function runDespiteKills(args: readonly string[], random: () => number): Promise<void> {
  for (let kills = 0; kills < 3; kills += 1) {
    const { signal } = await runProcess(args, {
      onStart: (child) => {
        const timer = setTimeout(() => child.kill("SIGKILL"), random() * 4000);
        child.once("exit", () => clearTimeout(timer));
      },
    });
    if (signal === null) return;
  }
  const { status, stderr } = await runProcess(args);
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

it(
  "alerts once for each change of monthly crawled sites, in its month or the next",
  { timeout: 3_600_000 },
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "crawls"));
    const random = randomNumbers(24);
    const [last, today] = [join(folder, "last.jsonl"), join(folder, "today.jsonl")];
    const seen: Seen[] = [];
    for (let month = 0; month < MONTHS; month += 1) {
      await addCrawl(month, folder);
      // A single crawl has nothing to compare with.
      if (month === 0) continue;
      const options = [...inputsOf(folder), "-ot", "jsonl", ...keeping(folder)];
      if (isLong) await runDespiteKills([...options, "-o", today], random);
      else writeFileSync(today, (await runToFile(options)).text);
      if (month > 1) seen.push(...(await seedsOf(last, today, month)));
      renameSync(today, last);
    }
    for (const { uri, life, event } of sites) {
      const of = (what: Seen["what"]): number[] =>
        seen.flatMap((each) => (each.uri === uri && each.what === what ? [each.month] : []));
      const inTime = (month: number | undefined): unknown =>
        month === undefined ? [] : [expect.toBeOneOf([month, month + 1])];
      expect({ uri, life, off: of("off-topic"), back: of("recovered") }).toEqual({
        ...{ uri, life, off: inTime(event?.month), back: inTime(event?.back) },
      });
    }
    const whole = await runToFile([...inputsOf(folder), "-ot", "jsonl"]);
    expect(readFileSync(last, "utf8")).toBe(whole.text);
  },
);
