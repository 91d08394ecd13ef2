import { expect, test } from "vitest";
import {
  arcFile,
  arcRecord,
  http,
  ofKind,
  outline,
  page,
  PACKING_NAMES,
  PACKINGS,
  pageRecord,
  pagesOf,
  readBytes,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";

/** A warcinfo record and three pages in the given version. */
const warc = (parts: RecordParts): Buffer[] => [
  warcRecord({ type: "warcinfo", ...parts }, "software: by hand\r\n"),
  ...["one", "two", "three"].map((name) => pageRecord(name, parts)),
];

const THREE = ["one", "two", "three"].map((name) => [name, page(name)] as const);

const arc = (): Buffer[] =>
  ["one", "two", "three"].map((name) => arcRecord(`http://${name}.example/`, http(page(name))));

/** Returns bytes as a program in text mode on Windows writes them. */
const inTextMode = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");

const withVersionLine = ([first, ...others]: readonly Buffer[], line: string): Buffer[] => [
  Buffer.from(first!.toString("latin1").replace(/^.*?(?=\r?\n)/u, line), "latin1"),
  ...others,
];

const VERSIONS = ["WARC/0.17", "WARC/0.18", "WARC/1.1", "WARC/2.0", "warc/1.0", "Warc/1.1"];

for (const packing of PACKING_NAMES) {
  const pack = PACKINGS[packing];

  test.each(VERSIONS)(`reads all records of version %s (${packing})`, async (version) => {
    const items = await readBytes(pack(warc({ version })));
    expect(pagesOf(items)).toEqual(THREE);
    expect(ofKind(items, "damage")).toEqual([]);
  });

  test(`reads headers whose lines end in CR CR LF (${packing})`, async () => {
    const records = warc({}).map((record) => {
      const end = record.indexOf("\r\n\r\n") + 4;
      return Buffer.concat([inTextMode(record.subarray(0, end)), record.subarray(end)]);
    });
    const items = await readBytes(pack(records));
    expect(pagesOf(items)).toEqual(THREE);
    expect(ofKind(items, "damage")).toEqual([]);
  });

  test(`reads files that a program has written in text mode (${packing})`, async () => {
    expect(pagesOf(await readBytes(pack(warc({}).map(inTextMode))))).toEqual(THREE);
    const [head, ...records] = [arcFile(1), ...arc()].map(inTextMode);
    expect(pagesOf(await readBytes(pack([head!, ...records])))).toEqual(THREE);
  });

  test.each([
    ["blank lines", "\r\n\n\r\n", 0],
    ["a byte order mark", "\u{feff}", 1],
    ["a line of text", "saved by hand\r\n", 1],
    ["JSON", '{"file": "crawl.warc"}\n', 1],
    ["a URI", "http://one.example/\n", 1],
  ])(`reads all records after %s (${packing})`, async (_, text, damages) => {
    for (const records of [warc({}), [arcFile(1), ...arc()], arc()]) {
      const items = await readBytes(pack([Buffer.from(text), ...records]));
      expect(pagesOf(items)).toEqual(THREE);
      expect(ofKind(items, "damage")).toHaveLength(damages);
    }
  });

  test(`reports a damaged version line, and reads all records after its own (${packing})`, async () => {
    for (const line of ["WARC/", "W\u{0}RC/1.0", "ARC/1.0", "", "-"]) {
      const items = await readBytes(pack(withVersionLine(warc({}), line)));
      expect(pagesOf(items)).toEqual(THREE);
      expect(outline(ofKind(items, "damage"))).toEqual([
        expect.stringMatching(/^damage at \d: \d+ bytes that are not a record$/u),
      ]);
    }
  });

  test(`reports an odd filedesc line, and reads all records after it (${packing})`, async () => {
    for (const line of [
      "filedesc://a.arc - - - -",
      "filedesc://a.arc 0.0.0.0 - text/plain 77",
      "filedesc: a.arc",
      "- - - - -",
    ]) {
      const items = await readBytes(pack(withVersionLine([arcFile(1), ...arc()], line)));
      expect(pagesOf(items)).toEqual(THREE);
      expect(ofKind(items, "damage")).toHaveLength(1);
    }
  });

  test(`reads a piece of an ARC file without its version block (${packing})`, async () => {
    const items = await readBytes(pack(arc()));
    expect(pagesOf(items)).toEqual(THREE);
    expect(ofKind(items, "damage")).toEqual([]);
  });
}

test("says of a file without any record what it looks like", async () => {
  expect(outline(await readBytes(Buffer.from("nothing of an archive\n".repeat(40))))).toEqual([
    "damage at 0: 880 bytes that are not a record",
  ]);
  expect(outline(await readBytes(Buffer.from('{"file": "crawl.warc"}\n')))).toEqual([
    "damage at 0: not a WARC file: it looks like JSON",
  ]);
});
