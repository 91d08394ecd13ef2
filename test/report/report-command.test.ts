import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { UsageError } from "../../src/base/errors.js";
import { QUICK, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { wacz } from "../support/wacz-builder.js";
import { pageRecord } from "../support/warc-builder.js";
import { dataOf } from "./items.js";

/** Returns the data of the report that the command `report` makes from results with this content. */
async function reported(
  content: string,
  ...options: readonly string[]
): Promise<ReturnType<typeof dataOf>> {
  const folder = temporaryFolder();
  const [results, out] = [join(folder, "results"), join(folder, "report.html")];
  writeFileSync(results, content);
  expect(await runProgram(["report", results, "-o", out, ...options])).toBe(0);
  return dataOf(readFileSync(out, "utf8"));
}

describe("a report of a WACZ", () => {
  it("names the WACZ with the files in it, without the folders of this machine", async () => {
    const folder = temporaryFolder();
    const [crawl, out] = [join(folder, "crawl.wacz"), join(folder, "report.html")];
    const [first, second] = ["2012", "2013"].map((year) =>
      pageRecord("seed", { date: `${year}-06-01T10:20:30Z` }),
    );
    writeFileSync(crawl, wacz({ "a.warc": first!, "b.warc": second! }));
    const run = ["-q", "-i", `wacz=${crawl}`, ...QUICK, "-o", out];
    expect(await runProgram(run)).toBe(0);
    const { files } = dataOf(readFileSync(out, "utf8")).head;
    expect(files).toEqual(["crawl.wacz!/archive/a.warc", "crawl.wacz!/archive/b.warc"]);
  });
});

/** Results of fixtures/collection as JSON Lines, without and with evidence. */
const collection = Promise.all(
  [[], ["--explain"]].map(async (more) => {
    const args = ["-i", "warc=fixtures/collection", "-ot", "jsonl", ...more];
    return (await runToFile(args)).text;
  }),
);

/** Two captures of a WARC in the form of `-ot jsonl`. */
const CAPTURES_AT = ["20120616103217", "20130616103217"];
const CAPTURES = CAPTURES_AT.map((digits) =>
  JSON.stringify({
    "URI-T": "from-warc::timemap::http://seed.example/",
    "URI-R": "http://seed.example/?a=b",
    "URI-M": `from-warc::${digits}::http://seed.example/?a=b`,
    "memento-datetime": `${digits.slice(0, 4)}/06/16 10:32:17 GMT`,
    "overall topic status": "on-topic",
  }),
).join("\n");

const URI_T = "http://archive.example/timemap/link/http://seed.example/";
const uriM = (digits: string): string =>
  `http://archive.example/web/${digits}/http://seed.example/`;

/** Results in the form of OTMT 1.0.5. */
const OTMT = JSON.stringify({
  [URI_T]: {
    [uriM("20140202100000")]: {
      "memento-datetime": "2014/02/02 10:00:00 GMT",
      "timemap measures": {
        cosine: { "comparison score": 0.05, "topic status": "off-topic" },
      },
      "overall topic status": "off-topic",
    },
    [uriM("20130202100000")]: {
      "memento-datetime": "2013/02/02 10:00:00 GMT",
      "timemap measures": { cosine: { "comparison score": 1, "topic status": "on-topic" } },
      "overall topic status": "on-topic",
    },
  },
});

const line = (more: object): string =>
  `${JSON.stringify({
    "URI-T": URI_T,
    "URI-M": uriM("20130202100000"),
    "memento-datetime": "2013/02/02 10:00:00 GMT",
    "timemap measures": { cosine: { "comparison score": 0.1, "topic status": "off-topic" } },
    "overall topic status": "off-topic",
    tool: "detect_off_topic 0.2.0",
    ...more,
  })}\n`;

const settings = {
  combine: "any",
  measures: [{ keyword: "cosine", name: "cosine", threshold: 0.15, comparison: "<" }],
};

describe("report", () => {
  it("shows the JSON of OTMT with the oldest memento first, and computes the pattern", async () => {
    const { head, part } = await reported(OTMT);
    expect(head.timeMaps[0]).toMatchObject({ strip: ".x", pattern: "step", first: 0 });
    expect(head.timeMaps[0]?.seed).toBe("http://seed.example/");
    expect(part(0, 0)?.mementos.map(({ date }) => date?.slice(0, 4))).toEqual(["2013", "2014"]);
  });

  it("finds the same cases with and without evidence, because rows have kinds, texts and probabilities", async () => {
    const [brief, whole] = await Promise.all(
      (await collection).map(async (lines) => (await reported(lines)).head),
    );
    expect(brief!.cases.some(({ kind = "no known kind" }) => kind !== "no known kind")).toBe(true);
    const { cases, drawn, pageKinds } = brief!;
    expect(whole).toMatchObject({ cases, drawn, pageKinds });
  });

  it("draws the thresholds in JSON Lines or those of the profile that is given, and none that the run may not have had", async () => {
    const measureOf = async (content: string, ...options: readonly string[]) =>
      (await reported(content, ...options)).head.measures[0];
    expect(await measureOf(OTMT)).not.toHaveProperty("threshold");
    expect(await measureOf(OTMT, "--profile", "otmt-1.0.5")).toMatchObject({ threshold: 0.12 });
    const digest = "0123456789abcdef";
    const run = JSON.stringify({ settings, digest, tool: "detect_off_topic 0.2.0" });
    expect(await measureOf(`${run}\n${line({ digest })}`, "--profile", "paper")).toMatchObject({
      ...{ threshold: 0.15, comparison: "<" },
    });
  });

  it("draws the thresholds in the evidence, and shows the evidence", async () => {
    const { head, part } = await reported(
      line({
        evidence: {
          scores: [
            {
              measure: "cosine",
              score: 0.1,
              threshold: 0.2,
              distance: -0.1,
              "normalised distance": -0.5,
            },
          ],
          "HTTP status": { first: 200, memento: 404 },
          "page kind": { kind: "error", title: "page not found", strength: 1, marks: ["404"] },
        },
      }),
    );
    expect(head.measures[0]).toMatchObject({ threshold: 0.2 });
    expect(head.pageKinds).toEqual([{ title: "page not found", count: 1 }]);
    expect(part(0, 0)?.mementos[0]).toMatchObject({
      status: 404,
      evidence: { httpStatus: { first: 200, memento: 404 } },
    });
  });

  it("shows the facts about a capture in JSON Lines", async () => {
    const first = uriM("20120202100000");
    const { head, part } = await reported(
      line({
        "HTTP status": 503,
        "compared with": first,
        source: { file: "crawl.warc.gz", offset: 4096 },
        redirect: { "URI-R": "http://casino.example/", "memento-datetime": "2013-02-03T00:00:00Z" },
        notes: ["nothing good was left"],
      }) +
        line({
          "URI-M": first,
          "memento-datetime": "2012/02/02 10:00:00 GMT",
          "compared with": first,
        }),
    );
    expect(part(0, 0)?.mementos[1]).toMatchObject({
      status: 503,
      source: { file: 0, offset: 4096 },
      standsFor: "redirect 2013-02-03T00:00:00Z http://casino.example/",
      notes: ["nothing good was left"],
    });
    expect(head.files).toEqual(["crawl.warc.gz"]);
    expect(head.timeMaps[0]?.first).toBe(0);
  });

  it("shows bounds, skipped scores, and the verdict that a curator's verdict replaces", async () => {
    const { part } = await reported(
      line({
        "timemap measures": {
          cosine: { "comparison score": 0.1, "topic status": "off-topic" },
          levenshtein: { "comparison score": 90, "comparison score is": "at least" },
          style: { skipped: "short-circuit" },
        },
        override: { by: "URI-R", "computed topic status": "on-topic" },
      }),
    );
    expect(part(0, 0)?.mementos[0]).toMatchObject({
      override: { by: "URI-R", computed: "on-topic" },
      scores: [
        { score: 0.1 },
        { score: 90, bound: "at least" },
        { error: "skipped: short-circuit" },
      ],
    });
    const { part: other } = await reported(line({ override: "yes" }));
    expect(other(0, 0)?.mementos[0]?.override).toEqual({});
  });

  it.each([
    ["no results at all", "plain words", []],
    ["a profile that there is not", OTMT, ["--profile", "nosuch"]],
  ])("rejects %s in one line", async (_, content, options) => {
    await expect(reported(content, ...options)).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringMatching(/^[^\n]+$/u) as string,
    });
  });
});

describe("captures that have no address on the web", () => {
  it("are linked to where they are replayed, and other captures and those without a replay are not", async () => {
    const replayed = async (content: string, ...options: readonly string[]) =>
      (await reported(content, ...options)).part(0, 0)?.mementos.map(({ replayed }) => replayed);
    const expected = CAPTURES_AT.map(
      (digits) => `https://wayback.example/coll/${digits}/http://seed.example/?a=b`,
    );
    for (const prefix of ["https://wayback.example/coll/", "https://wayback.example/coll"])
      expect(await replayed(CAPTURES, "--replay", prefix)).toEqual(expected);
    const none = [undefined, undefined];
    expect(await replayed(CAPTURES)).toEqual(none);
    expect(await replayed(OTMT, "--replay", "https://wayback.example/")).toEqual(none);
    for (const prefix of ["javascript:alert(1)//", "wayback.example/coll", "https://", ""])
      await expect(reported(CAPTURES, "--replay", prefix)).rejects.toThrow(UsageError);
  });
});

describe("report -ot queue", () => {
  /** Runs the command and returns the rows of the table. */
  async function queued(content: string, ...options: readonly string[]): Promise<string[]> {
    const folder = temporaryFolder();
    const [results, out] = [join(folder, "results"), join(folder, "queue.csv")];
    writeFileSync(results, content);
    expect(await runProgram(["report", results, "-ot", "queue", "-o", out, ...options])).toBe(0);
    return readFileSync(out, "utf8").trimEnd().split("\n");
  }

  it("writes the same table with and without evidence: a row for each case, then one check of each seed", async () => {
    const [plain = "", explained = ""] = await collection;
    const rows = await queued(plain);
    expect(await queued(explained)).toEqual(rows);
    const cells = rows.slice(1).map((row) => row.split(","));
    const checks = cells.filter(([, look]) => look === "check");
    expect(cells.map(([order]) => order)).toEqual(cells.map((_, at) => String(at + 1)));
    expect(cells.slice(-checks.length)).toEqual(checks);
    expect(new Set(checks.map(([, , , uriR]) => uriR)).size).toBe(checks.length);
    const distances = checks.map((row) => 0.5 - Number(row.at(-1)));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it("has the cases alone if the thresholds are not known, and the checks with --profile", async () => {
    const looks = async (...options: readonly string[]): Promise<string[]> =>
      (await queued(OTMT, ...options)).map((row) => row.split(",")[1]!);
    expect(await looks()).toEqual(["Look", "case"]);
    expect(await looks("--profile", "otmt-1.0.5")).toEqual(["Look", "case", "check"]);
  });

  it("goes by the verdicts of a curator, and asks for no check of them", async () => {
    const file = join(temporaryFolder(), "mine.tsv");
    writeFileSync(file, `${uriM("20140202100000")}\ton-topic\n`);
    expect(await queued(OTMT, "--profile", "paper", "--overrides", file)).toHaveLength(2);
  });
});
