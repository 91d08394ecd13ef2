import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cdxj, indexed } from "../support/cdx-builder.js";
import { type FileServer, startFileServer } from "../support/file-server.js";
import { captures, type IndexedArchive, startIndexedArchive } from "../support/indexed-archive.js";
import { rowsOf } from "../support/rows.js";
import { runProcess, temporaryFolder } from "../support/run-bin.js";
import { type EndedInside, runInside } from "../support/run-inside.js";
import { isLong } from "../support/thorough.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { wacz } from "../support/wacz-builder.js";
import { FAST } from "./run-http.js";

const SEED = "http://a.example/";
/** Maximum number of requests for captures of one seed that are under way. */
const UNDER_WAY = 8;
let archive: IndexedArchive;
let folder = "";
beforeAll(async () => {
  archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGLLLLLLGG") });
});
beforeEach(() => {
  folder = temporaryFolder();
});
afterAll(() => archive.close());

const input = (): string[] => ["-i", `timemap=${archive.timeMap(SEED)}`, ...FAST];
const detect = (...args: readonly string[]): Promise<EndedInside> =>
  runInside([...input(), "-tm", "cosine", "--fetch", "changes", ...args]);

/** Returns the cells of a row of CSV by the names of the columns. */
function table(csv: string): Readonly<Record<string, string>>[] {
  const [head = "", ...rows] = csv.trimEnd().split(/\r?\n/u);
  const names = head.split(",");
  return rows.map((row) =>
    Object.fromEntries(row.split(",").map((cell, at) => [names[at] ?? "", cell])),
  );
}

describe("the outputs of a run with --fetch changes", () => {
  it("tell captures that were not read from others in JSON Lines, with the settings of the choice", async () => {
    const { stdout, status } = await detect("-ot", "jsonl", "--set", "fetch-check=0");
    expect(status).toBe(0);
    const [first = ""] = stdout.split("\n");
    expect(JSON.parse(first)).toMatchObject({
      settings: { fetch: "changes", fetchCheck: 0, fetchWithin: 0.2 },
    });
    const rows = rowsOf(stdout);
    expect(rows).toHaveLength(16);
    const inferred = rows.filter((row) => "inferred from" in row);
    expect(inferred).toHaveLength(10);
    expect(inferred[0]).toEqual({
      ...{ "URI-T": archive.timeMap(SEED), "URI-R": SEED, "URI-M": archive.uriM(SEED, 1) },
      ...{ "grouping key": inferred[0]!["grouping key"], digest: inferred[0]!["digest"] },
      ...{ "memento-datetime": "2010/01/02 00:00:00 GMT", "HTTP status": 200 },
      ...{ "timemap measures": {}, "overall topic status": "on-topic", pattern: "single" },
      "inferred from": [archive.uriM(SEED, 0), archive.uriM(SEED, 7)],
    });
  });

  it("count them apart in the table of seeds, in the summary and in its JSON", async () => {
    const seeds = table((await detect("-ot", "seeds", "--set", "fetch-check=0")).stdout);
    expect(seeds).toEqual([
      expect.objectContaining({
        Mementos: "16",
        "Off-Topic": "6",
        "Off-Topic Runs": "1",
        Inferred: "10",
      }),
    ]);
    const file = join(folder, "summary.json");
    const { stderr } = await detect("-ot", "text", "--set", "fetch-check=4", "--summary", file);
    expect(stderr).toContain("inferred, not read: 6 (37.5 %), of which off-topic: ");
    expect(stderr).toContain(
      "4 of 10 inferred captures were checked, 0 differ: at most 52.7 % do (95 %)\n",
    );
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      ...{ mementos: 16, judged: 16, offTopic: 6, inferred: 6 },
      inferredCheck: { inferred: 10, checked: 4, differ: 0 },
    });
  });
});

describe("inputs that take --fetch changes", () => {
  it("are indexes of WARC files and WACZ files on the web, of which only some records are read", async () => {
    const server = await startFileServer();
    try {
      const records = captures("GGGGGGGGLLLLLLGG").map(({ body }, at) => {
        const date = `2010-01-${String(at + 1).padStart(2, "0")}T00:00:00Z`;
        return warcRecord({ uri: SEED, date }, http(body));
      });
      const file = join(folder, "a.warc");
      writeFileSync(file, Buffer.concat(records));
      const lines = cdxj(await indexed([file])).replace(/"digest":"[^"]*"/gu, '"digest":"-"');
      const index = join(folder, "a.cdxj");
      writeFileSync(index, lines);
      server.files.set("/a.warc", { bytes: readFileSync(file) });
      server.files.set("/a.wacz", {
        bytes: wacz({ "a.warc": readFileSync(file) }, { files: { "indexes/index.cdxj": lines } }),
      });
      const args = [...FAST, "-tm", "cosine", "-ot", "jsonl", "--set", "fetch-check=2"];
      const verdicts = ({ stdout }: EndedInside): unknown[] =>
        rowsOf(stdout).map((row) => [row["URI-M"], row["overall topic status"]]);
      for (const [source, others] of [
        [`cdx=${index}`, ["--warc-base", `${server.origin}/`]],
        [`wacz=${server.origin}/a.wacz`, []],
      ] as const) {
        const whole = await runInside(["-i", source, ...others, ...args.slice(0, -2)]);
        server.asked.length = 0;
        const some = await runInside(["-i", source, ...others, ...args, "--fetch", "changes"]);
        expect(verdicts(some)).toEqual(verdicts(whole));
        const inferred = rowsOf(some.stdout).filter((row) => "inferred from" in row);
        expect(inferred.length).toBeGreaterThan(5);
        const uriMs = rowsOf(some.stdout).map((row) => row["URI-M"]);
        expect(uriMs).toEqual(expect.arrayContaining(inferred[0]!["inferred from"] as unknown[]));
        expect(some.stderr).toContain("2 of ");
      }
    } finally {
      await server.close();
    }
  });
});

/** Returns a WARC with the captures of seeds from a day of 2010 on. */
function recordsOf(seeds: Readonly<Record<string, string>>, day = 0): Buffer {
  const records = Object.entries(seeds).flatMap(([uri, letters]) =>
    captures(letters).map(({ body }, at) => {
      const date = new Date(Date.UTC(2010, 0, 1 + day + at)).toISOString();
      return warcRecord({ uri, date: `${date.slice(0, 19)}Z` }, http(body));
    }),
  );
  return Buffer.concat(records);
}

const withoutDigests = (index: string): string =>
  index.replace(/"digest":"[^"]*"/gu, '"digest":"-"');

async function packed(letters: string, day = 0): Promise<Buffer> {
  const file = join(folder, "data.warc");
  writeFileSync(file, recordsOf({ [SEED]: letters }, day));
  const index = withoutDigests(cdxj(await indexed([file])));
  return wacz({ "data.warc": readFileSync(file) }, { files: { "indexes/index.cdxj": index } });
}

const verdictsOf = (stdout: string): unknown[] =>
  rowsOf(stdout).map((row) => [row["URI-M"], row["overall topic status"]]);

describe("WACZ files on the web that are read with --fetch changes", () => {
  let server: FileServer;
  beforeEach(async () => {
    server = await startFileServer();
  });
  afterEach(() => server.close());

  const run = (files: readonly string[], ...args: readonly string[]): Promise<EndedInside> => {
    const inputs = files.flatMap((name) => ["-i", `wacz=${server.origin}/${name}`]);
    return runInside([...inputs, ...FAST, "-tm", "cosine", "-ot", "jsonl", ...args]);
  };

  it("are read once with --history, and the captures of new files are compared with those of earlier ones", async () => {
    server.files.set("/a.wacz", { bytes: await packed("GGGGGGGG") });
    server.files.set("/b.wacz", { bytes: await packed("LLLLLLLL", 40) });
    const history = (name: string): string[] => ["--history", join(folder, name)];
    const changes = ["--fetch", "changes", "--set", "fetch-check=0", ...history("changes")];
    const first = await run(["a.wacz"], ...changes);
    expect(rowsOf(first.stdout).filter((row) => "inferred from" in row)).toHaveLength(6);
    server.asked.length = 0;
    const next = await run(["a.wacz", "b.wacz"], ...changes);
    const again = server.asked.filter(({ path }) => path === "/a.wacz");
    expect(again.length).toBeLessThanOrEqual(1);
    const rows = rowsOf(next.stdout);
    expect(rows.map((row) => row["overall topic status"])).toEqual(Array(8).fill("off-topic"));
    expect(rows.filter((row) => "inferred from" in row)).toHaveLength(6);
    await run(["a.wacz"], ...history("all"));
    const all = await run(["a.wacz", "b.wacz"], ...history("all"));
    expect(verdictsOf(next.stdout)).toEqual(verdictsOf(all.stdout));
    const since = await run(["a.wacz", "b.wacz"], ...changes, "--since", "2009");
    expect(rowsOf(since.stdout)).toHaveLength(16);
  });
});

it("a run with --fetch changes that is killed continues: the next one sends what was not answered, and has the same bytes", async () => {
  const args = (work: string): string[] => [
    ...["-q", ...input(), "-tm", "cosine", "--fetch", "changes", "-ot", "jsonl", "-d", work],
  ];
  archive.asked.length = 0;
  const whole = await runInside(args(join(folder, "whole")));
  const all = archive.asked.splice(0).length;
  const kills = isLong ? Array.from({ length: all }, (_, at) => at + 1) : [Math.ceil(all / 2)];
  for (const at of kills) {
    const work = join(folder, `killed-${at}`);
    const killed = await runProcess(args(work), {
      onStart(child) {
        archive.onCapture = (number) => {
          if (number === at) child.kill("SIGKILL");
        };
      },
    });
    archive.onCapture = () => undefined;
    expect(killed).toMatchObject({ signal: "SIGKILL", stdout: "" });
    const before = archive.asked.splice(0);
    const ended = await runInside(args(work));
    expect([ended.status, ended.stdout]).toEqual([0, whole.stdout]);
    // Only requests that were under way when the run was killed are sent again.
    const asked = archive.asked.splice(0);
    const again = asked.filter((each) => before.includes(each));
    expect(asked.length - again.length + before.length).toBe(all);
    expect(again.length).toBeLessThanOrEqual(UNDER_WAY);
  }
});
