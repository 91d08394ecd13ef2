import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mapRecords } from "../../../src/run/map-reduce.js";
import { runProgram } from "../../../src/cli/program.js";
import { kindOfLine } from "../../../src/run/lines/lines.js";
import { UsageError } from "../../../src/base/errors.js";
import { hash53 } from "../../../src/base/math/sketch.js";
import { temporaryFolder } from "../../support/run-bin.js";

const SETTINGS = ["-tm", "cosine,bytecount,structure", "--no-detect-languages"];

let lines: readonly string[] = [];
beforeAll(async () => {
  const mapped = await mapRecords({
    input: "warc=fixtures/warcs/two-captures.warc",
    measures: "cosine,bytecount,structure",
    detectLanguage: false,
    workers: 0,
  });
  lines = [...mapped.lines].filter((line) => kindOfLine(line) === "record");
});

/** Returns the error message for these lines. */
async function answer(command: string, given: readonly string[]): Promise<string> {
  const file = join(temporaryFolder(), "records");
  writeFileSync(file, `${given.join("\n")}\n`);
  const settings = command === "resolve" ? [] : SETTINGS;
  const outcome = await runProgram([command, file, ...settings]).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) throw new Error("it was taken", { cause: outcome });
  return outcome.message;
}

/** Returns all records with the last one changed. */
function lastChanged(change: (line: string) => string): readonly string[] {
  const last = lines.at(-1)!;
  expect(change(last)).not.toBe(last);
  return [...lines.slice(0, -1), change(last)];
}

describe("damaged records", () => {
  it.each([
    ["a negative count", /"counts":\[\d+/u, '"counts":[-3', "its terms is"],
    ["more counts than terms", /"counts":\[/u, '"counts":[1,', "its terms is"],
    ["a size of null", /"value":\d+/u, '"value":null', "its byte-count is"],
    ["a tree without sizes", /"size":\[[^\]]*\]/u, '"size":[]', "its dom-tree is"],
    ["a problem without a message", /"value":\d+/u, '"problem":{}', "its byte-count is"],
    ["a status that is text", /"status":\d+/u, '"status":"200"', "its capture is"],
    ["an invalid date", /"mementoDatetime":"[^"]+"/u, '"mementoDatetime":""', "its capture is"],
    ["one feature too many", /\t\[/u, '\t[{"value":1},', "features, not"],
  ])("reduce refuses a record with %s, and reports the line", async (_, found, written, why) => {
    const changed = lastChanged((line) => line.replace(found, written));
    const said = await answer("reduce", changed);
    expect(said).toContain(`line ${lines.length}: a record of `);
    expect(said).toContain(why);
    expect(said).not.toContain("\n");
  });

  it("reduce and resolve refuse records made with other settings", async () => {
    const given = lines.map((line) => line.replace(/"stamp":"[^"]+"/u, '"stamp":"other"'));
    for (const command of ["reduce", "resolve"]) {
      expect(await answer(command, given)).toContain("with other settings or another version");
    }
  });

  it("refuses a record with incomplete JSON", async () => {
    const given = lastChanged((line) => line.slice(0, -20));
    expect(await answer("reduce", given)).toMatch(
      /^\S+records, line 2: a line is not a record of map: /u,
    );
  });

  it.each(['"problem":null', '"problem":{"stage":7,"message":"x"}'])(
    "reduce and resolve refuse a TimeMap that failed with %s, and report file and line",
    async (problem) => {
      const line = `!\ta\t-\tproblem\t{"uriT":"a",${problem}}`;
      // Empty lines count.
      for (const command of ["reduce", "resolve"]) {
        const said = await answer(command, ["", line]);
        expect(said).toMatch(/^\S+records, line 2: a line is not a record/u);
      }
    },
  );

  const capture = { uriR: "http://a.example/", mementoDatetime: "2010-01-01T00:00:00Z" };
  const search = { tried: 0, trail: ["x"] };
  it.each([
    ["a pointer that is null", null],
    ["a pointer to nothing", {}],
    ["a revisit without a target", { item: { kind: "revisit", capture }, ...search }],
    ["a redirect to a number", { item: { kind: "redirect", capture, location: 7 }, ...search }],
    ["a redirect without a capture", { item: { kind: "redirect", capture: null }, ...search }],
    [
      "a capture without a date",
      { item: { kind: "redirect", capture: { ...capture, mementoDatetime: "soon" } }, ...search },
    ],
    ["a pointer to text", { item: { kind: "redirect", capture }, at: "b", ...search }],
  ])("resolve refuses %s as a pointer", async (_, item) => {
    const line = `~s0\t~\t-\tlooks\t${JSON.stringify(item)}`;
    expect(await answer("resolve", [line])).toContain("a line is not a record of map");
  });

  it.each(["page\t[", "page\t[7]", 'page\t["a",7', 'pointer\t[{"kind":"redirect"}]'])(
    "resolve refuses a pointer to the target %s",
    async (body) => {
      const [first = ""] = lines;
      const target = `~s${hash53("com,example)/").toString(36)}\t20100101000000000000000\t-\ttarget-${body}`;
      const item = { kind: "redirect", capture, location: "http://example.com/" };
      const stamp = /"stamp":"([^"]*)"/u.exec(first)?.[1];
      const pointer = `~s${hash53("com,example)/").toString(36)}\t~\t-\tlooks\t${JSON.stringify({ item, ...search, stamp })}`;
      expect(await answer("resolve", [first, target, pointer])).toContain(
        "a line is not a record of map",
      );
    },
  );

  it("resolve refuses a revisit or redirect made with other settings", async () => {
    const item = { kind: "redirect", capture };
    const stamp = "0 timemap,surt,2xx+errors,document,";
    const pointer = `~-\t~\t-\tlooks\t${JSON.stringify({ item, ...search, stamp })}`;
    expect(await answer("resolve", [...lines, pointer])).toContain("made with other settings");
    const bare = `~-\t~\t-\tlooks\t${JSON.stringify({ item, ...search })}`;
    expect(await answer("resolve", [bare])).toContain("made with other settings");
  });
});
