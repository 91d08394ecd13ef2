import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
  readonly date: string;
  readonly month: number;
}

/** Summary of a run. */
interface Told {
  readonly offTopicSeeds?: Listed;
  readonly recoveredSeeds?: Listed;
  readonly changedVerdicts?: Listed;
}

interface Listed {
  readonly listed: readonly {
    readonly "URI-M": string;
    readonly "URI-R": string;
    readonly "memento-datetime": string;
    readonly after: string;
  }[];
}

/** Returns the seeds whose state has changed. A run that was killed after it had written them is followed by one that says the same. */
const seedsOf = (told: readonly Told[], month: number): Seen[] => {
  const of = (seeds: Listed | undefined, what: Seen["what"]): Seen[] =>
    (seeds?.listed ?? []).map((each) => ({
      ...{ uri: each["URI-R"], date: each["memento-datetime"], what, month },
    }));
  const all = told.flatMap(({ offTopicSeeds, recoveredSeeds }) => [
    ...of(offTopicSeeds, "off-topic"),
    ...of(recoveredSeeds, "recovered"),
  ]);
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
};

/** Returns the verdicts in rows of JSON Lines by URI-M. */
function verdictsOf(rows: string): Map<string, string> {
  const verdicts = new Map<string, string>();
  for (const line of rows.split("\n").filter((each) => each.includes('"URI-T"'))) {
    const row = JSON.parse(line) as Record<string, string>;
    verdicts.set(row["URI-M"]!, row["overall topic status"] ?? "no verdict");
  }
  return verdicts;
}

/** Returns the input of all crawls so far. The first one is a WARC file. */
const inputsOf = (folder: string): string[] => {
  const hasWacz = readdirSync(join(folder, "crawls")).some((name) => name.endsWith(".wacz"));
  return ["warc", ...(hasWacz ? ["wacz"] : [])].flatMap((kind) => [
    "-i",
    `${kind}=${folder}/crawls`,
  ]);
};

/**
 * Runs the command and kills it at a random moment, as often as it has not ended by then; the last time it ends by itself.
 */
async function runDespiteKills(
  args: readonly string[],
  files: readonly string[],
  random: () => number,
): Promise<void> {
  for (let kills = 0; kills < 3; kills += 1) {
    const { signal } = await runProcess(args, {
      onStart: (child) => {
        const timer = setTimeout(() => child.kill("SIGKILL"), random() * 4000);
        child.once("exit", () => clearTimeout(timer));
      },
    });
    if (signal === null) return;
    // The next run replaces them, and tells nothing again if this one was killed after it had added its captures.
    for (const path of files) {
      if (existsSync(path)) copyFileSync(path, path.replace(/new(?=\.\w+$)/u, String(kills)));
    }
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
    const seen: Seen[] = [];
    const verdicts = new Map<string, string>();
    for (let month = 0; month < MONTHS; month += 1) {
      await addCrawl(month, folder);
      const told = join(folder, "told");
      mkdirSync(told);
      const [results, summary] = [join(told, "new.jsonl"), join(told, "new.json")];
      const known = ["--history", join(folder, "known")];
      const args = [...inputsOf(folder), ...known, "--summary", summary, "-ot", "jsonl"];
      if (isLong) await runDespiteKills([...args, "-o", results], [results, summary], random);
      else writeFileSync(results, (await runToFile(args)).text);
      for (const name of readdirSync(told)) {
        const text = readFileSync(join(told, name), "utf8");
        if (name.endsWith(".jsonl")) {
          for (const [uriM, verdict] of verdictsOf(text)) verdicts.set(uriM, verdict);
        }
      }
      const summaries = readdirSync(told)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(told, name), "utf8")) as Told);
      for (const { changedVerdicts } of summaries) {
        for (const each of changedVerdicts?.listed ?? []) verdicts.set(each["URI-M"], each.after);
      }
      seen.push(...seedsOf(summaries, month));
      rmSync(told, { recursive: true });
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
    // The rows of all months with their later changes are those of a run over all files.
    const whole = await runToFile([...inputsOf(folder), "-ot", "jsonl"]);
    expect([...verdicts].sort()).toEqual([...verdictsOf(whole.text)].sort());
  },
);
