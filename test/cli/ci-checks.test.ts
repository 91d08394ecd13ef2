import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeLock } from "../../src/read/http/directory/lock.js";
import { QUICK, temporaryFolder } from "../support/run-bin.js";
import { type EndedInside, runInside } from "../support/run-inside.js";
import { parseXml } from "../support/xml.js";
import { page, pageRecord, warcinfo } from "../support/warc-builder.js";

const TEXTS = {
  on: "the keeper of the lamp in the harbour wrote a diary of ships and storms",
  off: "casino bonus jackpot poker slots free spins and betting odds without deposit",
} as const;

const capture = (seed: string, year: number, about: keyof typeof TEXTS): Buffer =>
  pageRecord(seed, { date: `${year}-01-01T00:00:00Z` }, page(seed, `${TEXTS[about]} `.repeat(9)));

/** Seeds with the topic of each year. Of the last one the first verdict alone is off-topic. */
const SEEDS: Readonly<Record<string, readonly (keyof typeof TEXTS)[]>> = {
  ...{ gone: ["on", "off"], lost: ["on", "on", "off"], back: ["on", "off", "on"] },
  good: ["on", "on"],
};
const CRAWL = Buffer.concat([
  warcinfo(),
  ...Object.entries(SEEDS).flatMap(([seed, years]) =>
    years.map((about, at) => capture(seed, 2010 + at, about)),
  ),
]);

interface Job extends EndedInside {
  readonly summary: Readonly<Record<string, unknown>>;
  readonly junit: string;
}

async function job(bytes: Uint8Array, ...more: readonly string[]): Promise<Job> {
  const folder = temporaryFolder();
  const [file, summary, junit] = ["crawl.warc", "summary.json", "seeds.xml"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, bytes);
  const ended = await runInside([
    ...["-q", "-i", `warc=${file}`, ...QUICK, "-tm", "cosine=0.3", "--summary", summary],
    ...["-ot", "junit", "-o", junit, ...more],
  ]);
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  const written = JSON.parse(read(summary) || "{}") as Job["summary"];
  return { ...ended, summary: written, junit: read(junit) };
}

describe("a run as a check of data", () => {
  it.each([
    ["off-topic-seeds", 4],
    ["off-topic-seeds=1", 4],
    ["off-topic-seeds=2", 0],
    ["off-topic-seeds=49%", 4],
    ["off-topic-seeds=50%", 0],
  ])("--fail-on %s counts the seeds that are off-topic now", async (rule, status) => {
    const { stderr, ...ended } = await job(CRAWL, "--fail-on", rule);
    expect(ended.status).toBe(status);
    expect(ended.summary).toMatchObject({ timeMapsOffTopicNow: 2, exitStatus: status });
    const met = `${rule} (2 of 4 seeds, 50%)`;
    expect(ended.summary["failOnMet"]).toEqual(status === 4 ? [met] : []);
    expect(stderr).toBe(status === 4 ? `--fail-on is met: ${met}.\n` : "");
  });

  it("--fail-on new-off-topic-seed names up to five seeds, with the reasons", async () => {
    const history = join(temporaryFolder(), "known");
    const seeds = Array.from({ length: 7 }, (_, at) => `seed${at}`);
    const crawl = (year: number, about: keyof typeof TEXTS): Buffer =>
      Buffer.concat([warcinfo(), ...seeds.map((seed) => capture(seed, year, about))]);
    await job(crawl(2010, "on"), "--history", history);
    const ended = await job(
      crawl(2011, "off"),
      ...["--history", history, "--fail-on", "new-off-topic-seed"],
    );
    expect(ended.status).toBe(4);
    expect(ended.stderr).toMatch(
      /\(7 seeds: http:\/\/seed0\.example\/[^;]*(?:; http[^;]+){4}; 2 more\)/u,
    );
    expect(ended.summary).toMatchObject({ timeMapsOffTopicNow: 7, exitStatus: 4 });
  });

  it("a file that ends within a page is damage: a warning, a count, and an error in JUnit", async () => {
    const { status, stderr, summary, junit } = await job(CRAWL.subarray(0, -100));
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning: \S+crawl\.warc, byte \d+: http:\/\/good\.example\/ is cut off: /u,
    );
    expect(summary).toMatchObject({ damagedPlaces: 1, accessErrors: 1 });
    const cases = parseXml(junit).children[0]!.children;
    const [last] = cases.slice(-1);
    expect(last?.attributes["name"]).toMatch(/crawl\.warc$/u);
    expect(last?.children[0]).toMatchObject({ name: "error", attributes: { type: "damage" } });
  });

  it("a run that judged nothing and has no row keeps the output of an earlier run", async () => {
    const folder = temporaryFolder();
    const [empty, output] = [join(folder, "empty.warc"), join(folder, "last.jsonl")];
    writeFileSync(empty, warcinfo());
    const args = ["-q", "-i", `warc=${empty}`, "-o", output, ...QUICK];
    expect(await runInside(args)).toMatchObject({ status: 6 });
    expect(readFileSync(output, "utf8")).toBe("");
    writeFileSync(output, "rows\n");
    const { status, stderr } = await runInside(args);
    expect(status).toBe(6);
    expect(stderr).toContain("existing outputs are kept");
    expect(readFileSync(output, "utf8")).toBe("rows\n");
  });

  it("a folder that another run uses ends a command with status 5, which is no mistake in the command", async () => {
    const folder = temporaryFolder();
    const release = await takeLock(folder);
    const { status, stderr } = await runInside(["-i", "uri-m=http://127.0.0.1:9/", "-d", folder]);
    await release();
    expect(stderr).toContain(`${folder} is in use by process ${process.pid}`);
    expect(status).toBe(5);
  });
});
