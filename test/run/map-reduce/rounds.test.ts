import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseLine } from "../../../src/run/lines/lines.js";
import { inShard } from "../../../src/run/run-options.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { http, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { difference, FILES, LEAN, plain, sort, step } from "./steps.js";

const PARTITIONS = [1, 2, 3];

/** Returns partitions of sorted lines as an engine would, with each key in one partition. */
const partitioned = (lines: readonly string[]): string[] =>
  PARTITIONS.map((k) => {
    const mine = lines.filter((line) => inShard(line.split("\t", 1)[0]!, { k, n: 3 }));
    return sort(mine.map((line) => `${line}\n`).join(""));
  });

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

async function round(lines: readonly string[]): Promise<string[]> {
  const parts = partitioned(lines).map((stdin) => step(["resolve", "--round"], { stdin }));
  return (await Promise.all(parts)).flatMap(linesOf);
}

/** Runs the job of an engine, where no process has more than the lines of its partition. */
async function engine(
  files: readonly string[],
): Promise<{ results: string; rounds: number; written: readonly string[] }> {
  const mapped = (await Promise.all(files.map((file) => step(["map", file, ...LEAN])))).flatMap(
    linesOf,
  );
  const records = mapped.filter((line) => ["record", "reached"].includes(parseLine(line).kind));
  const targets = mapped.filter((line) => parseLine(line).kind === "target");
  let searching = mapped.filter((line) => parseLine(line).kind === "pointer");
  const found: string[] = [];
  let rounds = 0;
  for (; searching.length > 0; rounds += 1) {
    const answers = await round([...targets, ...searching]);
    const isSearching = (line: string): boolean => line.split("\t")[1] === "~";
    searching = answers.filter(isSearching);
    found.push(...answers.filter((line) => !isSearching(line)));
  }
  const copies = await round([...records, ...found]);
  const all = partitioned([...records, ...found, ...copies]);
  const folder = temporaryFolder();
  const parts = all.map(async (stdin, i) => {
    const path = join(folder, `${i}.jsonl`);
    writeFileSync(path, await step(["reduce", ...LEAN], { stdin }));
    return path;
  });
  const results = await step(["merge", ...(await Promise.all(parts))]);
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
  it("rounds of resolve give the same bytes as a single run, and rewrite only lines that change", async () => {
    const { results, rounds, written } = await engine(FILES);
    expect(difference(results, await plain(LEAN))).toBeUndefined();
    expect(rounds).toBeGreaterThan(0);
    // Most revisits and redirects have their target in the same file.
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(20);
  });

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

  it("rounds of resolve remove a memento if another file shows that it is not a page", async () => {
    const folder = temporaryFolder();
    const image = warcRecord(
      { uri: "http://b.example/", date: "2010-01-01T00:00:00Z" },
      http("GIF89a", { fields: [["Content-Type", "image/gif"]] }),
    );
    const files = [
      fileOf(folder, "a", redirect("a", "b", "2010-01-01T00:00:00Z")),
      fileOf(folder, "b", image),
      fileOf(folder, "c", pageRecord("c")),
    ];
    const { results, written } = await engine(files);
    expect(written).toHaveLength(1);
    expect(difference(results, await plain(LEAN, `warc=${folder}`))).toBeUndefined();
    expect(results).not.toContain("a.example");
  });

  it("a round of resolve refuses unsorted lines", async () => {
    const mapped = linesOf(await step(["map", FILES[0]!, ...LEAN]));
    const { status, stderr } = await runBin(["resolve", "--round"], {
      stdin: mapped.reverse().join("\n"),
    });
    expect(stderr).toMatch(/^detect_off_topic: the records are not sorted: [^\n]+\n$/u);
    expect(status).toBe(2);
  });
});
