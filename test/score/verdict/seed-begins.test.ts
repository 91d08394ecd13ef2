import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDecisions, parseDecisions } from "../../../src/write/decisions.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const SEED = "http://site-12.example/";
const STRANGER =
  "<title>Buy insurance</title><p>Cheap insurance offers for drivers, compare the prices of forty insurers today.</p>";
const page = (year: number): string =>
  `<title>Ferry museum</title><p>The museum of the old ferry shows engines, letters and photographs of ${year}.</p>`;

interface Given {
  readonly crawl: string;
  readonly decisions: string;
  readonly folder: string;
}

/** Writes a crawl that begins with strangers. */
function given(): Given {
  const folder = temporaryFolder();
  const crawl = join(folder, "crawl.warc");
  const records = [STRANGER, STRANGER, page(2003), page(2004), page(2005)].map((html, at) =>
    warcRecord({ uri: SEED, date: `${2001 + at}-05-01T00:00:00Z` }, http(`<html>${html}</html>`)),
  );
  writeFileSync(crawl, Buffer.concat(records));
  return { crawl, folder, decisions: join(folder, "decisions.tsv") };
}

/** Decides that the seed begins with the third capture. */
function decide({ decisions }: Given, rows: readonly Row[]): string {
  const uriM = rows[2]!["URI-M"];
  const date = "2003-05-01T00:00:00Z";
  writeFileSync(decisions, formatDecisions([{ uriM, label: "on-topic", date, begins: SEED }]));
  return uriM;
}

interface Row {
  readonly "URI-M": string;
  readonly "overall topic status": string;
  readonly "compared with": string;
  readonly override?: { readonly by: string };
}

const rowsIn = (text: string): readonly Row[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => "URI-M" in row);

async function judged({ crawl }: Given, ...more: readonly string[]): Promise<readonly Row[]> {
  const args = ["-q", "-i", `warc=${crawl}`, "-ot", "jsonl", "--explain", "--workers", "0"];
  return rowsIn((await runInside([...args, ...more])).stdout);
}

const verdicts = (rows: readonly Row[]): string =>
  rows.map((row) => (row["overall topic status"] === "on-topic" ? "N" : "F")).join("");

describe("a seed that begins with a later capture", () => {
  it("compares with the capture that a curator chose, and calls the captures before it off-topic", async () => {
    const here = given();
    const uriM = decide(here, await judged(here));
    const rows = await judged(here, "--overrides", here.decisions);
    expect(verdicts(rows)).toBe("FFNNN");
    expect(new Set(rows.map((row) => row["compared with"]))).toEqual(new Set([uriM]));
    expect(rows.map(({ override }) => override?.by)).toEqual([
      ...["URI-R", "URI-R", "URI-M", undefined, undefined],
    ]);
  });

  it("puts the labels alone into saved results", async () => {
    const here = given();
    const results = join(here.folder, "run.jsonl");
    const { stdout } = await runInside(["-q", "-i", `warc=${here.crawl}`, "-ot", "jsonl"]);
    writeFileSync(results, stdout);
    const plain = rowsIn(stdout);
    decide(here, plain);
    const args = ["-q", "convert", results, "--overrides", here.decisions, "-ot", "jsonl"];
    const rows = rowsIn((await runInside(args)).stdout);
    expect(verdicts(rows.slice(0, 3))).toBe("FFN");
    expect(verdicts(rows.slice(3))).toBe(verdicts(plain.slice(3)));
    expect(rows.map((row) => row["compared with"])).toEqual(
      plain.map((row) => row["compared with"]),
    );
  });
});

describe("the column for the first capture of a seed", () => {
  const plain = { uriM: "http://a.example/1", label: "on-topic" } as const;

  it("is left out of a file that needs none, and read where it is", () => {
    expect(formatDecisions([plain])).not.toContain("begins");
    const text = formatDecisions([plain, { ...plain, uriM: "http://a.example/2", begins: SEED }]);
    expect(parseDecisions(text)).toMatchObject({
      decisions: [{ uriM: "http://a.example/1" }, { begins: SEED }],
      problems: [],
      otherColumns: [],
    });
    expect(formatDecisions(parseDecisions(text).decisions)).toBe(text);
  });
});
