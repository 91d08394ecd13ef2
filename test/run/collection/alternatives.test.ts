import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Captured, crawl, made, prose } from "../../extensions/aliases/made-moves.js";
import { cdxj, indexed } from "../../support/cdx-builder.js";
import { captures, startIndexedArchive } from "../../support/indexed-archive.js";
import { runInside } from "../../support/run-inside.js";
import { wacz } from "../../support/wacz-builder.js";

let folder = "";
const at = (name: string): string => join(folder, name);
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content);
  return at(name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-alternatives-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const A = "http://a.example/";
const B = "http://b.example/";
const C = "http://c.example/";
const PAGE = made("The mill", prose(10));
const GONE = { status: 404 };

interface Row {
  readonly "URI-T": string;
  readonly "URI-R": string;
  readonly "memento-datetime": string;
}

async function rowsOf(...args: readonly string[]): Promise<Row[]> {
  const { stdout, stderr } = await runInside([...args, "-ot", "jsonl", "--workers", "0"]);
  if (!stdout.includes("URI-M")) throw new Error(`${args.join(" ")}: ${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line.includes('"URI-M"'))
    .map((line) => JSON.parse(line) as Row);
}

/** Returns the URIs of the rows with their days. */
const shown = (rows: readonly Row[]): string[] =>
  rows.map(
    (row) => `${new URL(row["URI-R"]).hostname[0]!} ${row["memento-datetime"].slice(0, 10)}`,
  );

let files = 0;
const judge = async (list: string, ...given: readonly Captured[]): Promise<Row[]> => {
  files += 1;
  const file = write(`crawl-${files}.warc`, crawl(...given));
  return rowsOf("-i", `warc=${file}`, "--seeds", write(`seeds-${files}.txt`, list));
};

const MIXED: readonly Captured[] = [
  [A, "2010-05-01", PAGE],
  [B, "2010-05-01", PAGE],
  [A, "2011-05-01", GONE],
  [B, "2011-05-01", PAGE],
  [C, "2011-05-01", PAGE],
  [B, "2012-05-01", PAGE],
  [A, "2013-05-01", GONE],
  [C, "2013-05-01", { status: 500 }],
];
const CHOSEN = ["a 2010/05/01", "b 2011/05/01", "b 2012/05/01", "a 2013/05/01"];

describe("a seed with several URIs", () => {
  it("has the captures of the first of them with a page at each date, and of the first one where none has", async () => {
    const rows = await judge(`${A} | ${B} | ${C}\n`, ...MIXED);
    expect(shown(rows)).toEqual(CHOSEN);
    expect(new Set(rows.map((row) => row["URI-T"]))).toEqual(new Set([`from-warc::timemap::${A}`]));
  });

  it("prefers the URI that comes first in the line", async () => {
    expect(shown(await judge(`${B} | ${A}\n`, ...MIXED.slice(0, 4)))).toEqual([
      "b 2010/05/01",
      "b 2011/05/01",
    ]);
  });

  it("a date is a day, and less than twelve hours around a capture", async () => {
    const rows = await judge(
      `${A} | ${B}\n`,
      [A, "2010-05-01T23:00:00Z", PAGE],
      [B, "2010-05-01T01:00:00Z", PAGE],
      [B, "2010-05-02T10:59:59Z", PAGE],
      [B, "2010-05-02T11:00:00Z", PAGE],
    );
    expect(shown(rows)).toEqual(["a 2010/05/01", "b 2010/05/02"]);
    const daily = [1, 2, 3].flatMap((day): Captured[] => [
      [A, `2010-05-0${day}T03:00:00Z`, day === 2 ? GONE : PAGE],
      [B, `2010-05-0${day}T03:05:00Z`, PAGE],
    ]);
    expect(shown(await judge(`${A} | ${B}\n`, ...daily))).toEqual([
      "a 2010/05/01",
      "b 2010/05/02",
      "a 2010/05/03",
    ]);
  });

  it("has the URI-T of its first URI with captures", async () => {
    const others = [
      [B, "2010-05-01", PAGE],
      [C, "2012-05-01", PAGE],
    ] as const;
    for (const list of [`${A} | ${B} | ${C}\n`, `${A} | ${B}\n`]) {
      const rows = await judge(list, ...others);
      expect(new Set(rows.map((row) => row["URI-T"]))).toEqual(
        new Set([`from-warc::timemap::${B}`]),
      );
    }
  });

  it("that has no capture of any of its URIs is a failed TimeMap", async () => {
    const file = write("none.warc", crawl([C, "2010-05-01", PAGE]));
    const list = write("none.txt", `${A} | ${B}\n${C}\n`);
    const { stderr } = await runInside(["-i", `warc=${file}`, "--seeds", list, "-ot", "jsonl"]);
    expect(stderr).toContain(`the seed ${A} has no capture in the input`);
    expect(stderr).not.toContain(`the seed ${B}`);
  });

  it("redirects among its URIs are captures as those of any seed", async () => {
    const rows = await judge(
      `${A} | ${B}\n`,
      [A, "2010-05-01", PAGE],
      [A, "2012-05-01", { to: B }],
      [B, "2012-05-01", PAGE],
      [B, "2013-05-01", PAGE],
    );
    expect(shown(rows)).toEqual(["a 2010/05/01", "a 2012/05/01", "b 2013/05/01"]);
  });

  it("is read from a WACZ, a folder of files and an index as from WARC files", async () => {
    const bytes = crawl(...MIXED);
    const list = write("all.txt", `${A} | ${B} | ${C}\n`);
    const package_ = write("all.wacz", wacz({ "all.warc": bytes }));
    mkdirSync(at("files"), { recursive: true });
    const file = write("files/all.warc", bytes);
    const index = write("files/all.cdxj", cdxj(await indexed([file])));
    for (const input of [`wacz=${package_}`, `warc=${at("files")}`, `cdx=${index}`]) {
      expect(shown(await rowsOf("-i", input, "--seeds", list))).toEqual(CHOSEN);
    }
  });

  it("is read from an archive by a list of URI-Rs, which is given to --seeds too", async () => {
    const archive = await startIndexedArchive({ [A]: captures("GX"), [B]: captures("GGG") });
    const list = write("uris.txt", `${A} | ${B}\n`);
    const input = ["-i", `uri-r=@${list}`, "--archive", `${archive.origin}/web/`];
    try {
      const { status, stderr } = await runInside(input);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining("Give the same list to --seeds"),
      ]);
      const rows = await rowsOf(...input, "--seeds", list, "--rate", "10000/s");
      expect(shown(rows)).toEqual(["a 2010/01/01", "b 2010/01/02", "b 2010/01/03"]);
      expect(new Set(rows.map((row) => row["URI-T"])).size).toBe(1);
      const shard = await runInside([...input, "--seeds", list, "--shard", "1/2"]);
      expect([shard.status, shard.stderr]).toEqual([
        2,
        expect.stringContaining("Leave out --shard"),
      ]);
    } finally {
      await archive.close();
    }
  });

  it("gives the same bytes with any number of threads, little memory, and in shards", async () => {
    const days = Array.from({ length: 40 }, (_, day): Captured[] => {
      const date = new Date(Date.UTC(2010, 0, 1 + day)).toISOString();
      return [
        [A, date, day % 3 === 0 ? GONE : PAGE],
        [B, date, PAGE],
      ];
    }).flat();
    const file = write("days.warc", crawl(...days, [C, "2010-05-01", PAGE]));
    const list = write("days.txt", `${A} | ${B}\n${C}\n`);
    const run = async (...args: readonly string[]): Promise<string> =>
      (await runInside(["-i", `warc=${file}`, "--seeds", list, "-ot", "jsonl", ...args])).stdout;
    const plain = await run("--workers", "0");
    expect(plain.split("\n").filter((line) => line.includes('"URI-M"'))).toHaveLength(41);
    expect(await run("--workers", "2")).toBe(plain);
    expect(await run("--workers", "0", "--set", "memory=1M")).toBe(plain);
    for (const k of [1, 2]) {
      write(`days-${k}.jsonl`, await run("--workers", "0", "--shard", `${k}/2`));
    }
    const { stdout } = await runInside(["merge", at("days-1.jsonl"), at("days-2.jsonl")]);
    expect(stdout).toBe(plain);
  });

  it("is refused where it would not be one TimeMap", async () => {
    const file = write("refused.warc", crawl(...MIXED));
    const list = write("refused.txt", `${A} | ${B}\n`);
    const cases = [
      [["-i", `warc=${file}`, "--match", "host"], "--match host makes a seed many TimeMaps"],
      [["-i", `warc=${file}`, "--history", at("h")], "--history reads those with new captures"],
      [["map", `warc=${file}`], "--seeds needs the whole input"],
    ] as const;
    for (const [args, message] of cases) {
      const { status, stderr } = await runInside([...args, "--seeds", list]);
      expect(status).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});
