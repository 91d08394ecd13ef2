import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  arcFile,
  arcRecord,
  gzip,
  http,
  ofKind,
  outline,
  page,
  pageRecord,
  pagesOf,
  warcinfo,
  warcRecord,
} from "../support/warc-builder.js";
import { readBytes, readFiles } from "./read.js";

const names = ["a", "b", "c", "d"];
const records = names.map((name) => pageRecord(name));
const members = records.map((record) => gzipSync(record, { level: 0 }));
const pages = names.map((name) => [name, page(name)]);
const without = (lost: string): unknown[] => pages.filter(([name]) => name !== lost);
const offsetOf = (pieces: readonly Buffer[], index: number): number =>
  Buffer.concat(pieces.slice(0, index)).length;
const flipped = (bytes: Buffer, at: number, mask = 0xff): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ mask;
  return copy;
};

describe("the offset of a record", () => {
  it("is that of its gzip member, or its own in a plain file", async () => {
    const packed = await readBytes(Buffer.concat(members));
    expect(ofKind(packed, "memento").map(({ capture }) => capture.source?.offset)).toEqual(
      names.map((_, i) => offsetOf(members, i)),
    );
    const plain = await readBytes(Buffer.concat(records));
    expect(ofKind(plain, "memento").map(({ capture }) => capture.source?.offset)).toEqual(
      names.map((_, i) => offsetOf(records, i)),
    );
  });

  it("is right behind zeros and line ends between members", async () => {
    const padding = Buffer.concat([Buffer.alloc(5000), Buffer.from("\r\n\r\n")]);
    const items = await readBytes(Buffer.concat([members[0]!, padding, members[1]!]));
    expect(outline(items)).toEqual(["memento http://a.example/", "memento http://b.example/"]);
    expect(ofKind(items, "memento")[1]?.capture.source?.offset).toBe(members[0]!.length + 5004);
  });
});

describe("damage in a gzip file", () => {
  it("a damaged member is reported with its offset, and reading goes on at the next", async () => {
    const broken = gzip(records[1]!);
    broken.fill(0xff, 60, 90);
    const pieces = [members[0]!, broken, members[2]!, members[3]!];
    const items = await readBytes(Buffer.concat(pieces));
    expect(pagesOf(items)).toEqual(without("b"));
    const [damage] = ofKind(items, "damage").slice(-1);
    expect(damage?.source.offset).toBe(offsetOf(pieces, 1));
    expect(damage?.message).toContain(`byte ${offsetOf(pieces, 2)}`);
  });

  it("the page that damage cuts off is an error row, not half a page", async () => {
    const long = pageRecord("b", {}, page("b", "A long page. ".repeat(2000)));
    const member = gzipSync(long, { level: 0 });
    // Stored data has one block header of five bytes each 16 or 64 KB: its length is made to contradict itself.
    const broken = Buffer.concat([
      member.subarray(0, 10),
      deflateRawSync(long.subarray(0, 3000), { level: 0, finishFlush: 2 }),
      Buffer.from([0x07]),
      Buffer.alloc(400, 0xff),
    ]);
    const items = await readBytes(Buffer.concat([members[0]!, broken, members[2]!]));
    expect(pagesOf(items)).toEqual([pages[0], pages[2]]);
    const [missed] = ofKind(items, "missed");
    expect(missed?.capture.uriR).toBe("http://b.example/");
    expect(missed?.problem.message).toMatch(/damaged gzip data/u);
    expect(missed?.problem.message).toMatch(/\d+ of \d+ bytes/u);
  });

  it("a wrong check sum is reported, and its page keeps a note", async () => {
    const wrong = flipped(members[1]!, members[1]!.length - 8);
    const items = await readBytes(Buffer.concat([members[0]!, wrong, members[2]!]));
    expect(pagesOf(items)).toEqual(pages.slice(0, 3));
    expect(ofKind(items, "memento")[1]?.capture.notes?.join()).toMatch(/check sum/u);
    expect(ofKind(items, "damage")).toEqual([
      {
        kind: "damage",
        source: { file: expect.stringContaining("a.warc") as string, offset: members[0]!.length },
        message: expect.stringContaining("check sum") as string,
      },
    ]);
  });

  it("junk between members is passed over, and counted", async () => {
    const junk = Buffer.from("this is no member\n".repeat(20));
    const items = await readBytes(Buffer.concat([members[0]!, junk, members[1]!]));
    expect(pagesOf(items)).toEqual(pages.slice(0, 2));
    const [damage] = ofKind(items, "damage");
    expect(damage?.source.offset).toBe(members[0]!.length);
    expect(damage?.message).toContain(String(junk.length));
  });

  it("a file that ends within a gzip header says so", async () => {
    const items = await readBytes(Buffer.concat([members[0]!, members[1]!.subarray(0, 6)]));
    expect(pagesOf(items)).toEqual(pages.slice(0, 1));
    expect(ofKind(items, "damage")).toHaveLength(1);
  });

  it("a member with all optional header fields is read", async () => {
    const bytes = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x1f, 0, 0, 0, 0, 0, 3]),
      Buffer.from([4, 0, 1, 2, 3, 4]),
      Buffer.from("name\0comment\0"),
      Buffer.from([9, 9]),
      members[0]!.subarray(10),
    ]);
    expect(pagesOf(await readBytes(Buffer.concat([bytes, members[1]!])))).toEqual(
      pages.slice(0, 2),
    );
  });

  it("many records in one member before a cut are all there", async () => {
    const many = Array.from({ length: 400 }, (_, i) => pageRecord(`p${i}`));
    const packed = gzip(Buffer.concat(many));
    const items = await readBytes(packed.subarray(0, packed.length - 300));
    const mementos = ofKind(items, "memento").length;
    const missed = ofKind(items, "missed").length;
    expect(mementos).toBeGreaterThan(300);
    expect(missed).toBeLessThanOrEqual(1);
    expect(missed + ofKind(items, "damage").length).toBe(1);
  });
});

describe("damage in a plain file", () => {
  it("a header that is no longer one: the record is lost with its offset, the page before it is whole", async () => {
    const pieces = [records[0]!, flipped(records[1]!, 2), records[2]!];
    const items = await readBytes(Buffer.concat(pieces));
    expect(pagesOf(items)).toEqual([pages[0], pages[2]]);
    expect(ofKind(items, "damage").map(({ source }) => source.offset)).toEqual([
      records[0]!.length,
    ]);
    expect(ofKind(items, "memento")[0]?.capture).not.toHaveProperty("notes");
  });

  it("bytes between records are reported", async () => {
    const items = await readBytes(
      Buffer.concat([records[0]!, Buffer.from("#### junk ####\n"), records[1]!]),
    );
    expect(pagesOf(items)).toEqual(pages.slice(0, 2));
    expect(ofKind(items, "damage")).toHaveLength(1);
  });

  it("a record cut off within its WARC header is an error row when it says whose it is", async () => {
    const cut = records[1]!.subarray(0, records[1]!.indexOf("Content-Length"));
    const items = await readBytes(Buffer.concat([records[0]!, cut]));
    expect(pagesOf(items)).toEqual(pages.slice(0, 1));
    expect(ofKind(items, "missed").map(({ capture }) => capture.uriR)).toEqual([
      "http://b.example/",
    ]);
  });

  it("an image that is cut off is no error row, but its loss is told", async () => {
    const image = warcRecord(
      { uri: "http://a.example/i.png", date: A_DATE },
      http("PNG".repeat(100), { contentType: "image/png" }),
    );
    const items = await readBytes(Buffer.concat([records[0]!, image.subarray(0, -50)]));
    expect(outline(items).map((line) => line.split(" ")[0])).toEqual([
      "memento",
      "other",
      "damage",
    ]);
  });

  it("a redirect whose header is cut off is not followed to half an address", async () => {
    const redirect = warcRecord(
      { uri: "http://a.example/", date: A_DATE },
      http("", {
        statusLine: "HTTP/1.1 302 Found",
        fields: [["Location", "http://casino.example/"]],
      }),
    );
    const cut = redirect.subarray(0, redirect.indexOf("ino.example"));
    const items = await readBytes(cut);
    expect(outline(items)).toHaveLength(1);
    expect(ofKind(items, "missed")).toHaveLength(1);
  });

  it("a length that is no number is told from one", async () => {
    for (const length of ["12x", "-5", "", "99999999999999999999"]) {
      const items = await readBytes(Buffer.concat([pageRecord("a", { length }), records[1]!]));
      expect(pagesOf(items)).toEqual(pages.slice(0, 2));
    }
  });
});

describe("files that are no WARC", () => {
  it.each([
    ["an HTML page", "<!DOCTYPE html><html><body>Not found</body></html>"],
    ["file store", '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'],
    ["XML", "<?xml version='1.0'?><rss></rss>"],
    ["JSON", '{"error": "no such file"}'],
    ["ZIP", "PK\x03\x04 and so on"],
    ["PDF", "%PDF-1.4 and so on"],
    ["CDX", " CDX N b a m s k r M S V g\n"],
    ["text", "These are the notes of a meeting."],
    ["binary", "\x01\x02\x03\x04\x05"],
  ])("%s is named", async (name, text) => {
    for (const bytes of [Buffer.from(text), gzip(Buffer.from(text))]) {
      const items = await readBytes(bytes);
      expect(outline(items)).toHaveLength(1);
      expect(outline(items)[0]).toMatch(/^damage at [01]: no WARC or ARC: it looks like/u);
      expect(outline(items)[0]).toContain(name);
    }
  });

  it("an empty file, and one of zeros, are told", async () => {
    expect(outline(await readBytes(Buffer.alloc(0)))).toEqual(["damage at 0: the file is empty"]);
    expect(outline(await readBytes(Buffer.alloc(3000)))).toHaveLength(1);
  });

  it("a file that has gone, and a folder, are damage and not an exception", async () => {
    expect(ofKind(await readFiles(["/nowhere/at.all.warc"]), "damage")).toHaveLength(1);
    expect(ofKind(await readFiles(["/"]), "damage")).toHaveLength(1);
  });

  it("a WARC behind something else is read", async () => {
    const items = await readBytes(Buffer.concat([Buffer.from("<html>\n"), records[0]!]));
    expect(outline(items)).toHaveLength(2);
    expect(pagesOf(items)).toEqual(pages.slice(0, 1));
  });
});

describe("ARC files", () => {
  const v2 = "200 - - 0 a.arc";
  it.each([
    ["a URL with spaces", "http://a.example/x y z", {}, "http://a.example/x%20y%20z"],
    [
      "a type with a space",
      "http://a.example/",
      { type: "text/html; charset=utf-8" },
      "http://a.example/",
    ],
    ["version 2", "http://a.example/", { middle: v2 }, "http://a.example/"],
    ["version 2 and spaces", "http://a.example/1 2", { middle: v2 }, "http://a.example/1%202"],
  ])("%s", async (_, uri, parts, expected) => {
    const bytes = Buffer.concat([
      arcFile(1),
      arcRecord(uri, http(page("a")), parts),
      arcRecord("http://b.example/", http(page("b"))),
    ]);
    const items = await readBytes(bytes);
    expect(ofKind(items, "memento").map(({ capture }) => capture.uriR)).toEqual([
      expected,
      "http://b.example/",
    ]);
    expect(outline(items)[0]).toBe("skipped filedesc record");
  });

  it("alexa/dat, DNS and images are no mementos; a page without HTTP header is", async () => {
    const items = await readBytes(
      Buffer.concat([
        arcFile(1),
        arcRecord("http://a.example/", "x", { type: "alexa/dat" }),
        arcRecord("dns:a.example", "20050607 192.0.2.1", { type: "text/dns" }),
        arcRecord("http://a.example/i.gif", http("GIF89a", { contentType: "image/gif" })),
        arcRecord("http://old.example/", page("old")),
      ]),
    );
    expect(outline(items).map((line) => line.split(" ")[0])).toEqual([
      "skipped",
      "skipped",
      "skipped",
      "other",
      "memento",
    ]);
  });

  it("a length that is wrong: the next record is found by its line", async () => {
    const block = http(page("a"));
    for (const length of [block.length + 60, block.length - 30]) {
      const items = await readBytes(
        Buffer.concat([
          arcFile(1),
          arcRecord("http://a.example/", block, { length }),
          arcRecord("http://b.example/", http(page("b"))),
        ]),
      );
      expect(ofKind(items, "memento").map(({ capture }) => capture.uriR)).toEqual([
        "http://a.example/",
        "http://b.example/",
      ]);
    }
  });
});

it("a warcinfo record is counted, and no WARC-Type or no target is damage with its offset", async () => {
  const info = warcinfo();
  const items = await readBytes(
    Buffer.concat([
      info,
      warcRecord({ type: "", uri: "http://a.example/", date: A_DATE }, "x"),
      warcRecord({ date: A_DATE }, http(page("a"))),
      warcRecord({ uri: "http://a.example/" }, http(page("a"))),
      pageRecord("a", { date: "2014-02-31" }),
    ]),
  );
  expect(outline(items)[0]).toBe("skipped warcinfo record");
  expect(ofKind(items, "damage")).toHaveLength(4);
  expect(ofKind(items, "damage")[0]?.source.offset).toBe(info.length);
});
