import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inShard } from "../../../src/run/setup/shard.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { COLLECTION, difference, LEAN, plain, recordsOf, sort, step } from "./steps.js";

const N = 3;
const SHARDS = Array.from({ length: N }, (_, i) => `${i + 1}/${N}`);

/** Merges parts, given in an order that differs from that of the shards. */
function merge(parts: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const files = parts.map((part, i) => {
    const path = join(folder, `part-${(i * 2) % parts.length}.jsonl`);
    writeFileSync(path, part);
    return path;
  });
  return step(["merge", ...files.reverse()]);
}

describe("shards 1 to n", () => {
  it("shards of reduce merge to the same bytes as a single run", async () => {
    const mapped = await recordsOf(LEAN);
    const parts = await Promise.all(
      SHARDS.map((shard) => step(["reduce", ...LEAN, "--shard", shard], { stdin: mapped })),
    );
    expect(parts.every((part) => part !== "")).toBe(true);
    expect(difference(await merge(parts), await plain(LEAN))).toBeUndefined();
  });

  it("shards of a single run merge to the same bytes as the run without shards", async () => {
    const parts = await Promise.all(SHARDS.map((shard) => plain([...LEAN, "--shard", shard])));
    expect(parts.every((part) => part !== "")).toBe(true);
    expect(difference(await merge(parts), await plain(LEAN))).toBeUndefined();
  });

  it("shards of map give the whole output of map if they are sorted together", async () => {
    const parts = await Promise.all(
      SHARDS.map((shard) => step(["map", COLLECTION, ...LEAN, "--shard", shard])),
    );
    expect(
      difference(sort(parts.join("")), await step(["map", COLLECTION, ...LEAN])),
    ).toBeUndefined();
  });

  it("every process assigns a key to the same single shard", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (key, n) => {
        const mine = Array.from({ length: n }, (_, i) => i + 1).filter((k) =>
          inShard(key, { k, n }),
        );
        expect(mine).toHaveLength(1);
      }),
    );
  });

  it("a TimeMap stays in the same shard in all versions, so that parts from different days fit together", () => {
    expect(inShard("example,museum)/", { k: 5, n: 8 })).toBe(true);
  });

  it("shards may be empty, and merge accepts empty parts", async () => {
    expect(difference(await merge([await plain(LEAN), "", ""]), await plain(LEAN))).toBeUndefined();
    expect(await merge(["", ""])).toBe("");
  });

  it("merge requires all shards, including empty ones, unless --partial is given", async () => {
    const folder = temporaryFolder();
    // There are more shards than TimeMaps, so some are empty.
    const n = 24;
    const paths = await Promise.all(
      Array.from({ length: n }, async (_, i) => {
        const path = join(folder, `${i + 1}.jsonl`);
        const stdin = await recordsOf(LEAN);
        writeFileSync(path, await step(["reduce", ...LEAN, "--shard", `${i + 1}/${n}`], { stdin }));
        return path;
      }),
    );
    const rowsOf = (path: string): string[] =>
      readFileSync(path, "utf8").trimEnd().split("\n").slice(1);
    const empty = paths.find((path) => rowsOf(path).length === 0)!;
    const full = paths.find((path) => rowsOf(path).length > 0)!;
    expect(difference(await step(["merge", ...paths]), await plain(LEAN))).toBeUndefined();
    for (const missing of [empty, full]) {
      const others = paths.filter((path) => path !== missing);
      const name = `${paths.indexOf(missing) + 1}/${n}`;
      const refused = await runBin(["merge", ...others, "-o", join(folder, "all.jsonl")]);
      expect(refused.stderr).toBe(
        `detect_off_topic: shard ${name} is missing: ${n - 1} of ${n} are given. Give all, or --partial.\n`,
      );
      expect(refused.status).toBe(2);
      expect(existsSync(join(folder, "all.jsonl"))).toBe(false);
      // The result of --partial lists its shards, so that the missing one can be added later.
      const partial = join(folder, "partial.jsonl");
      writeFileSync(partial, await step(["merge", ...others, "--partial"]));
      expect((await runBin(["merge", partial])).status).toBe(2);
      expect(
        difference(await step(["merge", partial, missing]), await plain(LEAN)),
      ).toBeUndefined();
    }
  });

  it("merge refuses shards of runs that divided TimeMaps differently", async () => {
    const folder = temporaryFolder();
    const stdin = await recordsOf(LEAN);
    const paths = await Promise.all(
      ["1/2", "2/3"].map(async (shard) => {
        const path = join(folder, `${shard.replace("/", "-")}.jsonl`);
        writeFileSync(path, await step(["reduce", ...LEAN, "--shard", shard], { stdin }));
        return path;
      }),
    );
    const { status, stderr } = await runBin(["merge", ...paths, "--partial"]);
    expect(stderr).toContain(
      "these are shards of 2 and shards of 3: merge takes those of one run.",
    );
    expect(status).toBe(2);
  });

  it("shards have the same digest of settings, and can be read as results", async () => {
    const stdin = await recordsOf(LEAN);
    const parts = await Promise.all(
      SHARDS.map((shard) => step(["reduce", ...LEAN, "--shard", shard], { stdin })),
    );
    const digests = parts.map((part) => /"digest":"(\w+)"/u.exec(part)?.[1]);
    expect(new Set(digests).size).toBe(1);
    const path = join(temporaryFolder(), "part.jsonl");
    writeFileSync(path, parts[0]!);
    expect(await step(["convert", path, "-ot", "csv"])).toContain("from-warc::");
  });

  it("merge refuses a repeated shard, and rows in the wrong order", async () => {
    const file = join(temporaryFolder(), "part.jsonl");
    const rows = await plain(LEAN);
    writeFileSync(file, rows);
    const backwards = join(temporaryFolder(), "backwards.jsonl");
    writeFileSync(backwards, `${rows.trimEnd().split("\n").reverse().join("\n")}\n`);
    for (const [files, complaint] of [
      [[file, file], "merge takes runs over different TimeMaps"],
      [[backwards], "is not in the order in which results are written"],
    ] as const) {
      const { status, stderr } = await runBin(["merge", ...files]);
      expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
      expect(stderr).toContain(complaint);
      expect(status).toBe(2);
    }
  });

  it("refuses in one line a shard that is not k/n with k from 1 to n", async () => {
    for (const shard of ["0/3", "4/3", "1", "a/b", "-1/2", "1/0"]) {
      const { status, stdout, stderr } = await runBin(["reduce", "--shard", shard], { stdin: "" });
      expect({ shard, status, stdout }).toEqual({ shard, status: 2, stdout: "" });
      expect(stderr).toMatch(/^detect_off_topic: --shard takes k\/n .*\n$/u);
    }
  });

  it("refuses --shard for several kinds of input", async () => {
    const { status, stderr } = await runBin(
      ["-i", `warc=${COLLECTION}`, "-i", "timemap=http://127.0.0.1:9/timemap/x", "--shard", "1/2"],
      { stdin: "" },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/^detect_off_topic: --shard .*\n$/u);
  });
});

describe("merge", () => {
  it("merge writes each line of settings once at the beginning, in sorted order", async () => {
    const folder = temporaryFolder();
    const all = (await plain(LEAN)).trimEnd().split("\n");
    const [settings = "", ...rows] = all;
    // Results of another run, over other TimeMaps.
    const [other = "", ...others] = all.map((line) =>
      line
        .replace(/"digest":"\w+"/u, '"digest":"0123456789abcdef"')
        .replace('"grouping key":"', '"grouping key":"zoo,'),
    );
    const [one, two] = [join(folder, "1.jsonl"), join(folder, "2.jsonl")];
    writeFileSync(
      one,
      `${[...rows.slice(0, 9), settings, ...rows.slice(9), settings].join("\n")}\n`,
    );
    writeFileSync(two, `${[...others, other].join("\n")}\n`);
    const merged = (await step(["merge", one, two])).trimEnd().split("\n");
    expect(merged.slice(0, 2)).toEqual([settings, other].toSorted());
    expect(merged.slice(2).toSorted()).toEqual([...rows, ...others].toSorted());
    const fromPipe = await step(["merge", "-"], { stdin: readFileSync(one, "utf8") });
    expect(difference(fromPipe, await plain(LEAN))).toBeUndefined();
    expect(await step(["merge", one, "-ot", "json"])).toBe(
      await step(["convert", one, "-ot", "json"]),
    );
  });

  it("merge refuses a file without results, and reports its name", async () => {
    const path = join(temporaryFolder(), "notes.txt");
    writeFileSync(path, "buy milk\n");
    const { status, stdout, stderr } = await runBin(["merge", path]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("notes.txt holds a line that is not a result: buy milk");
  });
});
