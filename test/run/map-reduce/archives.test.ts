import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { kindOfLine } from "../../../src/run/lines/lines.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { LEAN, difference, plain, sort, step } from "./steps.js";
import { rowsOf } from "../../support/rows.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** Settings that let the command ask the fixture archive without pauses. */
const FAST: readonly string[] = [...LEAN, "--rate", "6000/s", "--set", "concurrency=8"];

const seeds = ["n2.one", "n3.two", "n4.three", "n2.four", "n3.five"].map(
  (name) => `http://${name}.example/`,
);
const uriTs = (): string[] => seeds.map((seed) => `${server.origin}/web/timemap/link/${seed}`);

/** Returns all URI-Ts as one input. */
function listed(): string {
  const path = join(temporaryFolder(), "uri-ts.txt");
  writeFileSync(path, `${uriTs().join("\n")}\n`);
  return `timemap=@${path}`;
}

describe("TimeMaps of an archive", () => {
  it("map reads TimeMaps from standard input, and gives the same bytes as a single run", async () => {
    const expected = await plain(FAST, listed());
    expect(rowsOf(expected)).toHaveLength(14);
    const mapped = await step(["map", ...FAST], { stdin: uriTs().join("\n") });
    expect(
      difference(await step(["reduce", ...LEAN], { stdin: sort(mapped) }), expected),
    ).toBeUndefined();
  });
});

describe("TimeMaps of one URI-R in several collections", () => {
  const archiveIt = (ids: string): string[] => [
    ...["-i", `archiveit=${ids}`, "--set", `archiveit-uri=${server.origin}`],
  ];
  const uriT = (collection: string): string =>
    `${server.origin}/${collection}/timemap/link/http://seed1.example/`;
  const timeMaps = (ids: string): string[] => [
    "-i",
    `timemap=${ids.split(",").map(uriT).join(",")}`,
  ];
  const run = (...args: readonly string[]): Promise<string> =>
    step(["-q", ...args, ...FAST, "-ot", "jsonl"]);
  const archiveOf = (uri = ""): string => new URL(uri).pathname.split("/")[1]!;
  const reported = (lines: string): unknown[] =>
    rowsOf(lines).map((row) => [row["URI-T"], row["URI-M"], row["compared with"]]);

  const forms = { archiveit: archiveIt, timemap: timeMaps };
  it.each([
    ["archiveit", "paper"],
    ["timemap", "otmt-1.0.5"],
  ] as const)(
    "keeps the results of TimeMaps with different URI-Ts separate: %s, profile %s",
    async (form, profile) => {
      const both = await run(...forms[form]("1001,1002"), "--profile", profile);
      const one = await run(...forms[form]("1001"), "--profile", profile);
      const other = await run(...forms[form]("1002"), "--profile", profile);
      expect(difference(both, one + other.slice(other.indexOf("\n") + 1))).toBeUndefined();
      for (const row of rowsOf<Record<string, string>>(both)) {
        expect(archiveOf(row["URI-M"])).toBe(archiveOf(row["URI-T"]));
        expect(archiveOf(row["compared with"])).toBe(archiveOf(row["URI-T"]));
      }
    },
  );

  it("groups TimeMaps by --set group-by surt, and keeps the URI-T of each memento", async () => {
    const grouped = [...timeMaps("1001,1002"), "--set", "group-by=surt"];
    const rows = rowsOf<Record<string, string>>(await run(...grouped));
    // The mementos of one URI-T stay together, oldest first.
    expect(rows.map((row) => row["URI-T"])).toEqual(
      ["1001", "1002"].flatMap((id) => Array<string>(5).fill(uriT(id))),
    );
    for (const row of rows) {
      expect(archiveOf(row["URI-M"])).toBe(archiveOf(row["URI-T"]));
      expect(archiveOf(row["compared with"])).toBe("1001");
      expect(row["grouping key"]).toBe("example,seed1)/");
    }
    const json = JSON.parse(await step(["-q", ...grouped, ...FAST])) as Record<string, object>;
    expect(Object.keys(json)).toEqual(["1001", "1002"].map(uriT));
  });

  it.each([
    { options: [], keys: 2 },
    { options: ["--set", "group-by=surt"], keys: 1 },
  ])(
    "map, sort and reduce give the same bytes as a single run with %o",
    async ({ options, keys }) => {
      const expected = await run(...timeMaps("1001,1002"), ...options);
      const maps = await Promise.all(
        ["1002", "1001"].map((id) => step(["map", uriT(id), ...FAST, ...options])),
      );
      const sorted = sort(maps.join(""));
      const results = await step(["reduce", ...LEAN, ...options], { stdin: sorted });
      expect(difference(results, expected)).toBeUndefined();
      const met = sorted
        .trimEnd()
        .split("\n")
        .filter((line) => kindOfLine(line) === "record")
        .map((line) => line.split("\t", 1)[0]);
      expect(new Set(met).size).toBe(keys);
    },
  );

  it("gold data without URI-Ts finds the archive's TimeMap of a URI-R in any spelling", async () => {
    const file = join(temporaryFolder(), "gold.tsv");
    const rows = [
      "1001/20100101000000/http://seed1.example/",
      "1001/20100131000000/https://seed1.example/",
      "1002/20100131000000/http://seed1.example/",
      "1002/20100302000000/http://seed1.example/",
    ].map((path) => `${server.origin}/${path}`);
    writeFileSync(file, rows.map((uri, at) => `${at}\t\t${uri}\t1\n`).join(""));
    expect(reported(await run("-i", `goldtest=${file}`))).toEqual([
      [uriT("1001"), rows[0], rows[0]],
      [uriT("1001"), rows[1], rows[0]],
      [uriT("1002"), rows[2], rows[2]],
      [uriT("1002"), rows[3], rows[2]],
    ]);
  });
});
