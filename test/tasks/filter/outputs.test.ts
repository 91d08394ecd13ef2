import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { rowsOf } from "../../support/rows.js";
import { wacz } from "../../support/wacz-builder.js";
import { gzip, PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";
import { at, bad, Collection, good, id, image, recordsIn, request } from "./filtering.js";

/** Returns a Zstandard frame with one block that is not compressed (RFC 8878, section 3.1.1). */
function zstdFrame(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

describe("output of filter", () => {
  it("writes a folder with a sorted index for pywb, which has the place of every capture except answers to POST", async () => {
    const post = pageRecord("post", { date: at(2013), fields: id("post") });
    const records = [good(2014), request("post", "post", "POST"), post, good(2012), image, bad()];
    const collection = new Collection({ "a.warc.gz": PACKINGS["gzip per record"](records) });
    await collection.clean({ "http://bad.example/": "0" });
    const lines = readFileSync(collection.path("clean/indexes/index.cdxj"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => line.replace(/ \{.*/u, ""))).toEqual([
      "example,bad)/logo.png 20130601102030",
      "example,good)/ 20120601102030",
      "example,good)/ 20140601102030",
    ]);
    const bytes = collection.copy("a.warc.gz");
    for (const line of lines) {
      const { offset, length, filename } = JSON.parse(line.slice(line.indexOf("{"))) as Record<
        string,
        string
      >;
      expect(filename).toBe("a.warc.gz");
      const member = bytes.subarray(Number(offset), Number(offset) + Number(length));
      expect([good(2014), good(2012), image].some((each) => gzip(each).equals(member))).toBe(true);
    }
  });

  it.each([true, false])("writes a WACZ from a WACZ (deflated: %s)", async (deflate) => {
    const warc = PACKINGS["gzip per record"]([warcinfo(), good(), bad()]);
    const collection = new Collection({ "a.wacz": wacz({ "data.warc.gz": warc }, { deflate }) });
    const clean = collection.path("clean.wacz");
    await collection.filter({ "http://bad.example/": "0" }, "-o", clean);
    const run = await runBin(["-q", "-i", `wacz=${clean}`, ...QUICK, "-ot", "jsonl"]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^nothing was compared: [^\n]+\n$/u) as string,
    });
    const rows = rowsOf(run.stdout);
    expect(rows.map((row) => row["URI-R"])).toEqual(["http://good.example/"]);
    expect(readdirSync(collection.folder).sort()).toEqual([
      "clean.wacz",
      "decisions.tsv",
      "in",
      "out.jsonl",
    ]);
  });

  it("replaces its own output completely, with the rights that somebody gave it", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    for (const output of ["clean", "clean.wacz"]) {
      for (const name of ["good", "bad"]) {
        const { status, stderr } = await collection.filter(
          { [`http://${name}.example/`]: "0" },
          "-o",
          collection.path(output),
        );
        expect({ status, stderr }).toMatchObject({ status: 0 });
        if (name === "good") chmodSync(collection.path(output), 0o705);
      }
      expect(statSync(collection.path(output)).mode & 0o777).toBe(0o705);
    }
    expect(collection.copy("a.warc").equals(good())).toBe(true);
  });

  const FORGED = { "precious.txt": `sha256:${"0".repeat(64)}` };
  it.each<[what: string, output: string, change: (output: string) => void]>([
    [
      "a file that somebody added",
      "clean",
      (folder) => writeFileSync(join(folder, "notes.txt"), "mine"),
    ],
    [
      "a file that somebody changed",
      "clean",
      (folder) => writeFileSync(join(folder, "archive/a.warc"), good(2014)),
    ],
    [
      "a forged list of files",
      "clean",
      (folder) => {
        const manifest = readFileSync(join(folder, "filter.json"), "utf8");
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFileSync(join(folder, "precious.txt"), "mine");
        const forged = { ...(JSON.parse(manifest) as object), files: FORGED };
        writeFileSync(join(folder, "filter.json"), JSON.stringify(forged));
      },
    ],
    [
      "the files of another program",
      "clean.wacz",
      (file) => writeFileSync(file, wacz({ "data.warc": good() })),
    ],
    [
      "other bytes",
      "clean.wacz",
      (file) => {
        const text = readFileSync(file).toString("latin1").replace("of good", "by good");
        writeFileSync(file, text, "latin1");
      },
    ],
  ])("is never written over once it has %s (%s)", async (_, name, change) => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    const output = collection.path(name);
    await collection.filter({}, "-o", output);
    change(output);
    const { status, stderr } = await collection.filter({}, "-o", output);
    expect(status).toBe(2);
    expect(stderr).toContain("is not as filter wrote it");
    expect(existsSync(output)).toBe(true);
  });

  it("filters its own output a second time, and keeps both reports", async () => {
    const bytes = Buffer.concat([good(), bad(), pageRecord("other", { date: at(2013) })]);
    const collection = new Collection({ "a.warc": bytes });
    await collection.clean({ "http://bad.example/": "0" });
    const results = collection.path("again.jsonl");
    await runBin(["-q", "-i", `warc=${collection.path("clean")}`, ...QUICK, "-o", results]);
    writeFileSync(collection.path("more.tsv"), "http://other.example/\t0\n");
    const args = ["--overrides", collection.path("more.tsv"), "-o", collection.path("twice")];
    await runBin(["filter", results, "-i", `warc=${collection.path("clean")}`, ...args]);
    expect(readdirSync(collection.path("twice/archive")).sort()).toEqual([
      "2-detect-off-topic-filter.warc.gz",
      "a.warc",
      "detect-off-topic-filter.warc.gz",
    ]);
    expect(readFileSync(collection.path("twice/archive/a.warc")).equals(good())).toBe(true);
  });

  it("refuses to write over its input", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    for (const output of ["in", "in/a.warc", "."]) {
      const { status, stderr } = await collection.filter({}, "-o", collection.path(output));
      expect({ status, said: stderr.includes("is read as well") }).toEqual({
        status: 2,
        said: true,
      });
    }
  });

  it("writes the same bytes every time with SOURCE_DATE_EPOCH", async () => {
    const collection = new Collection({
      "a.warc.gz": PACKINGS["gzip per record"]([good(), bad()]),
    });
    await collection.clean({ "http://bad.example/": "0" });
    const decided = ["--overrides", collection.path("decisions.tsv"), "-i", collection.input];
    const wacz = async (name: string): Promise<Buffer> => {
      const args = [
        "filter",
        collection.path("out.jsonl"),
        ...decided,
        "-o",
        collection.path(name),
      ];
      await runBin(args, { env: { SOURCE_DATE_EPOCH: "1700000000" } });
      return readFileSync(collection.path(name));
    };
    expect((await wacz("one.wacz")).equals(await wacz("two.wacz"))).toBe(true);
    const [info] = await recordsIn(collection.own);
    expect(info?.date).toMatch(/^20\d\d-/u);
  });

  it("gives files with the same name different names in the copy", async () => {
    const collection = new Collection({ "one/a.warc": good(), "two/a.warc": bad() });
    await collection.clean({});
    expect(collection.copy("a.warc").equals(good())).toBe(true);
    expect(collection.copy("2-a.warc").equals(bad())).toBe(true);
  });
});

describe("members of a WACZ with invalid file names", () => {
  it("copies members of a WACZ under names of at most 60 characters without control characters", async () => {
    const names = ["nul\0esc\u{1b}\u{202e}.warc", `${"ä".repeat(200)}.warc.gz`];
    const [plain, zipped] = [Buffer.concat([good(), bad()]), gzip(good(2014))];
    const packed = wacz({ [names[0]!]: plain, [names[1]!]: zipped });
    const collection = new Collection({ "a.wacz": packed });
    await collection.clean({ "http://bad.example/": "0" });
    const long = `${"ä".repeat(52)}.warc.gz`;
    expect(readdirSync(collection.path("clean/archive")).sort()).toEqual([
      "detect-off-topic-filter.warc.gz",
      "nul_esc__.warc",
      long,
    ]);
    expect(collection.copy("nul_esc__.warc").equals(good())).toBe(true);
    expect(collection.copy(long).equals(zipped)).toBe(true);
    const ended = await collection.filter({}, "-o", collection.path("clean.wacz"));
    expect(ended.status).toBe(0);
  });
});

describe("mistakes of filter", () => {
  it.each([
    ["the root of the file system", "/", "-o /"],
    ["a path inside a file", "out.jsonl/x", "cannot be written: not a directory"],
    ["a folder of the system", "/proc/x", "cannot be written"],
    ["an empty path", "", "-o is empty"],
  ])("filter refuses in one line an output at %s", async (_, name, message) => {
    const collection = new Collection({ "a.warc": good() });
    const output = name === "" || name.startsWith("/") ? name : collection.path(name);
    const { status, stderr } = await collection.filter({}, "-o", output);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(collection.folder).filter((each) => each.startsWith("."))).toEqual([]);
  });

  it("refuses to leave captures out of a Zstandard file, and copies the file if all its captures are kept", async () => {
    const collection = new Collection({
      "a.warc.zst": zstdFrame(Buffer.concat([good(), bad()])),
    });
    const { status, stderr } = await collection.filter(
      { "http://bad.example/": "0" },
      "-o",
      collection.path("clean"),
    );
    expect(status).toBe(2);
    expect(stderr).toContain("is compressed with Zstandard, and filter cannot remove its captures");
    expect(existsSync(collection.path("clean"))).toBe(false);
    await collection.clean({ "http://bad.example/": "1", "http://good.example/": "1" });
    expect(
      collection.copy("a.warc.zst").equals(readFileSync(collection.path("in/a.warc.zst"))),
    ).toBe(true);
  });

  it.each([
    [
      "results without places",
      ["fixtures/expected/collection.json", "-i", "warc=fixtures/collection", "-o", "x"],
      "does not say where",
    ],
    [
      "no output",
      ["RESULTS", "-i", "warc=fixtures/collection"],
      "filter writes files: give -o FOLDER/",
    ],
    ["no input", ["RESULTS", "-o", "x"], "nothing to copy"],
    [
      "an input that is not a file",
      ["RESULTS", "-i", "timemap=http://a.example/", "-o", "x"],
      "captures are copied from files: give -i warc=FILE",
    ],
  ])("filter refuses in one line %s", async (_, args, message) => {
    const results = join(temporaryFolder(), "out.jsonl");
    await runBin(["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-o", results]);
    const ended = await runBin([
      "filter",
      ...args.map((arg) => (arg === "RESULTS" ? results : arg)),
    ]);
    expect(ended.stderr).toContain(message);
    expect({ status: ended.status, lines: ended.stderr.trimEnd().split("\n").length }).toEqual({
      status: 2,
      lines: 1,
    });
  });
});
