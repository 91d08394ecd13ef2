import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cdxj, indexed } from "../support/cdx-builder.js";
import { startFileServer } from "../support/file-server.js";
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
