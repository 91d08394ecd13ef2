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
  it("reduce and resolve refuse records made with other settings", async () => {
    const given = lines.map((line) => line.replace(/"stamp":"[^"]+"/u, '"stamp":"other"'));
    for (const command of ["reduce", "resolve"]) {
      expect(await answer(command, given)).toContain("with other settings or another version");
    }
  });

  it("refuses a record with incomplete JSON", async () => {
    const given = lastChanged((line) => line.slice(0, -20));
    expect(await answer("reduce", given)).toMatch(/^a line is not a record of map: "example,/u);
  });

  const capture = { uriR: "http://a.example/", mementoDatetime: "2010-01-01T00:00:00Z" };
  const search = { tried: 0, trail: ["x"] };
  it("resolve refuses a revisit or redirect made with other settings", async () => {
    const item = { kind: "redirect", capture };
    const stamp = "0 timemap,surt,2xx+errors,document,";
    const pointer = `~-\t~\t-\tlooks\t${JSON.stringify({ item, ...search, stamp })}`;
    expect(await answer("resolve", [...lines, pointer])).toContain("made with other settings");
    const bare = `~-\t~\t-\tlooks\t${JSON.stringify({ item, ...search })}`;
    expect(await answer("resolve", [bare])).toContain("made with other settings");
  });
});
