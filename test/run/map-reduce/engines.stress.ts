import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inShard } from "../../../src/run/setup/shard.js";
import { ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { difference, FILES, LEAN, plain, recordsOf, sort, step } from "./steps.js";

let mapped: Promise<readonly string[]> | undefined;

/** Returns the lines of a mapper for each file of the collection. */
const oneEach = (): Promise<readonly string[]> =>
  (mapped ??= Promise.all(FILES.map((file) => step(["map", file, ...LEAN]))));

describe("several mappers, one per file", () => {
  it("need resolve, in any order of lines, for the revisits and redirects whose targets another one has read", async () => {
    const parts = (await oneEach()).join("");
    const expected = await plain(LEAN);
    const reduced = (lines: string): Promise<string> => step(["reduce", ...LEAN], { stdin: lines });
    expect(await reduced(sort(parts))).not.toBe(expected);
    const stdin = `${parts.trimEnd().split("\n").toReversed().join("\n")}\n`;
    expect(difference(await reduced(await step(["resolve"], { stdin })), expected)).toBe(undefined);
  });

  it("write lines that reduce refuses in one line unless they are sorted, and of one setting", async () => {
    const [first = "", second = ""] = await oneEach();
    const other = await step(["map", FILES[1]!, ...LEAN, "--boilerplate", "none"]);
    const table = "id\tdate\tURI\n1\t20200101000000\thttp://kiln.example/\n";
    for (const [lines, message] of [
      [first + second, "the records are not sorted: "],
      [sort(first + other), "made with other settings"],
      [table, "a line is not a record of map: "],
    ] as const) {
      const { status, stderr } = await runBin(["reduce", ...LEAN], { stdin: lines });
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    }
    const { status, stderr } = await runBin(["resolve"], { stdin: first + other });
    expect([status, stderr]).toEqual([2, expect.stringContaining("made with other settings")]);
  });
});

describe("steps run by an engine", () => {
  it("write nothing for empty input and end with status 0, because partitions may be empty", async () => {
    for (const command of ["map", "resolve", "reduce"]) {
      expect(await step([command], { stdin: "\n" })).toBe("");
    }
  });

  it("take names of files from standard input, one per line, with any signs in them", async () => {
    const listed = await step(["map", ...LEAN], { stdin: `${FILES.join("\n")}\n` });
    expect(difference(listed, await recordsOf(LEAN))).toBeUndefined();
    const folder = join(temporaryFolder(), "a,b=c %2C");
    mkdirSync(folder);
    const file = join(folder, "x,y=z%.warc.gz");
    copyFileSync(join(ROOT, "fixtures/warcs/two-captures.warc"), file);
    const odd = await step(["map", ...LEAN], { stdin: file });
    const results = await step(["reduce", ...LEAN], { stdin: odd });
    const input = `warc=${folder.replace(/[%,=]/gu, encodeURIComponent)}`;
    expect(difference(results, await plain(LEAN, input))).toBeUndefined();
  });

  it("can write the lines of each partition to a file of its own", async () => {
    const output = join(temporaryFolder(), "map.tsv");
    expect(await step(["map", ...FILES, ...LEAN, "-o", output, "--partitions", "3"])).toBe("");
    const parts = [1, 2, 3].map((k) => readFileSync(`${output}.${k}`, "utf8"));
    expect(sort(parts.join(""))).toBe(await recordsOf(LEAN));
    for (const [i, part] of parts.entries()) {
      expect(part).not.toBe("");
      const keys = part
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t", 1)[0]!);
      expect(keys.every((key) => inShard(key, { k: i + 1, n: 3 }))).toBe(true);
    }
  });

  it("refuse records that were made with other settings, in one line", async () => {
    const [stdin = ""] = await oneEach();
    for (const other of [
      ["-tm", "cosine"],
      ["--set", "group-by=uri"],
      ["--profile", "otmt-1.0.5"],
      ["--no-compute-simhashes"],
      ["--set", "max-page-size=1M"],
    ]) {
      const settings = other[0] === "-tm" ? LEAN.slice(2) : LEAN;
      const { status, stdout, stderr } = await runBin(["reduce", ...settings, ...other], { stdin });
      expect({ other, status, stdout }).toEqual({ other, status: 2, stdout: "" });
      expect(stderr).toMatch(/^detect_off_topic: a record was made with other settings.*\n$/u);
    }
  });
});
