import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CacheFolder } from "../../../src/run/cache/cache-folder.js";
import { FeatureCache } from "../../../src/run/cache/feature-cache.js";
import type { Capture, ExtractedPage, InputItem } from "../../../src/base/types.js";
import { ROOT, runBin, runProcess, temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import {
  http,
  page,
  PACKINGS,
  pageRecord,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";

const LEAN = ["--no-detect-languages", "-ot", "jsonl"];
const COLLECTION = "fixtures/collection";

const A_DATE = new Date("2012-06-01T10:20:30Z");

/** Returns the entries with features. Entries with scores have tests of their own. */
const entries = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".scores") && name !== "CACHEDIR.TAG")
    .sort();

/** Removes the entries with scores, so that the next run needs the features. */
function forgetScores(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".scores")) rmSync(join(folder, name));
  }
}

async function results(...args: readonly string[]): Promise<string> {
  const { status, text } = await runToFile([...args, ...LEAN]);
  expect(status).toBe(0);
  return text;
}

/** Padding that is longer than the ends of a file that the cache compares. It is no page. */
const PICTURE = http(Buffer.alloc(70_000), { contentType: "image/png" });

/** Returns a WARC file whose ends do not change if a word in its middle does. */
function crawl(word: string): Buffer {
  const uri = "http://padding.example/wind.png";
  const padding = warcRecord({ uri, date: "2012-06-01T10:20:30Z" }, PICTURE);
  const captures = [2009, 2010, 2011].map((year) =>
    pageRecord("seed", { date: `${year}-01-01T00:00:00Z` }, page("seed", `lighthouse ${word}`)),
  );
  return PACKINGS.plain([warcinfo(), padding, pageRecord("other"), ...captures, padding]);
}

/** Writes such a file and returns a function that replaces its middle without changing size, date and ends. */
function changing(): { readonly path: string; readonly change: () => void } {
  const path = join(temporaryFolder(), "crawl.warc");
  const write = (word: string): void => {
    writeFileSync(path, crawl(word));
    utimesSync(path, A_DATE, A_DATE);
  };
  write("keeper");
  return { path, change: () => write("casino") };
}

describe("the cache of features (--cache)", () => {
  it("--cache stores the features of each file, so that the next run has the same bytes", async () => {
    const cache = temporaryFolder();
    const plain = await results("-i", `warc=${COLLECTION}`, "-tm", "cosine,bytecount");
    for (const run of ["first", "second", "third"]) {
      if (run === "second") forgetScores(cache);
      const args = ["-i", `warc=${COLLECTION}`, "-tm", "cosine,bytecount", "--cache", cache];
      expect(await results(...args), run).toBe(plain);
      expect(entries(cache)).toHaveLength(3);
    }
  });

  it("--cache reads no file again if only thresholds differ", async () => {
    const cache = temporaryFolder();
    const { path, change } = changing();
    const before = await results("-i", `warc=${path}`, "-tm", "cosine=0.9");
    await results("-i", `warc=${path}`, "-tm", "cosine", "--cache", cache);
    change();
    const args = ["-i", `warc=${path}`, "-tm", "cosine=0.9", "--cache", cache];
    expect(await results(...args)).toBe(before);
    forgetScores(cache);
    expect(await results(...args)).toBe(before);
    expect(await results(...args.slice(0, 4))).not.toBe(before);
  });

  it("--set cache-verify=true detects a change of a file that keeps its size, date and ends", async () => {
    const cache = temporaryFolder();
    const { path, change } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    await results(...args, "--cache", cache);
    change();
    const now = await results(...args);
    expect(await results(...args, "--cache", cache, "--set", "cache-verify=true")).toBe(now);
    // Other runs find the new entry.
    expect(await results(...args, "--cache", cache)).toBe(now);
  });

  it.each([
    [["--boilerplate", "none"]],
    [["--set", "stem=none"]],
    [["--set", "status=all"]],
    [["--set", "group-by=uri"]],
    [["-tm", "cosine,style"]],
    [["--seeds", "http://seed.example/"]],
  ])("--cache does not use entries of a run with other settings: %j", async (other) => {
    const cache = temporaryFolder();
    const seeds = join(temporaryFolder(), "seeds.txt");
    writeFileSync(seeds, "http://seed.example/\n");
    const { path } = changing();
    const own = other.map((each) => (each.startsWith("http") ? seeds : each));
    await results("-i", `warc=${path}`, "-tm", "cosine", "--cache", cache);
    const args = ["-i", `warc=${path}`, ...(own[0] === "-tm" ? own : ["-tm", "cosine", ...own])];
    expect(await results(...args, "--cache", cache)).toBe(await results(...args));
    expect(entries(cache)).toHaveLength(2);
  });

  it("--cache does not use entries of another build, because its features may differ", () => {
    const [program, cache] = [temporaryFolder(), temporaryFolder()];
    for (const name of ["bin", "dist", "data", "package.json"]) {
      cpSync(join(ROOT, name), join(program, name), { recursive: true });
    }
    const { path } = changing();
    const run = (): Buffer =>
      execFileSync(process.execPath, [
        join(program, "bin", "detect_off_topic.js"),
        ...["-q", "-i", `warc=${path}`, "-tm", "cosine", "--cache", cache, "-ot", "json"],
      ]);
    const before = run();
    expect(run()).toEqual(before);
    expect(entries(cache)).toHaveLength(1);
    writeFileSync(join(program, "dist", "data", "build.json"), '{"digest":"another"}');
    expect(run()).toEqual(before);
    expect(entries(cache)).toHaveLength(2);
  });

  it("--cache reads a file again if its size or date has changed", async () => {
    const cache = temporaryFolder();
    const { path, change } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    await results(...args, "--cache", cache);
    change();
    utimesSync(path, new Date(0), new Date(0));
    const dated = await results(...args);
    expect(await results(...args, "--cache", cache)).toBe(dated);
    writeFileSync(path, pageRecord("seed", { date: "2020-01-01T00:00:00Z" }), { flag: "a" });
    utimesSync(path, new Date(0), new Date(0));
    expect(await results(...args, "--cache", cache)).toBe(await results(...args));
    expect(entries(cache)).toHaveLength(1);
  });

  it("--cache replaces an entry that is damaged or cut short", async () => {
    const cache = temporaryFolder();
    const { path } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine", "--cache", cache];
    const whole = await results(...args);
    const [name = ""] = entries(cache);
    const entry = join(cache, name);
    const bytes = readFileSync(entry);
    const odd = Buffer.from(bytes);
    odd[odd.indexOf("keeper")] = 0x62;
    for (const damaged of [odd, bytes.subarray(0, -10), bytes.subarray(0, 40), Buffer.alloc(0)]) {
      writeFileSync(entry, damaged);
      forgetScores(cache);
      expect(await results(...args)).toBe(whole);
      expect(readFileSync(entry)).toEqual(bytes);
    }
  });

  it("--cache works for map, for WACZ files, and for records other than pages", async () => {
    const cache = temporaryFolder();
    const path = join(temporaryFolder(), "a.wacz");
    const files = readdirSync(COLLECTION).filter((name) => name.endsWith(".gz"));
    const packed = Object.fromEntries(
      files.map((name) => [name, readFileSync(join(COLLECTION, name))]),
    );
    writeFileSync(path, wacz(packed));
    const args = ["map", path, "-tm", "cosine", "--no-detect-languages", "--workers", "0"];
    const { stdout } = await runBin(args);
    for (const run of ["first", "second"]) {
      expect((await runBin([...args, "--cache", cache])).stdout === stdout, run).toBe(true);
    }
    expect(entries(cache)).toHaveLength(1);
  });

  it("several processes can share a cache at the same time", async () => {
    const cache = temporaryFolder();
    const args = ["-q", "-i", `warc=${COLLECTION}`, "-tm", "bytecount", ...LEAN];
    const both = await Promise.all([1, 2].map(() => runProcess([...args, "--cache", cache])));
    const { stdout } = await runBin(args);
    for (const run of both) expect(run).toEqual({ status: 0, signal: null, stdout, stderr: "" });
    expect(entries(cache)).toHaveLength(3);
    expect(entries(cache).every((name) => name.endsWith(".features"))).toBe(true);
  });

  it("the cache stays below its maximum size by removing the least recently used entries", async () => {
    const cache = temporaryFolder();
    const folder = temporaryFolder();
    const run = async (name: string, size: string): Promise<void> => {
      const args = ["map", join(folder, name), "-tm", "cosine", "--no-detect-languages"];
      await runBin([...args, "--workers", "0", "--cache", cache, "--set", `cache-size=${size}`]);
    };
    const { path } = changing();
    for (const name of ["a.warc", "b.warc", "c.warc"]) copyFileSync(path, join(folder, name));
    await run("a.warc", "1M");
    const [first = ""] = entries(cache);
    const { size } = statSync(join(cache, first));
    await run("b.warc", "1M");
    const [old] = entries(cache).filter((name) => name !== first);
    utimesSync(join(cache, old!), new Date(0), new Date(0));
    // This entry is used again, so the other one is now the oldest.
    await run("a.warc", "1M");
    await run("c.warc", String(Math.ceil(size * 2.5)));
    expect(entries(cache)).toHaveLength(2);
    expect(entries(cache)).toContain(first);
    await run("b.warc", "1");
    expect(entries(cache)).toEqual([]);
  });

  it("a cache above its maximum size removes no file of the user, even one with a similar name", async () => {
    const cache = temporaryFolder();
    const { path } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine", "--cache", cache, "--set", "cache-size=1"];
    await results(...args);
    const mine = ["x.features", "x.scores", `${"a".repeat(32)}.features`, "b.partial-entry"];
    for (const name of mine) {
      writeFileSync(join(cache, name), "mine");
      utimesSync(join(cache, name), new Date(0), new Date(0));
    }
    await results(...args, "--set", "cache-verify=true");
    for (const name of mine) expect(readFileSync(join(cache, name), "utf8")).toBe("mine");
    expect(readdirSync(cache).sort()).toEqual([...mine, "CACHEDIR.TAG"].sort());
  });

  it("--cache marks a folder as a cache, and refuses a folder with other files", async () => {
    const { path } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine", "--cache"];
    const cache = temporaryFolder();
    await results(...args, cache);
    const tag = readFileSync(join(cache, "CACHEDIR.TAG"), "latin1");
    expect(tag.startsWith("Signature: 8a477f597d28d172789f06886806bc55\n")).toBe(true);
    // A cache of an earlier version has no mark.
    rmSync(join(cache, "CACHEDIR.TAG"));
    await results(...args, cache);
    expect(readFileSync(join(cache, "CACHEDIR.TAG"), "latin1")).toBe(tag);
    const other = temporaryFolder();
    writeFileSync(join(other, "x.features"), "mine");
    const { status, stderr } = await runBin([...args, other]);
    expect(stderr).toBe(
      `detect_off_topic: --cache ${other} contains x.features, which does not belong to a cache. Give a new or empty folder.\n`,
    );
    expect(status).toBe(2);
    expect(readdirSync(other)).toEqual(["x.features"]);
  });

  it.each<readonly [string, (path: string) => void]>([
    ["a folder", (path) => mkdirSync(path)],
    ["a folder with files", (path) => cpSync(COLLECTION, path, { recursive: true })],
    ["a link to itself", (path) => symlinkSync(basename(path), path)],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  ])("--cache gives the same results if an entry is %s", async (_, replace) => {
    const cache = temporaryFolder();
    const { path } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    await results(...args, "--cache", cache);
    for (const name of readdirSync(cache).filter((each) => each !== "CACHEDIR.TAG")) {
      rmSync(join(cache, name));
      replace(join(cache, name));
    }
    const plain = await results(...args);
    expect(await results(...args, "--cache", cache)).toBe(plain);
    expect(await results(...args, "--cache", cache, "--set", "cache-size=1")).toBe(plain);
    expect(readdirSync(cache).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it.each([
    ["--set verify reads every file", ["-i", "wacz=$wacz", "--set", "verify=true"]],
    [
      "--text rendered joins records",
      ["-i", "warc=fixtures/warcs/wild.warc", "--text", "rendered"],
    ],
    ["--cache stores features of WARC and WACZ files", ["-i", "timemap=http://127.0.0.1:9/x"]],
    ["--seeds auto reads every file", ["-i", "warc=fixtures/warcs/wild.warc", "--seeds", "auto"]],
  ])("refuses --cache in one line: %s", async (message, args) => {
    const file = join(temporaryFolder(), "a.wacz");
    writeFileSync(file, wacz({ "a.warc": crawl("keeper") }));
    const given = args.map((each) => each.replace("$wacz", file));
    const { status, stderr } = await runBin([...given, "--cache", temporaryFolder()]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toContain(message);
  });

  it("reports a cache folder that cannot be written as the user's mistake", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const args = ["-i", "warc=fixtures/warcs/wild.warc", "--cache", join(file, "cache")];
    const { status, stderr } = await runBin(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^detect_off_topic: --cache [^\n]+ cannot be written: [^\n]+\n$/u);
  });
});

describe("entries of the cache", () => {
  const capture = (n: number): Capture => ({
    uriR: `http://seed.example/${n}`,
    mementoDatetime: "2010-01-01T00:00:00Z",
  });
  const body = { bytes: new Uint8Array() };
  const items: readonly InputItem[] = [
    { kind: "memento", capture: capture(1), body },
    { kind: "skipped", reason: "request record" },
    { kind: "memento", capture: capture(2), body },
    { kind: "memento", capture: capture(3), body },
  ];
  const extracted = (n: number): ExtractedPage => ({
    capture: n === 3 ? { ...capture(n), notes: ["a note"] } : capture(n),
    features: [`{"value":${n}}`, '{"value":"ä\\t\\n"}'],
  });

  interface Kept {
    readonly cache: FeatureCache;
    readonly file: string;
    readonly folder: string;
  }

  function open(): Kept {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), "a.warc");
    writeFileSync(file, "the file");
    return {
      folder,
      file,
      cache: new FeatureCache(new CacheFolder({ directory: folder }), "stamp"),
    };
  }

  async function* given(): AsyncGenerator<InputItem> {
    for (const item of items) yield await Promise.resolve(item);
  }

  /** Reads all items. The features of pages arrive when the returned functions are called. */
  async function read({ cache, file }: Kept): Promise<InputItem[]> {
    const found: InputItem[] = [];
    for await (const item of cache.items(file, () => given())) found.push(item);
    return found;
  }

  const give = (found: readonly InputItem[], at: number, page?: ExtractedPage): void => {
    const item = found[at]!;
    if (item.kind === "memento") item.onExtracted!(page);
  };

  it("an entry of the cache keeps the order of its items, even if features arrive in another order", async () => {
    const kept = open();
    const found = await read(kept);
    give(found, 3, extracted(3));
    give(found, 0, extracted(1));
    expect(await read(kept)).not.toContainEqual(expect.objectContaining({ kind: "extracted" }));
    give(found, 2);
    expect(await read(kept)).toEqual([
      { kind: "extracted", capture: capture(1), page: extracted(1) },
      items[1],
      { kind: "extracted", capture: capture(2) },
      { kind: "extracted", capture: capture(3), page: extracted(3) },
    ]);
  });

  it("an entry of the cache is stored completely or not at all", async () => {
    const kept = open();
    const found = await read(kept);
    give(found, 0, extracted(1));
    kept.cache.close();
    expect(entries(kept.folder)).toEqual([]);
  });

  it("no entry is stored for a page without enough memory, or for a file that changes meanwhile", async () => {
    const kept = open();
    const found = await read(kept);
    give(found, 0, { ...extracted(1), dependsOnMemory: true });
    give(found, 2, extracted(2));
    give(found, 3, extracted(3));
    expect(entries(kept.folder)).toEqual([]);
    const again = await read(kept);
    writeFileSync(kept.file, "another file");
    for (const at of [0, 2, 3]) give(again, at, extracted(at));
    expect(entries(kept.folder)).toEqual([]);
  });
});
