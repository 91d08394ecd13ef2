import {
  copyFileSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cdx } from "../../../src/read/inputs/cdx.js";
import { warc } from "../../../src/read/inputs/warc.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { runs } from "../../support/thorough.js";
import {
  gzip,
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
/** Eight measures, each with thresholds. */
const MEASURES = {
  cosine: ["", "=0.05", "=0.9"],
  wordcount: ["", "=-0.1", "=-0.9"],
  bytecount: ["", "=-0.05", "=-0.99"],
  jaccard: ["", "=0.1", "=0.95"],
  sorensen: ["", "=0.1", "=0.95"],
  "simhash-raw": ["", "=2", "=40"],
  "simhash-tf": ["", "=2", "=40"],
  gensim_lsi: ["", "=0.1", "=0.95"],
} as const;

const A_DATE = new Date("2012-06-01T10:20:30Z");

async function results(...args: readonly string[]): Promise<string> {
  const { status, text } = await runToFile([...args, ...LEAN]);
  expect(status).toBe(0);
  return text;
}

/** Padding that is longer than the ends of a file that are compared. It is no page. */
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

describe("the history of a run with --cache", () => {
  it("--cache writes the results of all given files with the bytes of a run without a history", async () => {
    const cache = temporaryFolder();
    const input = ["-i", `warc=${COLLECTION}`, "-tm", "cosine,bytecount"];
    const plain = await results(...input);
    for (const run of ["first", "second"]) {
      expect(await results(...input, "--cache", cache), run).toBe(plain);
    }
  });

  it("--cache gives the bytes of a run without a history, with any thresholds, votes and output", async () => {
    const cache = temporaryFolder();
    const thresholds = Object.entries(MEASURES).map(([name, own]) =>
      fc.constantFrom(...own.map((threshold) => name + threshold)),
    );
    const choices = fc.record({
      measures: fc.tuple(...thresholds),
      combine: fc.constantFrom("any", "all", "majority", "2", "8"),
      form: fc.constantFrom("json", "jsonl", "csv", "text"),
    });
    await fc.assert(
      fc.asyncProperty(choices, async ({ measures, combine, form }) => {
        const args = [
          ...["-i", `warc=${COLLECTION}`, "-tm", measures.join(",")],
          ...["--combine", combine, "--no-detect-languages", "-ot", form],
        ];
        const plain = await runToFile(args);
        expect(await runToFile([...args, "--cache", cache])).toEqual(plain);
      }),
      { numRuns: runs(3) },
    );
  });

  it.each([
    ["--profile", "default", "--abstain", ".2-.8"],
    ["-tm", "cosine@previous=0.9"],
    ["-tm", "cosine=0.9,wordcount"],
    ["-tm", "cosine", "--signs"],
  ])("--cache gives the bytes of a run without a history for %s %s %s %s", async (...choice) => {
    const cache = temporaryFolder();
    const args = ["-i", `warc=${changing().path}`, ...choice];
    const plain = await results(...args);
    for (const run of ["first", "second"]) {
      expect(await results(...args, "--cache", cache), run).toBe(plain);
    }
  });

  it("--cache keeps the computed verdicts that a curator has replaced", async () => {
    const cache = temporaryFolder();
    const overrides = join(temporaryFolder(), "overrides.tsv");
    writeFileSync(overrides, "http://seed.example/\t0\n");
    const args = ["-i", `warc=${changing().path}`, "-tm", "cosine"];
    const plain = await results(...args);
    const judged = await results(...args, "--overrides", overrides);
    expect(judged).not.toBe(plain);
    for (const [more, rows] of [
      [["--overrides", overrides], judged],
      [[], plain],
      [["--overrides", overrides], judged],
    ] as const) {
      expect(await results(...args, ...more, "--cache", cache)).toBe(rows);
    }
  });

  it("--cache takes a folder that contains links to itself", async () => {
    const cache = temporaryFolder();
    const { path } = changing();
    for (const name of ["one", "other"]) symlinkSync(".", join(dirname(path), name));
    const args = ["-i", `warc=${dirname(path)}`, "-tm", "cosine"];
    const plain = await results(...args);
    for (const run of ["first", "second"]) {
      expect(await results(...args, "--cache", cache), run).toBe(plain);
    }
  });

  it("the files of a working directory, on the web and behind an index are no plain files", () => {
    const folder = temporaryFolder();
    const path = join(folder, "crawl.warc.gz");
    writeFileSync(path, gzip(crawl("keeper")));
    expect(warc.plainFiles!([path])).toEqual({ files: [path] });
    writeFileSync(join(folder, "detect_off_topic.json"), "{}");
    expect(warc.plainFiles!([path])).toBeUndefined();
    expect(warc.plainFiles!(["https://crawls.example/get/"])).toBeUndefined();
    expect("plainFiles" in cdx).toBe(false);
  });

  it("--cache reads no file again if only thresholds differ", async () => {
    const cache = temporaryFolder();
    const { path, change } = changing();
    const before = await results("-i", `warc=${path}`, "-tm", "cosine=0.9");
    await results("-i", `warc=${path}`, "-tm", "cosine", "--cache", cache);
    change();
    const args = ["-i", `warc=${path}`, "-tm", "cosine=0.9", "--cache", cache];
    expect(await results(...args)).toBe(before);
    expect(await results(...args.slice(0, 4))).not.toBe(before);
  });

  it("--cache writes the results of the given files alone, whatever other files the folder knows", async () => {
    const [cache, folder] = [temporaryFolder(), temporaryFolder()];
    const names = readdirSync(COLLECTION).filter((name) => name.endsWith(".gz"));
    const packed = Object.fromEntries(
      names.slice(0, 2).map((name) => [name, readFileSync(join(COLLECTION, name))]),
    );
    writeFileSync(join(folder, "some.wacz"), wacz(packed));
    copyFileSync(join(COLLECTION, names[2]!), join(folder, names[2]!));
    copyFileSync(join(COLLECTION, names[2]!), join(folder, "copy.warc.gz"));
    const given = [
      [names[2]!, "some.wacz"],
      ["some.wacz"],
      ["copy.warc.gz", "some.wacz"],
      [names[2]!],
      [names[2]!, "some.wacz"],
    ];
    for (const files of given) {
      const input = `warc=${files.map((name) => join(folder, name)).join(",")}`;
      const args = ["-i", input, "-tm", "bytecount"];
      expect(await results(...args, "--cache", cache), input).toBe(await results(...args));
    }
  });

  it("--cache reads a changed file again and leaves out the captures of its earlier version", async () => {
    const cache = temporaryFolder();
    const { path, change } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    await results(...args, "--cache", cache);
    const redated = (): void => utimesSync(path, new Date(0), new Date(0));
    const versions = [
      () => {
        change();
        redated();
      },
      () =>
        writeFileSync(path, pageRecord("seed", { date: "2020-01-01T00:00:00Z" }), { flag: "a" }),
      () => writeFileSync(path, crawl("wreck").subarray(0, -9000)),
      () => writeFileSync(path, pageRecord("other", { date: "2020-01-01T00:00:00Z" })),
    ];
    for (const [at, write] of versions.entries()) {
      write();
      expect(await results(...args, "--cache", cache), `version ${at}`).toBe(
        await results(...args),
      );
    }
  });

  it("--cache keeps the redirects, revisits and seeds of its files", async () => {
    const cache = temporaryFolder();
    const seeds = join(temporaryFolder(), "seeds.txt");
    writeFileSync(seeds, "http://seed.example/\nhttp://absent.example/\n");
    const path = join(temporaryFolder(), "crawl.warc");
    const date = "2009-01-01T00:00:00Z";
    const moved = http("", {
      statusLine: "HTTP/1.1 302 Found",
      fields: [["Location", "http://seed.example/"]],
    });
    const profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    const refers = [
      ["WARC-Profile", profile],
      ["WARC-Refers-To-Target-URI", "http://seed.example/"],
      ["WARC-Refers-To-Date", date],
    ] as const;
    const again = { type: "revisit", uri: "http://seed.example/", date: "2011-01-01T00:00:00Z" };
    const records = [
      warcRecord({ uri: "http://old.example/", date }, moved),
      pageRecord("seed", { date }, page("seed", "the lamp")),
      warcRecord({ ...again, fields: refers }, http("")),
    ];
    writeFileSync(path, PACKINGS.plain([warcinfo(), ...records]));
    for (const more of [[], ["--seeds", seeds], ["--seeds", seeds, "--signs"]]) {
      const args = ["-i", `warc=${path}`, "-tm", "cosine", ...more];
      const folder = join(cache, String(more.length));
      const plain = await runToFile([...args, ...LEAN]);
      expect(plain.text).toContain("2011");
      for (const run of ["first", "second"]) {
        const { status, text } = await runToFile([...args, ...LEAN, "--cache", folder]);
        expect({ status, text }, run).toEqual({ status: plain.status, text: plain.text });
      }
    }
  });

  it("a history serves --history and --cache by turns", async () => {
    const folder = temporaryFolder();
    const { path } = changing();
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    const plain = await results(...args);
    expect(await results(...args, "--history", folder)).toBe(plain);
    expect(await results(...args, "--cache", folder)).toBe(plain);
    // The run has no new capture, and writes the results of the first one again.
    expect(await results(...args, "--history", folder)).toBe(plain);
  });

  it("--history writes the captures of a file that only --cache has read, and each file once", async () => {
    const folder = temporaryFolder();
    const [first, second] = [changing().path, changing().path];
    const args = (...paths: readonly string[]): readonly string[] => [
      ...["-i", `warc=${paths.join(",")}`, "-tm", "cosine"],
    ];
    const here = relative(process.cwd(), first);
    writeFileSync(second, pageRecord("seed", { date: "2012-01-01T00:00:00Z" }), { flag: "a" });
    await results(...args(first), "--history", folder);
    for (const paths of [[here, second], [first]]) {
      const cached = await results(...args(...paths), "--cache", folder);
      expect(cached).toBe(await results(...args(...paths)));
    }
    const rows = (await results(...args(first, second), "--history", folder)).split("\n");
    const all = (await results(...args(first, second))).split("\n");
    // The other captures of the second file are copies of those of the first.
    const isNew = (row: string): boolean =>
      row.includes('"memento-datetime":"2012/01/01 00:00:00 GMT"') || !row.includes('"URI-T"');
    expect(rows).toEqual(all.filter(isNew));
    expect(rows.filter((row) => row.includes('"URI-T"')).length).toBeGreaterThan(0);
  });

  it("--cache refuses the folder of a run with other measures, and says what to do", async () => {
    const cache = temporaryFolder();
    const { path } = changing();
    await results("-i", `warc=${path}`, "-tm", "cosine", "--cache", cache);
    const { status, stderr } = await runBin(["-i", `warc=${path}`, "--cache", cache, ...LEAN]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^detect_off_topic: --cache \S+ was made with other settings [^\n]+ Delete the folder, or give another one\.\n$/u,
    );
  });

  it.each([
    ["--set verify reads every file", ["-i", "wacz=$wacz", "--set", "verify=true"]],
    [
      "--text rendered joins records",
      ["-i", "warc=fixtures/warcs/wild.warc", "--text", "rendered"],
    ],
    ["--cache takes only WARC and WACZ files", ["-i", "timemap=http://127.0.0.1:9/x"]],
    ["--seeds auto reads every file", ["-i", "warc=fixtures/warcs/wild.warc", "--seeds", "auto"]],
    [
      "--cache writes the results of all given files, and --history",
      ["-i", "wacz=$wacz", "--history", "known"],
    ],
    ["is a list of WACZ files", ["-i", "wacz=$list"]],
  ])("refuses --cache in one line: %s", async (message, args) => {
    const folder = temporaryFolder();
    const [file, list] = [join(folder, "a.wacz"), join(folder, "list.json")];
    writeFileSync(file, wacz({ "a.warc": crawl("keeper") }));
    const resources = [{ name: "a.wacz", path: "a.wacz" }];
    writeFileSync(list, JSON.stringify({ profile: "multi-wacz-package", resources }));
    const given = args.map((each) => each.replace("$wacz", file).replace("$list", list));
    const { status, stderr } = await runBin([...given, "--cache", temporaryFolder()]);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
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
