import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveRound } from "../../../src/run/map-reduce.js";
import { isTarget, kindOfLine } from "../../../src/run/lines/lines.js";
import { inShard } from "../../../src/run/setup/shard.js";
import { ROOT, temporaryFolder } from "../../support/run-bin.js";
import { http, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { difference, FILES, LEAN, plain, sort, step, together } from "./steps.js";

/** Returns partitions of sorted lines as an engine would, with each key in one partition. */
const partitioned = (lines: readonly string[], n: number): string[] =>
  Array.from({ length: n }, (_, at) => {
    const mine = lines.filter((line) => inShard(line.split("\t", 1)[0]!, { k: at + 1, n }));
    return sort(mine.map((line) => `${line}\n`).join(""));
  });

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** Runs examples/rounds.mjs with the built library. */
function runRounds(
  args: readonly string[],
  input: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "examples/rounds.mjs"), ...args],
    { cwd: ROOT, input, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  return { status, stdout, stderr };
}

/** A round of resolve in this process: the sorted lines of a partition in, further lines out. */
async function inside(lines: string): Promise<string> {
  let written = "";
  for await (const line of resolveRound(linesOf(lines))) written += `${line}\n`;
  return written;
}

/** A round of resolve in a process of examples/rounds.mjs. */
function ofScript(lines: string): Promise<string> {
  const { status, stdout, stderr } = runRounds(["resolve"], lines);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return Promise.resolve(stdout);
}

/** Runs the job of an engine, where no process has more than the lines of its partition. */
async function engine(
  files: readonly string[],
  { resolve = inside, partitions = 2, maps = files.map((file) => [file]) } = {},
): Promise<{ results: string; rounds: number; written: readonly string[] }> {
  const round = async (lines: readonly string[]): Promise<string[]> =>
    (await Promise.all(partitioned(lines, partitions).map(resolve))).flatMap(linesOf);
  const mapped = (await Promise.all(maps.map((some) => step(["map", ...some, ...LEAN])))).flatMap(
    linesOf,
  );
  const records = mapped.filter((line) =>
    ["record", "temporary", "reached"].includes(kindOfLine(line)),
  );
  const targets = mapped.filter((line) => isTarget(kindOfLine(line)));
  let searching = mapped.filter((line) => kindOfLine(line) === "looks");
  const found: string[] = [];
  let rounds = 0;
  for (; searching.length > 0; rounds += 1) {
    const answers = await round([...targets, ...searching]);
    const isSearching = (line: string): boolean => kindOfLine(line) === "looks";
    searching = answers.filter(isSearching);
    found.push(...answers.filter((line) => !isSearching(line)));
  }
  const copies = await round([...records, ...found]);
  const all = partitioned([...records, ...found, ...copies], partitions);
  const reduced = all.map((stdin) => step(["reduce", ...LEAN], { stdin }));
  const results = together(await Promise.all(reduced));
  return { results, rounds, written: [...found, ...copies] };
}

/** Returns a WARC file with one record. */
function fileOf(folder: string, name: string, bytes: Buffer): string {
  const path = join(folder, `${name}.warc`);
  writeFileSync(path, bytes);
  return path;
}

const redirect = (from: string, to: string, date: string): Buffer =>
  warcRecord(
    {
      uri: `http://${from}.example/`,
      date,
      fields: [["Content-Type", "application/http; msgtype=response"]],
    },
    http("", {
      statusLine: "HTTP/1.1 302 Found",
      fields: [["Location", `http://${to}.example/`]],
    }),
  );

describe("rounds of resolve with sorting between them", () => {
  it("rounds of resolve follow at most ten redirects", async () => {
    const folder = temporaryFolder();
    const names = "abcdefghijklmno".split("");
    const files = names.map((name, i) => {
      const next = names[i + 1];
      const date = "2010-01-01T00:00:00Z";
      return fileOf(
        folder,
        name,
        next === undefined ? pageRecord(name) : redirect(name, next, date),
      );
    });
    const { results, rounds } = await engine(files);
    expect(difference(results, await plain(LEAN, `warc=${folder}`))).toBeUndefined();
    expect(rounds).toBe(10);
    expect(results.match(/more than 10 redirects/gu)).toHaveLength(4);
    expect(results).not.toContain("not in the input");
  });

  it("rounds of resolve detect a circle of redirects across several files", async () => {
    const folder = temporaryFolder();
    const files = ["ab", "bc", "ca"].map(([from = "", to = ""]) =>
      fileOf(folder, from, redirect(from, to, "2010-01-01T00:00:00Z")),
    );
    files.push(fileOf(folder, "d", pageRecord("d")));
    const { results } = await engine(files);
    expect(difference(results, await plain(LEAN, `warc=${folder}`))).toBeUndefined();
    expect(results.match(/its redirects lead in a circle/gu)).toHaveLength(3);
  });
});

describe("examples/rounds.mjs", () => {
  it("gives the bytes of the plain command, of a collection that was mapped in two parts", async () => {
    const maps = [FILES.slice(0, 1), FILES.slice(1)];
    const { results, rounds } = await engine(FILES, { resolve: ofScript, partitions: 1, maps });
    expect(difference(results, await plain(LEAN))).toBeUndefined();
    expect(rounds).toBeGreaterThan(0);
  });

  it("reports a mistake in one line with status 2", () => {
    const line = "x\ty\tlooks\tz\n";
    const { status, stdout, stderr } = runRounds(["resolve"], `b\t${line}a\t${line}`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^rounds\.mjs: [^\n]+\n$/u);
  });
});
