import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { page, pageRecord, warcinfo } from "../../support/warc-builder.js";

const REPLAY = "http://replay.example/";

/** A capture of a seed in a year, with the topic of its page. */
type Captured = readonly [seed: string, year: number, about: keyof typeof TEXTS];

const TEXTS = {
  lamp: "the keeper of the lamp in the harbour wrote a diary of ships and storms",
  casino: "casino bonus jackpot poker slots free spins and betting odds without deposit",
} as const;

/** Writes a WARC file with captures. */
function crawl(folder: string, name: string, captures: readonly Captured[]): string {
  const path = join(folder, name);
  const records = captures.map(([seed, year, about]) =>
    pageRecord(seed, { date: `${year}-01-01T00:00:00Z` }, page(seed, `${TEXTS[about]} `.repeat(9))),
  );
  writeFileSync(path, Buffer.concat([warcinfo(), ...records]));
  return path;
}

interface Change {
  readonly "URI-R": string;
  readonly "memento-datetime": string;
  readonly before?: string;
  readonly after?: string;
  readonly reason?: string;
}

interface Summary {
  readonly offTopicSeeds: { readonly count: number; readonly listed: readonly Change[] };
  readonly offTopicFromFirst: Summary["offTopicSeeds"];
  readonly recoveredSeeds: Summary["offTopicSeeds"];
  readonly changedVerdicts: Summary["offTopicSeeds"];
}

/** Runs with a history, and returns the messages and the summary. */
async function run(
  history: string,
  file: string,
  ...more: readonly string[]
): Promise<{ readonly stderr: string; readonly summary: Summary }> {
  const path = join(temporaryFolder(), "summary.json");
  const { status, stderr } = await runBin([
    ...["-i", `warc=${file}`, "--history", history, "--summary", path],
    ...(more.includes("-ot") ? [] : ["-ot", "jsonl"]),
    ...[...QUICK, ...(more.includes("-tm") ? [] : ["-tm", "cosine=0.3"]), ...more],
  ]);
  expect(status).toBe(0);
  return { stderr, summary: JSON.parse(readFileSync(path, "utf8")) as Summary };
}

const shortly = ({ listed }: Summary["offTopicSeeds"]): string[] =>
  listed.map((each) => `${each["URI-R"].slice(7, 12)} ${each["memento-datetime"].slice(0, 4)}`);

describe("the verdict changes of a run with a history", () => {
  it("names the seeds that are newly off-topic first, and then those that recovered, each once", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const seeds = ["north", "south"] as const;
    const both = (year: number, ...about: readonly (keyof typeof TEXTS)[]): Captured[] =>
      seeds.map((seed, at) => [seed, year, about[at] ?? "lamp"]);
    const first = await run(
      history,
      crawl(folder, "a.warc", [...both(2009), ...both(2010, "lamp", "casino")]),
    );
    expect(shortly(first.summary.offTopicSeeds)).toEqual(["south 2010"]);
    const second = await run(history, crawl(folder, "b.warc", both(2011, "casino", "casino")));
    expect(shortly(second.summary.offTopicSeeds)).toEqual(["north 2011"]);
    expect(second.summary.recoveredSeeds.count).toBe(0);
    const third = await run(history, crawl(folder, "c.warc", both(2012, "casino", "lamp")));
    expect(third.summary.offTopicSeeds.count).toBe(0);
    expect(shortly(third.summary.recoveredSeeds)).toEqual(["south 2012"]);
    const fourth = await run(history, crawl(folder, "d.warc", both(2013, "lamp", "casino")));
    expect(fourth.stderr.split("\n").slice(0, 4)).toEqual([
      "1 seed is newly off-topic:",
      "  http://south.example/ is off-topic since 2013-01-01T00:00:00Z: spam  from-warc::20130101000000::http://south.example/",
      "1 seed is on-topic again:",
      "  http://north.example/ is on-topic again since 2013-01-01T00:00:00Z  from-warc::20130101000000::http://north.example/",
    ]);
    const none = await run(history, join(folder, "d.warc"));
    expect(none.summary.offTopicSeeds).toEqual({ count: 0, listed: [] });
  });

  it("lists seeds apart that are off-topic from their first capture on, once, and meets no rule for them", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const overrides = join(folder, "overrides.tsv");
    writeFileSync(overrides, "http://north.example/\t0\nhttp://upper.example/\t0\n");
    const rules = ["--overrides", overrides, "--fail-on", "new-off-topic-seed"];
    const about = (seed: string, ...years: readonly number[]): readonly Captured[] =>
      years.map((year) => [seed, year, "lamp"] as const);
    const first = crawl(folder, "a.warc", [
      ...about("north", 2009, 2010),
      ...about("south", 2009, 2010),
    ]);
    const begun = await run(history, first, ...rules);
    expect(shortly(begun.summary.offTopicFromFirst)).toEqual(["north 2009"]);
    expect(begun.summary.offTopicSeeds.count).toBe(0);
    expect(begun.stderr.split("\n").slice(0, 2)).toEqual([
      "1 seed is off-topic from the first capture on:",
      "  http://north.example/ is off-topic since 2009-01-01T00:00:00Z  from-warc::20090101000000::http://north.example/",
    ]);
    // A seed that a later crawl brings is met there first.
    const next = crawl(folder, "b.warc", [...about("north", 2011), ...about("upper", 2011)]);
    const later = await run(history, next, ...rules);
    expect(shortly(later.summary.offTopicFromFirst)).toEqual(["upper 2011"]);
    expect(later.summary.offTopicSeeds.count).toBe(0);
    writeFileSync(overrides, "http://south.example/\t0\n");
    const last = await run(
      history,
      crawl(folder, "c.warc", about("south", 2012)),
      ...rules.slice(0, 2),
    );
    // Whoever decided that all of them are off-topic knows it.
    expect(last.summary.offTopicSeeds.count).toBe(0);
    expect(last.summary.offTopicFromFirst.count).toBe(0);
  });

  it("lists earlier captures with another verdict and the reason, and the links of --replay", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const years = [2010, 2011, 2012];
    await run(
      history,
      crawl(
        folder,
        "b.warc",
        years.map((year) => ["north", year, "lamp"]),
      ),
      ...["-ot", "junit"],
    );
    // An older crawl arrives later. Its capture is the first memento, with which all others are compared.
    const older = crawl(folder, "a.warc", [["north", 2005, "casino"]]);
    const { stderr, summary } = await run(history, older, "-ot", "junit", "--replay", REPLAY);
    expect(summary.changedVerdicts.count).toBe(3);
    expect(summary.changedVerdicts.listed[0]).toMatchObject({
      "URI-M": "from-warc::20100101000000::http://north.example/",
      ...{ before: "on-topic", after: "off-topic", reason: "its seed has further captures" },
    });
    expect(stderr).toContain(
      "  http://north.example/ of 2012-01-01T00:00:00Z: on-topic -> off-topic (its seed has further captures)" +
        `  ${REPLAY}20120101000000/http://north.example/\n`,
    );
    expect(shortly(summary.offTopicSeeds)).toEqual(["north 2010"]);
  });

  it("says that other settings have changed a verdict, and not what a curator has decided", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const captures: readonly Captured[] = [
      ["north", 2009, "lamp"],
      ["north", 2010, "casino"],
    ];
    await run(history, crawl(folder, "a.warc", captures));
    const next = crawl(folder, "b.warc", [["north", 2011, "lamp"]]);
    const other = await run(history, next, "-tm", "cosine=0");
    expect(other.summary.changedVerdicts.listed).toMatchObject([
      { before: "off-topic", after: "on-topic", reason: "other settings than in the earlier run" },
    ]);
    const overrides = join(folder, "overrides.tsv");
    writeFileSync(overrides, "http://north.example/\t0\n");
    const last = crawl(folder, "c.warc", [["north", 2012, "lamp"]]);
    const decided = await run(history, last, "-tm", "cosine=0", "--overrides", overrides);
    // The curator has changed them, and no crawl.
    expect(decided.summary.changedVerdicts.count).toBe(0);
    expect(shortly(decided.summary.offTopicSeeds)).toEqual([]);
    const later = crawl(folder, "d.warc", [["north", 2013, "lamp"]]);
    const undecided = await run(history, later, "-tm", "cosine=0");
    expect(undecided.summary.changedVerdicts.count).toBe(4);
    expect(undecided.summary.changedVerdicts.listed[0]!.reason).toBe(
      "without the curator's verdict of the earlier run",
    );
  });

  it("--fail-on new-off-topic-seed ends with status 4 once for each seed that goes off-topic", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const about = ["lamp", "casino", "casino", "lamp", "casino"] as const;
    const ended = [];
    for (const [at, text] of about.entries()) {
      const file = crawl(folder, `${at}.warc`, [["north", 2009 + at, text]]);
      const args = ["-i", `warc=${file}`, "--history", history, "-tm", "cosine=0.3"];
      const rule = ["--fail-on", "new-off-topic-seed,failed=0"];
      ended.push(await runBin([...args, ...rule, "--workers", "0", "-ot", "jsonl"]));
    }
    expect(ended.map(({ status }) => status)).toEqual([0, 4, 0, 0, 4]);
    expect(ended[1]!.stderr).toContain(
      "--fail-on is met: new-off-topic-seed (1 seed: http://north.example/: spam).\n",
    );
  });

  it("tells the dates of a seed by all captures of the history, in JUnit and in the table of seeds", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const about = ["lamp", "casino", "casino", "casino"] as const;
    const texts: string[] = [];
    for (const [at, text] of about.entries()) {
      const file = crawl(folder, `${at}.warc`, [["north", 2009 + at, text]]);
      const outputs = [
        "-ot",
        "junit",
        "-o",
        join(folder, "j"),
        "-ot",
        "seeds",
        "-o",
        join(folder, "s"),
      ];
      await run(history, file, ...outputs);
      texts.push(...["j", "s"].map((name) => readFileSync(join(folder, name), "utf8")));
    }
    const [junit = "", seeds = ""] = texts.slice(-2);
    expect(junit).toContain('message="off-topic since 2010-01-01T00:00:00Z');
    expect(junit).toContain("/1.warc:");
    const [head = "", row = ""] = seeds.split("\n");
    const cell = (name: string): string | undefined =>
      row.split(",")[head.split(",").indexOf(name)];
    expect(cell("Mementos")).toBe("1");
    expect(cell("Off-Topic From")).toBe("2010-01-01T00:00:00Z");
    expect(cell("Last On-Topic Date")).toBe("2009-01-01T00:00:00Z");
    expect(cell("First Off-Topic Date After It")).toBe("2010-01-01T00:00:00Z");
  });
});
