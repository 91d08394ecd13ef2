import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.js";
import { compareResults, differs } from "../../../src/tasks/compare/compare.js";
import { comparisonFormatters } from "../../../src/tasks/compare/forms.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import type { MeasureResult } from "../../../src/score/types.js";
import { commandToFile } from "../../extensions/lab/command.js";
import { saved, savedResults } from "../../extensions/lab/saved.js";
import { failed, scored } from "../../write/writers/results.js";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const WHEN = "2013-01-01T00:00:00Z";

/** Returns a memento with verdicts of measures. */
function verdicts(
  uriR: string,
  overall: "on-topic" | "off-topic",
  ...measures: readonly MeasureResult[]
): SavedMemento {
  return saved(uriR, WHEN, 1, { overall, measures });
}

const ANY = ["--fail-on", "any"];

describe("comparison of two runs", () => {
  it("finds no differences between equal runs", () => {
    const run = savedResults(verdicts("http://a.example/", "on-topic"));
    expect(differs(compareResults(run, run))).toBe(false);
    expect(comparisonFormatters.text({ comparison: compareResults(run, run) })).toBe(
      "0 changed, 0 only in the first, 0 only in the second, 1 the same\n",
    );
  });

  it("ignores scores, and reports a memento if its overall status or the status of a measure differs", () => {
    const before = savedResults(
      verdicts("http://a.example/", "on-topic", scored("cosine", 0.5, "on-topic")),
      verdicts("http://b.example/", "on-topic", scored("cosine", 0.5, "on-topic")),
    );
    const after = savedResults(
      verdicts("http://a.example/", "on-topic", scored("cosine", 0.6, "on-topic")),
      verdicts("http://b.example/", "off-topic", failed("cosine", "empty")),
    );
    expect(compareResults(before, after).changed).toEqual([
      {
        uriM: "from-warc::20130101000000::http://b.example/",
        changes: [
          { of: "overall", before: "on-topic", after: "off-topic" },
          { of: "cosine", before: "on-topic", after: "measurement error" },
        ],
      },
    ]);
  });

  it("lists mementos and measures that only one run has, and does not count a missing measure as a difference", () => {
    const before = savedResults(
      verdicts("http://a.example/", "on-topic", scored("cosine", 1)),
      verdicts("http://b.example/", "on-topic"),
    );
    const after = savedResults(
      verdicts("http://a.example/", "on-topic", scored("jaccard", 1)),
      verdicts("http://c.example/", "on-topic"),
    );
    const comparison = compareResults(before, after);
    expect(comparison.changed).toEqual([]);
    expect(comparison.onlyBefore).toEqual(["from-warc::20130101000000::http://b.example/"]);
    expect(comparison.onlyAfter).toEqual(["from-warc::20130101000000::http://c.example/"]);
    expect(differs(comparison)).toBe(true);
  });

  it("says why captures that arrived later changed a verdict", async () => {
    const folder = temporaryFolder();
    const crawl = (year: number, html: string): Buffer =>
      warcRecord({ uri: "http://harbourmuseum.org/", date: `${year}-05-01T00:00:00Z` }, http(html));
    const empty = "<title>Harbour Museum</title>";
    const own = "<title>Harbour Museum</title><p>The old lifeboat is on show until October.";
    const pages = [crawl(2001, empty), crawl(2002, empty), crawl(2003, own)];
    const results: string[] = [];
    for (const count of [2, 3]) {
      const file = join(folder, `${count}.warc`);
      writeFileSync(file, Buffer.concat(pages.slice(0, count)));
      results.push(join(folder, `${count}.jsonl`));
      const run = await runToFile(["-i", `warc=${file}`, "-ot", "jsonl"]);
      writeFileSync(results.at(-1)!, run.text);
    }
    const { text } = await commandToFile("compare", ...results);
    expect(text).toMatch(
      /^! .*20010501.*overall: unsure -> off-topic, .*\(the first capture with a text of its own is that of 2003-05-01/mu,
    );
  });
});

describe("newly off-topic mementos", () => {
  const on = verdicts("http://a.example/", "on-topic");
  const off = verdicts("http://a.example/", "off-topic");
  const newly = (before: SavedMemento[], after: SavedMemento[]): string[] =>
    compareResults(savedResults(...before), savedResults(...after)).newOffTopic.map(
      ({ uriM }) => uriM,
    );

  it("lists mementos as newly off-topic if only the second run calls them off-topic", () => {
    expect(newly([on], [off])).toEqual([off.uriM]);
    expect(newly([], [off, verdicts("http://b.example/", "on-topic")])).toEqual([off.uriM]);
  });

  it("lists newly off-topic mementos first in text and JSON, with URI-R, date, kind and probability", async () => {
    const folder = temporaryFolder();
    const run = async (name: string, ...files: readonly string[]): Promise<string> => {
      const inputs = files.flatMap((file) => ["-i", `warc=fixtures/collection/${file}`]);
      const { text } = await runToFile([...inputs, "-ot", "jsonl"]);
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const known = ["saltmouth-2009-2013.warc.gz", "saltmouth-2014-2018.warc.gz"];
    const last = await run("last.jsonl", ...known);
    const today = await run("today.jsonl", ...known, "saltmouth-2019-2024.warc.gz");
    const compare = ["compare", last, today, "--fail-on", "new-off-topic"];
    const { status, text } = await commandToFile(...compare);
    expect(status).toBe(4);
    const lines = text.split("\n");
    const listed = lines.filter((line) => line.startsWith("x "));
    const seeds = lines.filter((line) => /^[Xo] /u.test(line));
    expect(lines.slice(0, seeds.length + listed.length)).toEqual([...seeds, ...listed]);
    expect(seeds).toContainEqual(
      expect.stringMatching(
        /^X http:\/\/www\.cercle-des-ruches\.example\/ is off-topic since 2022-02-19T05:29:46Z: parked or for sale, probability 0\.\d{3} {2}from-warc::20220219052946::/u,
      ),
    );
    expect(listed).toContainEqual(
      expect.stringMatching(
        /^x http:\/\/www\.cercle-des-ruches\.example\/ of 2022-02-19T05:29:46Z is newly off-topic: parked or for sale, probability 0\.\d{3} {2}from-warc::20220219052946::/u,
      ),
    );
    const json = await commandToFile(
      ...compare,
      "-ot",
      "json",
      "--replay",
      "https://wayback.example/",
    );
    const object = JSON.parse(json.text) as { "newly off-topic": Record<string, unknown>[] };
    expect(Object.keys(object).slice(0, 3)).toEqual([
      ...["seeds newly off-topic", "seeds recovered", "newly off-topic"],
    ]);
    expect(object["newly off-topic"]).toHaveLength(listed.length);
    expect(object["newly off-topic"]).toContainEqual({
      "URI-R": "http://www.cercle-des-ruches.example/",
      "memento-datetime": "2022-02-19T05:29:46Z",
      "kind of page": "parked or for sale",
      probability: expect.closeTo(0.9, 0) as unknown,
      link: "https://wayback.example/20220219052946/http://www.cercle-des-ruches.example/",
      "URI-M": "from-warc::20220219052946::http://www.cercle-des-ruches.example/",
    });
  });

  it("lists the newly off-topic seeds first and then the recovered ones, by their state after the last capture", () => {
    const at = (uriR: string, year: number, overall: SavedMemento["overall"]): SavedMemento =>
      saved(uriR, `${year}-01-01T00:00:00Z`, 1, { overall, measures: [] });
    const course = (uriR: string, ...all: readonly SavedMemento["overall"][]): SavedMemento[] =>
      all.map((overall, i) => at(uriR, 2010 + i, overall));
    const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((name) => `http://${name}.example/`);
    const comparison = compareResults(
      savedResults(
        ...[...course(a!, "on-topic"), ...course(b!, "on-topic", "off-topic")],
        ...[...course(c!, "off-topic"), ...course(d!, "off-topic")],
      ),
      savedResults(
        ...course(a!, "on-topic", "off-topic", "unsure", "off-topic"),
        ...course(b!, "on-topic", "off-topic", "off-topic", "on-topic", "on-topic"),
        ...[...course(c!, "off-topic", "off-topic"), ...course(d!, "on-topic")],
        ...course(e!, "off-topic", "on-topic"),
      ),
    );
    expect(comparisonFormatters.text({ comparison }).split("\n").slice(0, 4)).toEqual([
      `X ${a} is off-topic since 2011-01-01T00:00:00Z  from-warc::20110101000000::${a}`,
      `o ${b} is on-topic again since 2013-01-01T00:00:00Z  from-warc::20130101000000::${b}`,
      `o ${d} is on-topic again since 2010-01-01T00:00:00Z  from-warc::20100101000000::${d}`,
      expect.stringMatching(/^x /u),
    ]);
  });

  it.each([
    ["new-off-topic", "mementos"],
    ["new-off-topic-seed", "seeds"],
  ])("compare --fail-on %s ends with status 4 only for newly off-topic %s", async (rule) => {
    const file = (name: string, results: object): string => {
      const path = join(temporaryFolder(), name);
      writeFileSync(path, JSON.stringify(results));
      return path;
    };
    const run = (status: string): object => ({
      "http://t.example/": {
        "http://m.example/20130101000000/http://a.example/": {
          "overall topic status": status,
          "timemap measures": {},
        },
      },
    });
    const [good, bad] = [file("good.json", run("on-topic")), file("bad.json", run("off-topic"))];
    const statusOf = async (...files: string[]): Promise<number> =>
      runProgram(["compare", ...files, "--fail-on", rule, "-o", join(temporaryFolder(), "out")]);
    expect(await statusOf(good, bad)).toBe(4);
    expect(await statusOf(bad, good)).toBe(0);
    expect(
      await runProgram(["compare", bad, good, "-o", join(temporaryFolder(), "out"), ...ANY]),
    ).toBe(4);
  });
});

describe("what compare takes for granted", () => {
  it("says that the runs differ in their settings, and that decisions beside the first were not used", async () => {
    const folder = temporaryFolder();
    const input = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];
    const [one, other] = [join(folder, "one.jsonl"), join(folder, "other.jsonl")];
    await runBin([...input, "-o", one]);
    await runBin([...input, "-tm", "bytecount=-0.1", "-o", other]);
    const decisions = join(folder, "decisions.tsv");
    writeFileSync(decisions, "http://a.example/\t1\n");
    const { stderr } = await runBin(["compare", one, other]);
    expect(stderr).toBe(
      "the runs have different settings, of which a different verdict may come: measures\n" +
        `${decisions} was not used. Give --decisions ${decisions} if its decisions should count.\n`,
    );
    expect((await runBin(["compare", one, one, "--decisions", decisions])).stderr).toBe("");
  });
});

it("compare warns of mementos that the second run does not have, and missing=N fails if there are more", async () => {
  const captures = Array.from({ length: 4 }, (_, at) => ({
    "URI-R": `http://${at}.example/`,
    "URI-M": `from-warc::20130101000000::http://${at}.example/`,
    "URI-T": `from-warc::timemap::http://${at}.example/`,
    "memento-datetime": WHEN,
    "overall topic status": "on-topic",
  }));
  const file = (name: string, rows: readonly object[]): string => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return path;
  };
  const [all, some] = [file("all.jsonl", captures), file("some.jsonl", captures.slice(0, 3))];
  const ended = (one: string, other: string, rule: string): ReturnType<typeof runBin> =>
    runBin(["compare", one, other, "--fail-on", rule]);
  for (const [rule, status] of [
    ["missing", 4],
    ["missing=0", 4],
    ["missing=1", 0],
    ["missing=24.9%", 4],
    ["missing=25%", 0],
    ["new-off-topic", 0],
    ["new-off-topic,missing", 4],
    ["missing=9,any", 4],
  ] as const) {
    const { stderr, ...end } = await ended(all, some, rule);
    expect([rule, end.status]).toEqual([rule, status]);
    expect(stderr).toMatch(/^warning: 1 of 4 mementos of \S+ is not in \S+some\.jsonl, /u);
  }
  expect(await ended(some, all, "missing")).toMatchObject({ status: 0, stderr: "" });
  for (const wrong of ["missing=", "missing=101%", "missing>5%", "missing=-1", "", "new"]) {
    expect((await ended(all, some, wrong)).status).toBe(2);
  }
});
