import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mapRecords } from "../../../src/run/map-reduce.js";
import { runProgram } from "../../../src/cli/program.js";
import { kindOfLine } from "../../../src/run/lines/lines.js";
import { UsageError } from "../../../src/base/errors.js";
import { temporaryFolder } from "../../support/run-bin.js";

const SETTINGS = ["-tm", "cosine,bytecount", "--no-detect-languages"];

let lines: readonly string[] = [];
beforeAll(async () => {
  const mapped = await mapRecords({
    input: "warc=fixtures/warcs/two-captures.warc",
    measures: "cosine,bytecount",
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
    ["a size of null", /"value":\d+/u, '"value":null', "its byte-count is"],
    ["a problem without a message", /"value":\d+/u, '"problem":{}', "its byte-count is"],
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

  const capture = { uriR: "http://a.example/", mementoDatetime: "2010-01-01T00:00:00Z" };
  const search = { tried: 0, trail: ["x"] };
  it.each([
    ["a pointer that is null", null],
    ["a revisit without a target", { item: { kind: "revisit", capture }, ...search }],
    ["a pointer to text", { item: { kind: "redirect", capture }, at: "b", ...search }],
  ])("resolve refuses %s as a pointer", async (_, item) => {
    const line = `~s0\t~\t-\tlooks\t${JSON.stringify(item)}`;
    expect(await answer("resolve", [line])).toContain("a line is not a record of map");
  });
});
