import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInside } from "../../support/run-inside.js";
import { type Captured, crawl, made, prose } from "./made-moves.js";

let folder = "";
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-aliases-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD = "http://old.example/";
const MIDDLE = "http://middle.example/page";
const NEW = "https://new.example/";
const PAGE = made("The mill", prose(10));
const OTHER = made("Casino", prose(33));

/** A page that moved twice, and another page. */
const MOVE: readonly Captured[] = [
  [OLD, "2010-05-01", PAGE],
  ["http://www.old.example/", "2011-05-01", PAGE],
  [OLD, "2013-05-01", { to: NEW }],
  [NEW, "2013-05-01", PAGE],
  [MIDDLE, "2012-05-01", PAGE],
  [NEW, "2015-05-01", OTHER],
  ["http://a.example/", "2010-05-01", OTHER],
];

let files = 0;

function written(name: string, content: string | Buffer): string {
  const file = at(`${(files += 1)}-${name}`);
  writeFileSync(file, content);
  return file;
}

const pairs = (...lines: readonly string[]): string =>
  written("pairs.tsv", lines.map((line) => `${line}\n`).join(""));

const moves = (): string =>
  pairs("# moves", `http://old.example\t${MIDDLE}`, `${MIDDLE}\thttp://www.new.example/`);

type Row = Readonly<Record<string, string | undefined>>;

const rowsOf = (stdout: string): readonly Row[] =>
  stdout
    .split("\n")
    .filter((line) => line.includes('"URI-M"'))
    .map((line) => JSON.parse(line) as Row);

async function run(...args: readonly string[]): Promise<{
  readonly rows: readonly Row[];
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}> {
  const workers = args.includes("--workers") ? [] : ["--workers", "0"];
  const ran = await runInside([...args, ...workers, "-ot", "jsonl"]);
  return { ...ran, rows: rowsOf(ran.stdout) };
}

const judge = (...args: readonly string[]): ReturnType<typeof run> =>
  run("-i", `warc=${written("crawl.warc", crawl(...MOVE))}`, ...args);

describe("--aliases FILE", () => {
  it("captures of all names of a page are one TimeMap, compared as seeds are, with the URI-T of the newest name", async () => {
    const { rows, stderr } = await judge("--aliases", moves());
    const moved = rows.filter((row) => row["grouping key"] === "example,new)/");
    expect(moved.map((row) => row["URI-R"])).toEqual([
      OLD,
      "http://www.old.example/",
      MIDDLE,
      NEW,
      NEW,
    ]);
    expect(new Set(moved.map((row) => row["URI-T"]))).toEqual(
      new Set(["from-warc::timemap::http://www.new.example/"]),
    );
    expect(moved.map((row) => row["continues as"])).toEqual([
      ...Array<string>(3).fill("http://www.new.example/"),
      undefined,
      undefined,
    ]);
    expect(moved.at(-1)?.["overall topic status"]).toBe("off-topic");
    expect(rows).toHaveLength(6);
    expect(stderr).not.toContain("--aliases");
  });

  it("a seed has the captures of all names of its page, by whichever name it is given", async () => {
    for (const name of [NEW, "www.old.example", `${OLD}\n${MIDDLE}`]) {
      const seeds = written("seeds.txt", `${name}\n`);
      const { rows } = await judge("--aliases", moves(), "--seeds", seeds);
      expect(rows.map((row) => row["URI-R"])).toHaveLength(5);
      expect(new Set(rows.map((row) => row["grouping key"]))).toEqual(new Set(["example,new)/"]));
    }
  });

  it("threads, and map | sort | reduce of parts, write the bytes of the plain run", async () => {
    const aliases = ["--aliases", moves()];
    const whole = written("whole.warc", crawl(...MOVE));
    const { stdout: plain } = await run("-i", `warc=${whole}`, ...aliases);
    const { stdout } = await run("-i", `warc=${whole}`, ...aliases, "--workers", "2");
    expect(stdout).toBe(plain);
    const { stdout: mapped } = await runInside(["map", whole, ...aliases, "--workers", "0"]);
    const { stdout: resolved } = await runInside(["resolve", written("mapped.tsv", mapped)]);
    const sorted = resolved.trimEnd().split("\n").sort().join("\n");
    const records = written("records.tsv", `${sorted}\n`);
    const reduce = ["reduce", records, ...aliases, "--workers", "0"];
    expect((await runInside(reduce)).stdout).toBe(plain);
    const { status, stderr } = await runInside(["reduce", records, "--workers", "0"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("made with other settings")]);
  });

  it("refuses a file with a wrong line", async () => {
    const A = "http://a.example/";
    const cases = [
      [["nothing"], 'line 1 is not old URI TAB new URI: "nothing".'],
      [[`${A}\t${NEW}\t2010`], "line 1 is not old URI TAB new URI"],
      [["", `${A}\tfile:///x`], "line 2 is not old URI TAB new URI"],
      [[`${A}\t`], "line 1 is not old URI TAB new URI"],
      [["# only a comment"], "names no page. Write old URI TAB new URI on each line."],
    ] as const;
    for (const [lines, message] of cases) {
      const { status, stderr } = await judge("--aliases", pairs(...lines));
      expect(status).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});
