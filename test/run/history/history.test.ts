import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { detect, type Result } from "../../../src/index.js";
import { takeLock } from "../../../src/read/http/directory/lock.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import {
  gzip,
  page,
  pageRecord,
  warcinfo,
  warcRecord,
  A_DATE,
} from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";

/** Returns a page of a year. Pages of one seed are long enough to be compared. */
const pageOf = (seed: string, year: number, text = "the lamp of the harbour"): Buffer =>
  pageRecord(seed, { date: `${year}-01-01T00:00:00Z` }, page(seed, `${text} `.repeat(20)));

/** Writes a WARC file with a page of two seeds a year. */
function crawl(folder: string, name: string, years: readonly number[], text?: string): string {
  const path = join(folder, name);
  const captures = years.flatMap((year) => [pageOf("north", year, text), pageOf("south", year)]);
  writeFileSync(path, Buffer.concat([warcinfo(), ...captures]));
  return path;
}

interface Ran {
  readonly status: number | null;
  readonly stderr: string;
  /** Seed and year of each result. */
  readonly rows: readonly string[];
  /** Whether the results are those of an earlier run, which this run only writes again. */
  readonly isRepetition: boolean;
}

async function run(history: string, files: string, ...more: readonly string[]): Promise<Ran> {
  const args = ["-i", `warc=${files}`, "--history", history, "-ot", "jsonl", ...QUICK, ...more];
  const { status, stderr, stdout } = await runBin(args);
  const rows = stdout.split("\n").flatMap((line) => {
    const { "URI-R": uri, "memento-datetime": date } = JSON.parse(line || "{}") as Record<
      string,
      string
    >;
    return uri === undefined ? [] : [`${uri.slice(7, 12)} ${date!.slice(0, 4)}`];
  });
  return { status, stderr, rows, isRepetition: stderr.includes("no new capture: ") };
}

const NOTHING_NEW = { status: 0, isRepetition: true } as const;

describe("a history (--history)", () => {
  it("reads each file once, even if the file gets another name", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const first = crawl(folder, "a.warc", [2009, 2010]);
    const begun = await run(history, first);
    expect(begun).toMatchObject({
      ...{ status: 0, isRepetition: false },
      rows: ["north 2009", "north 2010", "south 2009", "south 2010"],
    });
    expect(begun.stderr).toMatch(/^history: 1 new file, 1 file in all$/mu);
    expect(await run(history, first)).toMatchObject(NOTHING_NEW);
    const manifest = join(history, "history.json");
    const { size } = statSync(manifest);
    utimesSync(first, 1e9, 1e9);
    expect(await run(history, first)).toMatchObject(NOTHING_NEW);
    expect(statSync(manifest).size).toBeLessThan(size + 10);
    copyFileSync(first, join(folder, "copy.warc"));
    const again = await run(history, `${folder}/*.warc`);
    expect(again).toMatchObject(NOTHING_NEW);
    expect(again.stderr).toContain("history: no new file, 1 file in all");
    renameSync(first, join(folder, "c: d, ä\t.warc"));
    writeFileSync(join(folder, "list.txt"), join(folder, "c: d, ä\t.warc"));
    expect(await run(history, `@${join(folder, "list.txt")}`)).toMatchObject(NOTHING_NEW);
    const second = crawl(folder, "0: e ,ä.warc.gz", [2011]);
    writeFileSync(second, gzip(readFileSync(second)));
    writeFileSync(join(folder, "list.txt"), second);
    expect(await run(history, `@${join(folder, "list.txt")}`)).toMatchObject({
      status: 0,
      rows: ["north 2011", "south 2011"],
    });
  });

  it("writes the captures that a file has gained since the last run, and the one that was cut short at its end", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const path = crawl(folder, "growing.warc", [2009, 2010]);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -200));
    await run(history, path);
    writeFileSync(path, Buffer.concat([whole, pageOf("north", 2011)]));
    const grown = await run(history, path);
    expect(grown.rows).toEqual(["north 2011", "south 2010"]);
    const all = (args: readonly string[]): Promise<string> =>
      runBin(["-i", `warc=${path}`, "-ot", "jsonl", "-q", ...QUICK, ...args]).then(
        ({ stdout }) => stdout,
      );
    expect(await all(["--history", history, "--since", "2000"])).toBe(await all([]));
    // A file that is written anew for each crawl: its earlier captures stay.
    crawl(folder, "growing.warc", [2012]);
    expect((await run(history, path)).rows).toEqual(["north 2012", "south 2012"]);
    expect((await run(history, path, "--since", "2011")).rows).toEqual([
      "north 2011",
      "north 2012",
      "south 2012",
    ]);
  });

  it("reads a file again of which a page was too large for the memory of the last run, and writes only what it can read now", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "h");
    const file = join(folder, "a.wacz");
    const large = pageRecord("north", { date: "2012-01-01T00:00:00Z" }, "a".repeat(4.5e6));
    writeFileSync(file, wacz({ "a.warc": Buffer.concat([pageOf("north", 2011), large]) }));
    const args = ["-i", `warc=${file}`, "--history", history, "-ot", "jsonl", ...QUICK];
    const small = {
      process: true,
      env: { NODE_OPTIONS: "--max-old-space-size=40 --max-semi-space-size=8" },
    };
    expect((await runBin(args, small)).stdout).toContain(" bytes: there is memory for");
    expect(await run(history, file)).toMatchObject({ rows: ["north 2012"], isRepetition: false });
    expect(await run(history, file)).toMatchObject({ rows: ["north 2012"], ...NOTHING_NEW });
  });

  it("accepts a history with other thresholds and other seeds, and refuses other settings with advice for rebuilding the history", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const path = crawl(folder, "a.warc", [2009, 2010]);
    const seeds = join(folder, "seeds.txt");
    writeFileSync(seeds, "http://south.example/\n");
    await run(history, path);
    const other = await run(history, path, "-tm", "bytecount=-0.9", "--since", "2000");
    expect(other).toMatchObject({ status: 0, rows: { length: 4 } });
    const some = await run(history, path, "--seeds", seeds, "--since", "2000");
    expect(some.rows).toEqual(["south 2009", "south 2010"]);
    expect(some.stderr).not.toContain("no capture");
    writeFileSync(seeds, "http://west.example/\n");
    const none = await run(history, crawl(folder, "b.warc", [2011]), "--seeds", seeds, "-v");
    expect(none).toMatchObject({ status: 6, rows: [] });
    expect(none.stderr).toContain("the seed http://west.example/ has no capture in the input");
    const refused = await run(history, path, "-tm", "cosine");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /^detect_off_topic: --history \S+ was made with other settings [^\n]+ Delete the folder [^\n]+\n$/u,
    );
  });

  it("gives every form of the output at any time, with the bytes of a run without a history", async () => {
    const folder = temporaryFolder();
    const history = ["--history", join(folder, "history")];
    const path = crawl(folder, "a.warc", [2009, 2010]);
    const of = (...args: readonly string[]): ReturnType<typeof runBin> =>
      runBin(["-q", "-i", `warc=${path}`, ...args]);
    expect((await of(...history, "-ot", "jsonl")).status).toBe(0);
    const forms = ["junit", "seeds", "html", "json", "csv"];
    const outputs = (name: string): string[] =>
      forms.flatMap((form) => ["-ot", form, "-o", join(folder, `${name}.${form}`)]);
    await of(...history, "--since", "2000", ...outputs("later"));
    await of(...outputs("plain"));
    for (const form of forms) {
      const [later, plain] = ["later", "plain"].map((name) =>
        readFileSync(join(folder, `${name}.${form}`), "utf8"),
      );
      expect(later === plain, form).toBe(true);
    }
  });

  it("refuses a damaged history with advice for rebuilding the history, or gives the same results", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const files = [crawl(folder, "a.warc", [2009, 2010]), crawl(folder, "b.warc", [2011])];
    for (const file of files) await run(history, file);
    const expected = (await run(history, files[0]!, "--since", "2000")).rows;
    const kept = new Map(
      readdirSync(history).map((name) => [name, readFileSync(join(history, name))]),
    );
    let refused = 0;
    for (const [name, bytes] of kept) {
      const flipped = [0.3, 0.97].map((share) => {
        const odd = Buffer.from(bytes);
        odd[Math.floor(share * odd.length)]! ^= 0x15;
        return odd;
      });
      for (const damaged of [...flipped, bytes.subarray(0, -9), Buffer.alloc(0), undefined]) {
        if (damaged === undefined) rmSync(join(history, name));
        else writeFileSync(join(history, name), damaged);
        const { status, stderr, rows } = await run(history, files[0]!, "--since", "2000");
        if (status === 2) {
          refused += 1;
          expect(stderr).toMatch(
            /^detect_off_topic: --history \S+ is damaged: [^\n]+ Delete the folder [^\n]+\n$/u,
          );
        } else expect({ status, rows }).toEqual({ status: 0, rows: expected });
        writeFileSync(join(history, name), bytes);
      }
    }
    // Some bits of a compressed block have no meaning.
    expect(refused).toBeGreaterThan(12);
    expect((await run(history, files[0]!, "--since", "2000")).rows).toEqual(expected);
  });

  it("treats captures as new until the output is written", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const years = Array.from({ length: 30 }, (_, at) => 1996 + at);
    const path = crawl(folder, "a.warc", years);
    const script = `ulimit -f 1; exec ${process.execPath} bin/detect_off_topic.js "$@"`;
    const args = ["-q", "-i", `warc=${path}`, "--history", history, ...QUICK, "-ot", "csv"];
    const { status, stderr } = spawnSync("bash", ["-c", script, "bash", ...args], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(stderr).toMatch(
      /^detect_off_topic: the disk is full [^\n]+\. Free some space for --history [^\n]+\n$/u,
    );
    expect(status).toBe(5);
    expect(existsSync(join(history, "lock"))).toBe(false);
    expect(readdirSync(history)).toEqual(["history.json"]);
    expect(await run(history, path)).toMatchObject({ status: 0, rows: { length: 60 } });
    expect(await run(history, path)).toMatchObject(NOTHING_NEW);
  });

  it("unlocks the history if the reader of the output has ended, and treats the captures as new", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const path = crawl(folder, "a.warc", [2009, 2010]);
    const script = `"$0" bin/detect_off_topic.js "$@" | true; exit \${PIPESTATUS[0]}`;
    const args = ["-q", "-i", `warc=${path}`, "--history", history, ...QUICK, "-ot", "jsonl"];
    const command = ["-c", script, process.execPath, ...args];
    const { status, stderr } = spawnSync("bash", command, { cwd: ROOT, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(existsSync(join(history, "lock"))).toBe(false);
    expect((await run(history, path)).rows).toHaveLength(4);
  });

  it("ends with status 5 if another run uses the folder, and takes over the lock of a dead process", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const path = crawl(folder, "a.warc", [2009]);
    await run(history, path);
    const release = await takeLock(history);
    const { status, stderr } = await run(history, path);
    expect(status).toBe(5);
    expect(stderr).toMatch(
      /^detect_off_topic: \S+ is in use by process \d+ [^\n]+: wait for it, or delete [^\n]+\n$/u,
    );
    await release();
    const lock = join(history, "lock");
    const dead = { pid: 2 ** 22 + 1, host: hostname(), birth: "1", started: "2020", id: "x" };
    writeFileSync(lock, JSON.stringify(dead));
    expect(await run(history, path)).toMatchObject(NOTHING_NEW);
    expect(existsSync(lock)).toBe(false);
  });

  it("judges captures in a library run, and stores the captures only after the caller has read all results", async () => {
    const folder = temporaryFolder();
    const options = {
      input: `warc=${crawl(folder, "a.warc", [2009, 2010])}`,
      history: join(folder, "history"),
      ...{ measures: "bytecount", workers: 0 },
    };
    for await (const _ of detect(options)) break;
    const all: Result[] = [];
    for await (const result of detect(options)) all.push(result);
    expect(all).toHaveLength(4);
    const again: Result[] = [];
    for await (const result of detect(options)) again.push(result);
    expect(again).toEqual(all);
  });

  it("takes what a run takes: the texts that a browser showed, which are those of the same files", async () => {
    const folder = temporaryFolder();
    const text = (words: string): Buffer =>
      warcRecord(
        {
          ...{ type: "resource", uri: "urn:text:http://north.example/", date: A_DATE },
          fields: [["Content-Type", "text/plain"]],
        },
        words.repeat(20),
      );
    const given = ["--text", "rendered", "-ot", "jsonl", "-q", ...QUICK];
    const files = [2009, 2010].map((year, at) => {
      const path = crawl(folder, `${at}.warc`, [year]);
      writeFileSync(path, text(`the lamp of ${year} `), { flag: "a" });
      return `warc=${path}`;
    });
    const rows: string[] = [];
    for (const file of files) {
      const { stdout } = await runBin(["-i", file, ...given, "--history", join(folder, "h")]);
      rows.push(...stdout.split("\n").filter((line) => line.includes('"URI-M"')));
    }
    const { stdout } = await runBin(["-i", files.join(",").replace(",warc=", ","), ...given]);
    const all = stdout.split("\n").filter((line) => line.includes('"URI-M"'));
    expect(rows.toSorted()).toEqual(all.toSorted());
  });

  it("--seeds auto knows the seeds that files of earlier runs name", async () => {
    const folder = temporaryFolder();
    const history = join(folder, "history");
    const naming = (name: string, records: Buffer, ...seeds: readonly string[]): string => {
      const path = join(folder, name);
      const pages = seeds.map((url) => `${JSON.stringify({ url, seed: true })}\n`).join("");
      writeFileSync(path, wacz({ "a.warc": records }, { files: { "pages/pages.jsonl": pages } }));
      return path;
    };
    const pagesOf = (year: number): Buffer => readFileSync(crawl(folder, "plain.warc", [year]));
    const auto = ["--seeds", "auto"];
    const first = naming("a.wacz", pagesOf(2009), "http://south.example/");
    expect((await run(history, first, ...auto)).rows).toEqual(["south 2009"]);
    // A crawl that names no seed.
    expect((await run(history, crawl(folder, "b.warc", [2010]), ...auto)).rows).toEqual([
      "south 2010",
    ]);
    const seeds = ["http://north.example/", "http://absent.example/"];
    const none = naming("c.wacz", warcinfo(), ...seeds);
    const named = await run(history, none, ...auto);
    expect(named).toMatchObject({ status: 0, isRepetition: false });
    expect(named.rows).toEqual(["north 2009", "north 2010"]);
    const again = await run(history, none, ...auto);
    expect(again).toMatchObject({ ...NOTHING_NEW, rows: named.rows });
    // A run without it remembers the seeds that a file names.
    const other = naming("d.wacz", pagesOf(2011), "http://upper.example/");
    expect((await run(history, other)).rows).toEqual(["north 2011", "south 2011"]);
    const upper = join(folder, "e.warc");
    writeFileSync(upper, pageOf("upper", 2012));
    expect((await run(history, upper, ...auto)).rows).toEqual(["upper 2012"]);
  });
});
