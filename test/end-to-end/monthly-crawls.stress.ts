import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { changingSites } from "../support/changing-sites.js";
import { temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { long } from "../support/thorough.js";
import { wacz } from "../support/wacz-builder.js";
import { http, warcRecord } from "../support/warc-builder.js";

const MONTHS = long(7, 24);
const sites = changingSites(long(8, 40), MONTHS);

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

/** Adds the file of a crawl to a folder: a WARC file in even months, a WACZ in odd ones. */
function addCrawl(month: number, folder: string): void {
  const bytes = builtCrawl(month);
  const name = join(folder, "crawls", `crawl-${String(month).padStart(2, "0")}`);
  if (month % 2 === 0) writeFileSync(`${name}.warc.gz`, gzipSync(bytes));
  else writeFileSync(`${name}.wacz`, wacz({ "data.warc.gz": gzipSync(bytes) }));
}

interface Seen {
  readonly uri: string;
  readonly what: "off-topic" | "recovered";
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

/** Returns the seeds whose state has changed. */
const seedsOf = ({ offTopicSeeds, recoveredSeeds }: Told, month: number): Seen[] => {
  const of = (seeds: Listed | undefined, what: Seen["what"]): Seen[] =>
    (seeds?.listed ?? []).map((each) => ({ uri: each["URI-R"], what, month }));
  return [...of(offTopicSeeds, "off-topic"), ...of(recoveredSeeds, "recovered")];
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

it(
  "alerts once for each change of monthly crawled sites, in its month or the next",
  { timeout: 3_600_000 },
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "crawls"));
    const seen: Seen[] = [];
    const verdicts = new Map<string, string>();
    for (let month = 0; month < MONTHS; month += 1) {
      addCrawl(month, folder);
      const summary = join(folder, "summary.json");
      const known = ["--history", join(folder, "known")];
      const args = [...inputsOf(folder), ...known, "--summary", summary, "-ot", "jsonl"];
      const { text } = await runToFile(args);
      for (const [uriM, verdict] of verdictsOf(text)) verdicts.set(uriM, verdict);
      const told = JSON.parse(readFileSync(summary, "utf8")) as Told;
      for (const each of told.changedVerdicts?.listed ?? [])
        verdicts.set(each["URI-M"], each.after);
      seen.push(...seedsOf(told, month));
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
