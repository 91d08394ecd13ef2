import { mkdirSync, readFileSync, writeFileSync, readdirSync, existsSync } from "node:fs";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseOverrides } from "../../../src/write/overrides.js";
import { readOverrides } from "../../../src/command/marked-files.js";
import { openPlace } from "../../../src/read/warc/wacz.js";
import { idOf } from "../../../src/read/warc/digest.js";
import { markRecord, type Mark } from "../../../src/write/marks.js";
import { recordBytes } from "../../../src/read/http/directory/records.js";
import { QUICK, runBin } from "../../support/run-bin.js";
import { startFileServer } from "../../support/file-server.js";
import { wacz, zip } from "../../support/wacz-builder.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  page,
  pageRecord,
  PACKING_NAMES,
  PACKINGS,
  type RecordParts,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { Collection, recordsIn } from "./filtering.js";

const at = (year: number): string => `${year}-06-01T10:20:30Z`;
const uriM = (year: number, name: string): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;
const id = (name: string): NonNullable<RecordParts["fields"]> => [
  ["WARC-Record-ID", `<urn:uuid:${name}>`],
];
const good = (year = 2012): Buffer =>
  pageRecord("good", { date: at(year), fields: id(`good-${year}`) });
const bad = (year = 2013): Buffer =>
  pageRecord("bad", { date: at(year), fields: id(`bad-${year}`) }, page("bad", "Buy pills."));
const beside = (type: string, of: string, block: string, name = `${type}-of-${of}`): Buffer =>
  warcRecord(
    {
      type,
      uri: "http://bad.example/",
      date: at(2013),
      fields: [["WARC-Concurrent-To", `<urn:uuid:${of}>`], ...id(name)],
    },
    block,
  );
const request = beside("request", "bad-2013", "GET / HTTP/1.1\r\nHost: bad.example\r\n\r\n");
const metadata = beside("metadata", "bad-2013", "fetchTimeMs: 12\r\n");
const image = warcRecord(
  { uri: "http://bad.example/logo.png", date: at(2013), fields: id("image") },
  http("PNG", { contentType: "image/png" }),
);
const RECORDS = [warcinfo(), good(), bad(), request, metadata, image, good(2014)];
const OFF = { [uriM(2013, "bad")]: "0" } as const;
const MARKS = "detect-off-topic-marks.warc.gz";

/** Returns a Zstandard frame with one block that is not compressed (RFC 8878, section 3.1.1). */
function zstdFrame(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

const sha256 = (bytes: Uint8Array): string =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Returns what is inserted into `after` at an offset. Everything before and behind it must be equal. */
function inserted(before: Buffer, after: Buffer, offset: number): Buffer {
  const end = after.length - (before.length - offset);
  expect(after.subarray(0, offset).equals(before.subarray(0, offset))).toBe(true);
  expect(after.subarray(end).equals(before.subarray(offset))).toBe(true);
  return after.subarray(offset, end);
}

async function marksIn(...paths: readonly string[]): Promise<Mark[]> {
  const records = await recordsIn(...paths);
  return records
    .filter(({ uri }) => uri.startsWith("urn:detect_off_topic:mark:"))
    .map(({ text }) => JSON.parse(text) as Mark);
}

describe.each(PACKING_NAMES)("filter --mark of a file of %s", (packing) => {
  const name = packing === "plain" ? "a.warc" : "a.warc.gz";

  it("puts a mark behind the records of its capture and changes no other record", async () => {
    const before = PACKINGS[packing](RECORDS);
    const collection = new Collection({ [name]: before });
    const { stderr } = await collection.clean(OFF, "--mark");
    expect(stderr).toContain("1 capture marked; nothing is left out");
    const copy = collection.copy(name);
    const records = await recordsIn(collection.path(`clean/archive/${name}`));
    expect(records.map(({ type }) => type)).toEqual([
      ...["warcinfo", "response", "response", "request", "metadata"],
      ...["metadata", "response", "response"],
    ]);
    const plain = packing === "plain" ? copy : gunzipSync(copy);
    const mark = inserted(Buffer.concat(RECORDS), plain, Buffer.concat(RECORDS.slice(0, 5)).length);
    const text = mark.toString();
    expect(text).toMatch(/^WARC\/1\.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:/u);
    expect(text).toContain("\r\nWARC-Date: 2013-06-01T10:20:30Z\r\n");
    expect(text).toContain(
      "\r\nWARC-Target-URI: urn:detect_off_topic:mark:http://bad.example/\r\n",
    );
    expect(text).toContain("\r\nWARC-Concurrent-To: <urn:uuid:bad-2013>\r\n");
    expect(text).toContain("\r\nContent-Type: application/json\r\n");
    const block = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) as Mark;
    expect(block).toEqual({
      ...{ "URI-M": uriM(2013, "bad"), verdict: "off-topic", by: "decision", computed: "on-topic" },
      version: expect.stringMatching(/^detect_off_topic \d/u) as string,
      digest: expect.stringMatching(/^[\da-f]{16}$/u) as string,
    });
    const results = readFileSync(collection.path("out.jsonl"), "utf8");
    expect(results).toContain(`"digest":"${block.digest!}","tool":"${block.version!}"`);
    if (packing === "gzip per record") {
      const offset = PACKINGS[packing](RECORDS.slice(0, 5)).length;
      expect(gunzipSync(inserted(before, copy, offset)).equals(mark)).toBe(true);
    }
    expect(existsSync(collection.path(`clean/archive/${MARKS}`))).toBe(false);
  });

  it("writes an index whose offsets lead to the records of the copy, without the marks", async () => {
    const collection = new Collection({ [name]: PACKINGS[packing](RECORDS) });
    await collection.clean(OFF, "--mark");
    const copy = collection.copy(name);
    const lines = readFileSync(collection.path("clean/indexes/index.cdxj"), "utf8").trimEnd();
    const captures = lines.split("\n").map((line) => {
      const { offset, length, url } = JSON.parse(line.slice(line.indexOf("{"))) as Record<
        string,
        string
      >;
      const member = copy.subarray(Number(offset), Number(offset) + Number(length));
      expect((packing === "plain" ? member : gunzipSync(member)).toString()).toContain(
        `WARC-Target-URI: ${url!}\r\n`,
      );
      return url;
    });
    expect(captures).toHaveLength(4);
  });

  it("gives its verdicts back as decisions, also to a run on the copy", async () => {
    const collection = new Collection({ [name]: PACKINGS[packing](RECORDS) });
    await collection.clean({ ...OFF, [uriM(2014, "good")]: "?" }, "--mark");
    const copy = collection.path("clean");
    for (const marked of [copy, `${copy}/archive/${name}`]) {
      const { labels, unsure } = await readOverrides(marked);
      expect([...labels]).toEqual([[uriM(2013, "bad"), "off-topic"]]);
      expect([...unsure]).toEqual([uriM(2014, "good")]);
    }
    const rowsOf = async (...args: readonly string[]): Promise<string[]> => {
      const { stdout } = await runBin(["-q", ...QUICK, "-ot", "csv", ...args]);
      return stdout.split("\n").map((line) => line.replace(/,[^,]*warc(?:\.gz)?,\d*,/u, ","));
    };
    const input = ["-i", `warc=${copy}/archive/${name}`];
    const decisions = ["--overrides", collection.path("decisions.tsv")];
    expect(await rowsOf(...input, "--overrides", copy)).toEqual(
      await rowsOf("-i", collection.input, ...decisions),
    );
    expect(await rowsOf(...input)).toEqual(await rowsOf("-i", collection.input));
  });

  it("writes the same copy again of its copy, with new marks in the place of its own", async () => {
    const collection = new Collection({ [name]: PACKINGS[packing](RECORDS) });
    await collection.clean({ ...OFF, [uriM(2014, "good")]: "0" }, "--mark");
    const input = ["-i", `warc=${collection.path(`clean/archive/${name}`)}`];
    const again = async (...args: readonly string[]): Promise<string> => {
      const target = collection.path("again");
      const results = collection.path("out.jsonl");
      const { status, stderr } = await runBin([
        ...["filter", results, "--mark", ...input, "-o", target, ...args],
      ]);
      if (status !== 0) throw new Error(stderr);
      return stderr;
    };
    const decisions = ["--overrides", collection.path("decisions.tsv")];
    expect(await again(...decisions)).toContain("2 captures marked, 2 earlier marks replaced;");
    const copied = readFileSync(collection.path(`again/archive/${name}`));
    expect(copied.equals(collection.copy(name))).toBe(true);
    expect(await again()).toContain("0 captures marked, 2 earlier marks replaced;");
    const bare = readFileSync(collection.path(`again/archive/${name}`));
    expect((packing === "plain" ? bare : gunzipSync(bare)).equals(Buffer.concat(RECORDS))).toBe(
      true,
    );
  });
});

describe("files in which no mark can stand", () => {
  const frames = (records: readonly Buffer[]): Buffer => Buffer.concat(records.map(zstdFrame));

  it("adds a frame to a Zstandard file with a frame for each record, also after a dictionary", async () => {
    const dictionary = Buffer.from([0x5d, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
    const records = [warcinfo(), good(), bad(), good(2014)];
    for (const before of [frames(records), Buffer.concat([dictionary, frames(records)])]) {
      const collection = new Collection({ "a.warc.zst": before });
      await collection.clean(OFF, "--mark");
      const offset = before.length - zstdFrame(good(2014)).length;
      const bytes = inserted(before, collection.copy("a.warc.zst"), offset);
      expect(bytes.readUInt32LE(0)).toBe(0xfd2fb528);
      expect(bytes.toString()).toContain("WARC-Concurrent-To: <urn:uuid:bad-2013>");
      expect([...(await readOverrides(collection.path("clean"))).labels.keys()]).toEqual(
        Object.keys(OFF),
      );
    }
  });

  it("leaves a Zstandard file of one frame as it is and writes the marks to a file beside it", async () => {
    const before = zstdFrame(Buffer.concat(RECORDS));
    const collection = new Collection({ "a.warc.zst": before });
    const { stderr } = await collection.clean(OFF, "--mark");
    expect(stderr).toContain(`1 capture marked; 1 mark in ${MARKS}; nothing is left out`);
    expect(collection.copy("a.warc.zst").equals(before)).toBe(true);
    const [mark] = await marksIn(collection.path(`clean/archive/${MARKS}`));
    expect(mark).toMatchObject({ "URI-M": uriM(2013, "bad"), file: "a.warc.zst" });
  });

  it.each([
    ["plain", (bytes: Buffer) => bytes, "a.arc"],
    ["gzip", gzip, "a.arc.gz"],
  ] as const)(
    "leaves an ARC file (%s) as it is and writes the marks to a WARC file",
    async (_, pack, name) => {
      const before = pack(
        Buffer.concat([
          arcFile(1),
          arcRecord("http://good.example/", http(page("good"))),
          arcRecord("http://bad.example/", http(page("bad"))),
        ]),
      );
      const collection = new Collection({ [name]: before });
      await collection.clean({ "http://bad.example/": "0" }, "--mark");
      expect(collection.copy(name).equals(before)).toBe(true);
      const [info, mark, ...more] = await recordsIn(collection.path(`clean/archive/${MARKS}`));
      expect(more).toEqual([]);
      expect(info?.type).toBe("warcinfo");
      expect(mark).toMatchObject({
        ...{ type: "metadata", uri: "urn:detect_off_topic:mark:http://bad.example/" },
        date: "2005-06-07T08:09:10Z",
      });
      const { labels } = await readOverrides(collection.path("clean"));
      expect([...labels]).toEqual([
        ["from-warc::20050607080910::http://bad.example/", "off-topic"],
      ]);
      const results = collection.path("out.jsonl");
      const args = ["--overrides", collection.path("clean"), "-o", collection.path("again")];
      const input = ["-i", `warc=${collection.path("clean/archive")}`];
      const { stderr } = await runBin(["filter", results, "--mark", ...input, ...args]);
      expect(stderr).toContain("1 capture marked, 1 earlier mark replaced; 1 mark in");
      expect(readdirSync(collection.path("again/archive"))).toEqual([name, MARKS]);
    },
  );

  it("writes the marks of captures at and after damage to the file beside", async () => {
    const broken = gzip(pageRecord("other", { date: at(2010) }));
    broken[broken.length - 9]! ^= 0xff;
    const cut = gzip(bad(2015)).subarray(0, -12);
    const before = Buffer.concat([gzip(bad(2012)), gzip(image), broken, gzip(bad(2013)), cut]);
    const collection = new Collection({ "a.warc.gz": before });
    const { stderr } = await collection.clean({ "http://bad.example/": "0" }, "--mark");
    expect(stderr).toContain(`3 captures marked; 2 marks in ${MARKS}; nothing is left out`);
    inserted(before, collection.copy("a.warc.gz"), gzip(bad(2012)).length);
    const { labels, notices } = await readOverrides(collection.path("clean"));
    expect([...labels.keys()].sort()).toEqual([2012, 2013, 2015].map((year) => uriM(year, "bad")));
    expect(notices).toEqual([
      expect.stringContaining("may be missing, because of damage at byte "),
    ]);
  });

  it("leaves a cut gzip file with one member for all records as it is", async () => {
    const before = gzip(Buffer.concat([good(), bad(), good(2014)])).subarray(0, -9);
    const collection = new Collection({ "a.warc.gz": before });
    await collection.clean(OFF, "--mark");
    expect(collection.copy("a.warc.gz").equals(before)).toBe(true);
    expect(await marksIn(collection.path(`clean/archive/${MARKS}`))).toHaveLength(1);
  });

  it("writes the end of the last record if a plain file lacks it", async () => {
    const before = Buffer.concat([good(), bad()]).subarray(0, -4);
    const collection = new Collection({ "a.warc": before });
    await collection.clean(OFF, "--mark");
    const records = await recordsIn(collection.path("clean/archive/a.warc"));
    expect(records.map(({ type }) => type)).toEqual(["response", "response", "metadata"]);
    expect(records[1]?.text).toContain("Buy pills.</p></body></html>");
  });
});

describe("captures and their marks", () => {
  it("marks a revisit, the first segment of a capture, and a capture without a record ID", async () => {
    const revisit = warcRecord(
      {
        ...{ type: "revisit", uri: "http://bad.example/", date: at(2014) },
        fields: [
          ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
          ["WARC-Refers-To", "<urn:uuid:bad-2013>"],
          ...id("again"),
        ],
      },
      http(""),
    );
    const block = http(page("bad", "Buy more pills."));
    const first = warcRecord(
      {
        ...{ uri: "http://bad.example/", date: at(2015) },
        fields: [["WARC-Segment-Number", "1"], ...id("first")],
      },
      block.subarray(0, 80),
    );
    const second = warcRecord(
      {
        ...{ type: "continuation", uri: "http://bad.example/", date: at(2015) },
        fields: [
          ["WARC-Segment-Number", "2"],
          ["WARC-Segment-Origin-ID", "<urn:uuid:first>"],
          ["WARC-Segment-Total-Length", String(block.length)],
          ...id("second"),
        ],
      },
      block.subarray(80),
    );
    const nameless = Buffer.from(
      pageRecord("bad", { date: at(2016) })
        .toString()
        .replace(/WARC-Record-ID: .*\r\n/u, ""),
    );
    const collection = new Collection({
      "a.warc.gz": PACKINGS["gzip per record"]([bad(), revisit, first, second, nameless]),
    });
    await collection.clean({ "http://bad.example/": "0" }, "--mark");
    const records = await recordsIn(collection.path("clean/archive/a.warc.gz"));
    expect(records.map(({ type }) => type)).toEqual([
      ...["response", "metadata", "revisit", "metadata", "response", "continuation", "metadata"],
      ...["response", "metadata"],
    ]);
    const text = gunzipSync(collection.copy("a.warc.gz")).toString();
    expect(text.match(/WARC-Concurrent-To: .*/gu)).toEqual(
      ["bad-2013", "again", "first"].map((name) => `WARC-Concurrent-To: <urn:uuid:${name}>`),
    );
    expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
    expect((await readOverrides(collection.path("clean"))).labels.size).toBe(4);
  });

  it("marks each of several captures in one second, in files of one name and in two of one capture", async () => {
    const collection = new Collection({
      "x/a.warc": Buffer.concat([
        pageRecord("bad", { fields: id("one") }),
        pageRecord("bad", { fields: id("two") }, page("bad", "Another text.")),
      ]),
      "y/a.warc": pageRecord("bad", { date: at(2014), fields: id("three") }),
    });
    await collection.clean({ "http://bad.example/": "0" }, "--mark");
    expect(await marksIn(collection.path("clean/archive/a.warc"))).toHaveLength(2);
    const [mark] = await marksIn(collection.path("clean/archive/2-a.warc"));
    expect(mark?.["URI-M"]).toBe(uriM(2014, "bad"));
  });

  it("tells probability, kind and inference, and gives no decision of a verdict that no run has read", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad(), bad(2014)]) });
    await collection.clean({}, "--mark");
    const rows = readFileSync(collection.path("out.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const row of rows) {
      if (row["URI-M"] === uriM(2014, "bad")) {
        Object.assign(row, { "inferred from": ["x"], "overall topic status": "off-topic" });
      } else if (row["URI-M"] === uriM(2013, "bad")) {
        Object.assign(row, {
          ...{ "overall topic status": "unsure", "page kind": "parked" },
          "timemap measures": { combined: { "comparison score": 0.625 } },
        });
      }
    }
    writeFileSync(
      collection.path("edited.jsonl"),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    const { status } = await runBin([
      ...["filter", collection.path("edited.jsonl"), "--mark"],
      ...["-i", collection.input, "-o", collection.path("clean")],
    ]);
    expect(status).toBe(0);
    const marks = await marksIn(collection.path("clean/archive/a.warc"));
    expect(marks).toMatchObject([
      { verdict: "unsure", by: "computed", probability: 0.625, kind: "parked" },
      { verdict: "off-topic", by: "computed", inferred: true },
    ]);
    const { labels, unsure } = await readOverrides(collection.path("clean"));
    expect([labels.size, [...unsure].sort()]).toEqual([0, [uriM(2013, "bad"), uriM(2014, "bad")]]);
  });

  it("keeps what others wrote as metadata, and marks of captures that the results do not have", async () => {
    const foreign = Buffer.from(
      metadata.toString().replace("http://bad", "urn:detect_off_topic:mark:http://bad"),
    );
    const elsewhere = recordBytes(
      markRecord(
        { "URI-M": uriM(2001, "gone"), verdict: "off-topic", by: "computed" },
        { uriR: "http://gone.example/", date: at(2001) },
      ),
    );
    const collection = new Collection({
      "a.warc": Buffer.concat([bad(), metadata, foreign, elsewhere]),
    });
    const { stderr } = await collection.clean({}, "--mark");
    expect(stderr).toContain("0 captures marked; nothing is left out");
    expect(
      collection.copy("a.warc").equals(Buffer.concat([bad(), metadata, foreign, elsewhere])),
    ).toBe(true);
  });

  it("leaves the marks out with their captures when the copy is filtered", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    await collection.clean(OFF, "--mark");
    const { status } = await runBin([
      ...["filter", collection.path("out.jsonl"), "--overrides", collection.path("clean")],
      ...["-i", `warc=${collection.path("clean/archive")}`, "-o", collection.path("again")],
    ]);
    expect(status).toBe(0);
    expect(readFileSync(collection.path("again/archive/a.warc")).equals(good())).toBe(true);
  });
});

describe("filter --mark of a WACZ", () => {
  const warc = PACKINGS["gzip per record"](RECORDS);
  const offsetOf = (index: number): number =>
    PACKINGS["gzip per record"](RECORDS.slice(0, index)).length;
  const cdx = [
    `com,post)/?__wb_method=POST 20130601102030 {"url":"http://bad.example/logo.png","offset":"${offsetOf(5)}","length":"7","filename":"a.warc.gz","requestBody":"x"}`,
    `example,bad)/ 20130601102030 {"url":"http://bad.example/","offset":${offsetOf(2)},"length":"8","filename":"a.warc.gz"}`,
  ];
  const pages = [
    '{"format": "json-pages-1.0", "id": "pages", "title": "All"}',
    '{"id":"1", "url":"http://bad.example/", "ts":"2013-06-01T10:20:29.123Z", "text":"caf\u{e9}", "number": 1.50}',
    '{"id":"2","url":"http://good.example/","ts":"2012-06-01T10:20:30Z"}',
    "no JSON",
  ];
  const files = {
    "pages/pages.jsonl": pages.join("\n"),
    "logs/crawl.log": "a line\n",
    "indexes/index.cdx": `${cdx.join("\n")}\n`,
  };
  const make = (more: Parameters<typeof wacz>[1] = {}): Buffer =>
    wacz(
      { "a.warc.gz": warc },
      { files, datapackage: { title: "My crawl", created: "2020" }, ...more },
    );
  const mark = async (collection: Collection, target = "marked.wacz"): ReturnType<typeof runBin> =>
    collection.filter(OFF, "--mark", "-o", collection.path(target));
  const member = async (
    collection: Collection,
    name: string,
    target = "marked.wacz",
  ): Promise<Buffer> => {
    const file = await openPlace(`${collection.path(target)}!/${name}`);
    const { bytes, size = 0 } = file;
    await bytes.ensure(size);
    await file.close();
    return Buffer.from(bytes.window.subarray(0, size));
  };

  it("adds the verdict to its pages and keeps all other bytes, files, index lines and members", async () => {
    const collection = new Collection({ "a.wacz": make() });
    const { status, stderr } = await mark(collection);
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining("1 capture marked; nothing is left out"),
    ]);
    expect((await member(collection, "logs/crawl.log")).toString()).toBe("a line\n");
    const lines = (await member(collection, "pages/pages.jsonl")).toString().split("\n");
    expect([lines[0], ...lines.slice(2)]).toEqual([pages[0], ...pages.slice(2)]);
    const [, added = ""] = /,"detect_off_topic":(\{.*\})\}$/u.exec(lines[1]!) ?? [];
    expect(lines[1]!.replace(`,"detect_off_topic":${added}`, "")).toBe(pages[1]);
    expect(JSON.parse(added)).toMatchObject({ "URI-M": uriM(2013, "bad"), verdict: "off-topic" });
    const copy = await member(collection, "archive/a.warc.gz");
    const bytes = inserted(warc, copy, offsetOf(5));
    expect((await member(collection, "indexes/index.cdx")).toString()).toContain(
      `${cdx[0]!.replace(String(offsetOf(5)), String(offsetOf(5) + bytes.length))}\n${cdx[1]!}\n`,
    );
    const list = JSON.parse((await member(collection, "datapackage.json")).toString()) as {
      readonly title: string;
      readonly resources: readonly { readonly path: string; readonly hash: string }[];
    };
    expect(list.title).toBe("My crawl");
    expect(list.resources.map(({ path }) => path)).toEqual([
      "archive/a.warc.gz",
      "indexes/index.cdx",
      "logs/crawl.log",
      "pages/pages.jsonl",
    ]);
    for (const { path, hash } of list.resources)
      expect(hash).toBe(sha256(await member(collection, path)));
    const { labels } = await readOverrides(collection.path("marked.wacz"));
    expect([...labels]).toEqual([[uriM(2013, "bad"), "off-topic"]]);
    const verified = await runBin([
      "-i",
      `wacz=${collection.path("marked.wacz")}`,
      ...QUICK,
      "--set",
      "verify=true",
    ]);
    expect(verified.stderr).not.toContain("digest differs");
  });

  it("replaces its own verdicts in the pages of its copy, and takes away those that no longer hold", async () => {
    const collection = new Collection({ "a.wacz": make() });
    await mark(collection);
    const again = async (...args: readonly string[]): Promise<string> => {
      const { status, stderr } = await runBin([
        ...["filter", collection.path("out.jsonl"), "--mark", ...args],
        ...["-i", `wacz=${collection.path("marked.wacz")}`, "-o", collection.path("again.wacz")],
      ]);
      expect([status, stderr]).toEqual([0, expect.stringContaining("1 earlier mark replaced")]);
      return (await member(collection, "pages/pages.jsonl", "again.wacz")).toString();
    };
    const marked = (await member(collection, "pages/pages.jsonl")).toString();
    expect(await again("--overrides", collection.path("decisions.tsv"))).toBe(marked);
    expect(await again()).toBe(pages.join("\n"));
    expect((await member(collection, "archive/a.warc.gz", "again.wacz")).equals(warc)).toBe(true);
    expect((await member(collection, "indexes/index.cdx", "again.wacz")).toString()).toBe(
      files["indexes/index.cdx"],
    );
  });

  it("makes a new index if that of the WACZ is missing, no CDXJ, or of another file", async () => {
    for (const index of [
      undefined,
      " CDX N b a m s k r M S V g\n",
      cdx[0]!.replace("a.warc", "b.warc"),
    ]) {
      const { "indexes/index.cdx": _, ...others } = files;
      const collection = new Collection({
        "a.wacz": make({
          files: { ...others, ...(index !== undefined && { "indexes/index.cdx": index }) },
        }),
      });
      expect((await mark(collection)).status).toBe(0);
      const lines = (await member(collection, "indexes/index.cdx"))
        .toString()
        .trimEnd()
        .split("\n");
      expect(lines).toHaveLength(4);
    }
  });

  it("tells which files of a hostile WACZ cannot be files of the copy", async () => {
    const collection = new Collection({
      "a.wacz": make({
        files: {
          ...files,
          ...{ "logs/./a": "x", [`logs/${"x".repeat(300)}`]: "x", "logs/a\nb": "x" },
          ...{ "logs/crawl.log/b": "x", archive: "x", "datapackage.json/x": "x", "logs/a:b": "x" },
        },
      }),
    });
    const { status, stderr } = await mark(collection);
    expect(status).toBe(0);
    expect(
      stderr.match(/ of .* is not in the copy: its name cannot be that of a file/gu),
    ).toHaveLength(3);
    expect(stderr.match(/ of .* is not in the copy: another file has its name/gu)).toHaveLength(3);
    expect((await member(collection, "logs/a:b")).toString()).toBe("x");
  });

  it("marks a WACZ on the web", async () => {
    const collection = new Collection({ "a.wacz": make() });
    await mark(collection);
    const server = await startFileServer();
    server.files.set("/a.wacz", { bytes: make() });
    const input = ["-i", `wacz=${server.origin}/a.wacz`, "--set", "inferred=false"];
    const decisions = ["--overrides", collection.path("decisions.tsv")];
    const { status, stderr } = await runBin([
      ...["filter", collection.path("out.jsonl"), "--mark", ...decisions, ...input],
      ...["-o", collection.path("remote.wacz"), "--rate", "60000/m"],
    ]);
    await server.close();
    expect([status, stderr]).toEqual([0, expect.stringContaining("1 capture marked")]);
    for (const name of [
      "archive/a.warc.gz",
      "pages/pages.jsonl",
      "indexes/index.cdx",
      "logs/crawl.log",
    ]) {
      expect(
        (await member(collection, name, "remote.wacz")).equals(await member(collection, name)),
      ).toBe(true);
    }
  });

  it("tells that the copy has no signature", async () => {
    const signed = JSON.stringify({ path: "datapackage.json", hash: "x", signedData: { x: 1 } });
    const whole = make();
    const collection = new Collection({ "a.wacz": whole });
    const members = await Promise.all(
      ["datapackage.json", "archive/a.warc.gz"].map(async (name) => ({
        name,
        bytes: await member(collection, name, "in/a.wacz"),
      })),
    );
    const digest = { name: "datapackage-digest.json", bytes: Buffer.from(signed) };
    const other = new Collection({ "a.wacz": zip([...members, digest]) });
    const { status, stderr } = await mark(other);
    expect([status, stderr]).toEqual([0, expect.stringContaining("the copy has no signature")]);
  });

  it("refuses to make one WACZ of two, and copies the WARC files of both to a folder", async () => {
    const collection = new Collection({ "a.wacz": make(), "b.wacz": make() });
    const refused = await mark(collection);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining("--mark makes a WACZ of one WACZ, with its page lists and logs."),
    ]);
    expect((await mark(collection, "folder")).status).toBe(0);
    expect(readdirSync(collection.path("folder/archive"))).toEqual(["2-a.warc.gz", "a.warc.gz"]);
  });

  it("writes a page list with verdicts if a WACZ is made of WARC files, with the same bytes each time", async () => {
    const collection = new Collection({ "a.warc.gz": warc });
    const { SOURCE_DATE_EPOCH: before } = process.env;
    process.env["SOURCE_DATE_EPOCH"] = "1700000000";
    try {
      await mark(collection);
      await mark(collection, "other.wacz");
    } finally {
      if (before === undefined) delete process.env["SOURCE_DATE_EPOCH"];
      else process.env["SOURCE_DATE_EPOCH"] = before;
    }
    const lines = (await member(collection, "pages/pages.jsonl")).toString().trimEnd().split("\n");
    expect(lines.filter((line) => line.includes("detect_off_topic"))).toHaveLength(1);
    expect(lines).toHaveLength(4);
    const [one, other] = ["marked.wacz", "other.wacz"].map((name) =>
      readFileSync(collection.path(name)),
    );
    expect(one!.equals(other!)).toBe(true);
  });
});

describe("options beside --mark", () => {
  it.each([
    [["--only", "off-topic"], "--only leaves captures out, and --mark leaves none out"],
    [["--set", "inferred=true"], "--set inferred leaves captures out"],
    [["--set", "same-content=remove"], "--set same-content leaves captures out"],
    [["--as", "list"], "--mark makes a copy, and --as a list"],
  ] as const)("%j is refused in one line", async (args, message) => {
    const collection = new Collection({ "a.warc": bad() });
    const { status, stderr } = await collection.filter(
      OFF,
      "--mark",
      "-o",
      collection.path("x"),
      ...args,
    );
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("--mark of a working directory is refused in one line", async () => {
    const collection = new Collection({ "a.warc": bad() });
    await collection.clean({});
    mkdirSync(collection.path("work"));
    const args = ["-i", `dir=${collection.path("work")}`, "-o", collection.path("x")];
    const { status, stderr } = await runBin([
      "filter",
      collection.path("out.jsonl"),
      "--mark",
      ...args,
    ]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("--mark marks captures of WARC files."),
    ]);
  });
});

describe("marks as decisions", () => {
  const mark = (verdict: Mark["verdict"], more: object = {}): Mark => ({
    ...{ "URI-M": uriM(2013, "bad"), verdict, by: "computed" },
    ...more,
  });
  const on = { uriR: "http://bad.example/", date: at(2013), recordId: "urn:uuid:bad-2013" };
  const written = (block: unknown): Buffer => recordBytes(markRecord(block as Mark, on));
  const read = async (...records: readonly Uint8Array[]): ReturnType<typeof readOverrides> =>
    readOverrides(new Collection({ "a.warc": Buffer.concat(records) }).path("in/a.warc"));

  it("takes no record that filter did not write, or that was changed since, and tells how many", async () => {
    const real = written(mark("off-topic"));
    const forged = Buffer.from(real.toString().replace("off-topic", "on--topic"));
    const { labels, notices } = await read(real, forged, metadata);
    expect([...labels.values()]).toEqual(["off-topic"]);
    expect(notices).toEqual([
      expect.stringMatching(
        /^1 mark of .* does not count, e\.g\. at byte \d+ of .*: it is not as filter --mark wrote it$/u,
      ),
    ]);
  });

  it.each([
    ["a text", "text"],
    ["null", null],
    ["a list", []],
    ["another verdict", mark("bad" as Mark["verdict"])],
    ["a number as a kind", mark("off-topic", { kind: 1 })],
    ["no URI-M", mark("off-topic", { "URI-M": undefined })],
  ])("does not take %s", async (_, block) => {
    await expect(read(good(), written(block))).rejects.toThrow(
      /has no marks that count \(1 mark of .*: its JSON is not that of a mark\)\. Make them with filter --mark/u,
    );
  });

  it("does not take lists that are nested deeply", async () => {
    const block = Buffer.from("[".repeat(200_000));
    const named = Buffer.from(`urn:detect_off_topic:mark:x\n${at(2013)}\n\n`);
    const fields = [
      ["WARC-Record-ID", idOf(Buffer.concat([named, block]))],
      ["Content-Type", "application/json"],
    ] as const;
    const record = { type: "metadata", uri: "urn:detect_off_topic:mark:x", date: at(2013), fields };
    await expect(read(warcRecord(record, block))).rejects.toThrow(
      /its JSON is not that of a mark/u,
    );
  });

  it("does not read a mark of more than a megabyte", async () => {
    await expect(read(written(mark("off-topic", { kind: "x".repeat(1 << 20) })))).rejects.toThrow(
      /: it has \d+ bytes\)/u,
    );
  });

  it("takes no mark after damaged bytes, where the content of a page may look like a record", async () => {
    const quoting = pageRecord(
      "bad",
      { length: 1e6 },
      `<p>${written(mark("off-topic")).toString()}`,
    );
    await expect(read(quoting, good())).rejects.toThrow(/: it stands after damaged bytes\)/u);
  });

  it("is unsure of a capture with marks that contradict each other", async () => {
    const { labels, unsure } = await read(written(mark("off-topic")), written(mark("on-topic")));
    expect([labels.size, [...unsure]]).toEqual([0, [uriM(2013, "bad")]]);
  });

  it("says what to do about an archive file without marks, and reads a text file as before", async () => {
    await expect(read(good())).rejects.toThrow(
      /has no marks\. Make them with filter --mark, or give/u,
    );
    const collection = new Collection({ "a.tsv": Buffer.from("http://bad.example/\t0\n") });
    const path = collection.path("in/a.tsv");
    expect(await readOverrides(path)).toEqual(parseOverrides(readFileSync(path, "utf8"), path));
  });
});
