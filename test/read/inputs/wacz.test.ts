import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { wacz } from "../../../src/read/inputs/wacz.js";
import { warc } from "../../../src/read/inputs/warc.js";
import type { InputItem } from "../../../src/base/types.js";
import { openPlace } from "../../../src/read/warc/wacz.js";
import { folderWith } from "../../support/folders.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  ofKind,
  outline,
  PACKINGS,
  page,
  pageRecord,
  pagesOf,
  readInput,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { wacz as waczOf, zip } from "../../support/wacz-builder.js";

const itemsOf = async (value: string, input = warc): Promise<InputItem[]> =>
  readInput(input, await input.prepare([value]));

const damageOf = (items: readonly InputItem[]): string[] =>
  ofKind(items, "damage").map(
    ({ source, message }) => `${source.file.replace(/^.*\/dot-test-\w+\//u, "")}: ${message}`,
  );

const first = Buffer.concat([warcinfo(), pageRecord("a"), pageRecord("b")].map(gzip));
const second = PACKINGS.plain([warcinfo(), pageRecord("c")]);
const both = { "one.warc.gz": first, "two.warc": second };

/** Returns the items without the positions at which they were read. */
function withoutPlace(items: readonly InputItem[]): unknown[] {
  return items.map((item) => ({
    ...item,
    source: undefined,
    ...("capture" in item && { capture: { ...item.capture, source: undefined } }),
    ...("body" in item && { body: Buffer.from(item.body.bytes).toString("latin1") }),
  }));
}

describe("a WACZ file", () => {
  it.each([
    ["stored members", {}],
    ["deflated members", { deflate: true }],
    ["zip64", { zip64: true }],
    ["deflated members and zip64", { deflate: true, zip64: true }],
  ])("gives the same items for the WARC files in a WACZ as outside: %s", async (_, options) => {
    const records = [
      warcinfo(),
      pageRecord("moved", {}, ""),
      warcRecord(
        { uri: "http://d.example/", date: "2013-01-01T00:00:00Z" },
        http("", { statusLine: "HTTP/1.1 301 Moved", fields: [["Location", "http://a.example/"]] }),
      ),
      warcRecord(
        { type: "request", uri: "http://d.example/", date: "2013-01-01T00:00:00Z" },
        "GET / HTTP/1.1\r\n\r\n",
      ),
    ];
    const warcs = {
      ...both,
      "three.arc": Buffer.concat([arcFile(1), arcRecord("http://e.example/", http(page("e")))]),
      "four.warc.gz": Buffer.concat(records.map(gzip)),
    };
    const own = folderWith({
      "crawl.wacz": waczOf(warcs, options),
      ...Object.fromEntries(Object.entries(warcs).map(([name, bytes]) => [`plain/${name}`, bytes])),
    });
    const packed = await itemsOf(join(own, "crawl.wacz"), wacz);
    const plain = await itemsOf(join(own, "plain"));
    expect(packed.length).toBeGreaterThan(8);
    expect(withoutPlace(packed)).toEqual(withoutPlace(plain));
  });

  it("gives each memento of a WACZ its position in its WARC file within the WACZ", async () => {
    const own = folderWith({ "crawl.wacz": waczOf(both) });
    const path = join(own, "crawl.wacz");
    const sources = ofKind(await itemsOf(path), "memento").map(({ capture }) => capture.source);
    expect(sources).toEqual([
      { file: `${path}!/archive/one.warc.gz`, offset: gzip(warcinfo()).length },
      {
        file: `${path}!/archive/one.warc.gz`,
        offset: gzip(warcinfo()).length + gzip(pageRecord("a")).length,
      },
      { file: `${path}!/archive/two.warc`, offset: warcinfo().length },
    ]);
  });
});

describe("a multi-WACZ", () => {
  it("reads a zip of WACZ files as a multi-WACZ", async () => {
    const inner = {
      "one.wacz": waczOf({ "one.warc.gz": first }),
      "two.wacz": waczOf({ "two.warc": second }, { deflate: true }),
    };
    const bytes = zip(Object.entries(inner).map(([name, each]) => ({ name, bytes: each })));
    const path = join(folderWith({ "all.wacz": bytes }), "all.wacz");
    const items = await itemsOf(path, wacz);
    expect(pagesOf(items).map(([name]) => name)).toEqual(["a", "b", "c"]);
    const place = ofKind(items, "memento").at(-1)?.capture.source?.file ?? "";
    expect(place).toBe(`${path}!/two.wacz!/archive/two.warc`);
    const file = await openPlace(place);
    const opened = file.bytes;
    await opened.ensure(second.length);
    expect(opened.window).toEqual(second);
    await file.close();
  });
});

describe("a WACZ file that cannot be read", () => {
  const whole = waczOf(both);
  const broken: Readonly<Record<string, readonly [bytes: Buffer, why: RegExp]>> = {
    "cut off": [
      whole.subarray(0, whole.length - 40),
      /directory at the end of the zip is missing/u,
    ],
    empty: [zip([]), /holds no WARC file/u],
    "without a WARC file": [
      zip([{ name: "a.txt", bytes: Buffer.from("a") }]),
      /holds no WARC file/u,
    ],
    encrypted: [
      zip([{ name: "archive/a.warc.gz", bytes: first, encrypted: true }]),
      /it is encrypted/u,
    ],
    "compressed by another method": [
      zip([{ name: "archive/a.warc.gz", bytes: first, method: 93 }]),
      /method 93/u,
    ],
    "whose directory points outside of the file": [misled(), /the zip is damaged/u],
    "with overlapping members": [overlapping(), /overlap/u],
  };

  it.each(Object.entries(broken))(
    "rejects a single WACZ that cannot be read as a usage error: %s",
    async (name, [bytes, why]) => {
      const path = join(folderWith({ "crawl.wacz": bytes }), "crawl.wacz");
      await expect(wacz.prepare([path])).rejects.toThrow(UsageError);
      await expect(warc.prepare([path])).rejects.toThrow(why);
      expect(name).not.toBe("");
    },
  );

  it.each(Object.entries(broken))(
    "reports a WACZ that cannot be read among others, and reads the others: %s",
    async (_, [bytes, why]) => {
      const own = folderWith({ "a.wacz": bytes, "b.warc": second });
      const items = await itemsOf(own);
      expect(damageOf(items)).toEqual([expect.stringMatching(why)]);
      expect(pagesOf(items).map(([name]) => name)).toEqual(["c"]);
    },
  );

  it("reports a WACZ with a single damaged member", async () => {
    const bytes = zip([
      { name: "archive/a.warc", bytes: second, deflate: true, crc: 1 },
      { name: "archive/b.warc.gz", bytes: first },
      { name: "archive/c.warc.gz", bytes: first, encrypted: true },
    ]);
    const own = folderWith({ "a.wacz": bytes });
    const items = await itemsOf(join(own, "a.wacz"));
    expect(pagesOf(items).map(([name]) => name)).toEqual(["c", "a", "b"]);
    expect(damageOf(items).map((line) => line.slice(line.indexOf("!/")))).toEqual([
      "!/archive/c.warc.gz: it is encrypted",
      "!/archive/a.warc: its length or checksum is not that in the zip's directory",
    ]);
  });

  /** Returns a zip whose end record gives a position of the directory after the end. */
  function misled(): Buffer {
    const bytes = zip([{ name: "archive/a.warc.gz", bytes: first }]);
    bytes.writeUInt32LE(0xeeeeeeee, bytes.length - 6);
    return bytes;
  }

  /** Returns a zip with two names for the same bytes. */
  function overlapping(): Buffer {
    const bytes = zip([
      { name: "archive/a.warc.gz", bytes: first },
      { name: "archive/b.warc.gz", bytes: first },
    ]);
    const entry = bytes.indexOf("PK\u0001\u0002", bytes.indexOf("PK\u0001\u0002") + 4);
    bytes.writeUInt32LE(0, entry + 42);
    return bytes;
  }
});

describe("a folder", () => {
  it("reads the WARC, ARC and WACZ files of a folder, and counts the other files", async () => {
    const own = folderWith({
      "a.warc": second,
      "b.arc": Buffer.concat([arcFile(1), arcRecord("http://e.example/", http(page("e")))]),
      "c.wacz": waczOf({ "one.warc.gz": first }),
      "page.warc": page("a"),
      "index/one.cdxj": "x",
      "index/two.cdxj": "x",
      notes: "x",
      ".hidden": "x",
    });
    const items = await itemsOf(own);
    expect(pagesOf(items).map(([name]) => name)).toEqual(["c", "e", "a", "b"]);
    expect(damageOf(items)).toEqual([
      expect.stringContaining("not a WARC file: it looks like an HTML page"),
    ]);
    const others = outline(items).filter((line) => line.includes("folder"));
    expect(others.sort()).toEqual([
      "skipped other file of the folder",
      "skipped other file of the folder",
      "skipped other file of the folder",
    ]);
  });
});

describe("a WACZ file with contradictions", () => {
  const read = async (bytes: Buffer): Promise<readonly [pages: unknown[], damage: string[]]> => {
    const items = await itemsOf(join(folderWith({ "a.wacz": bytes }), "a.wacz"));
    return [
      pagesOf(items).map(([name]) => name),
      damageOf(items).map((line) => line.slice(line.indexOf("a.wacz"))),
    ];
  };

  const stored = { name: "archive/a.warc", bytes: pageRecord("a") };
  const other = { name: "archive/b.warc", bytes: pageRecord("b") };
  const inner = waczOf({ "b.warc": pageRecord("b") });
  const holding = (more: Partial<Parameters<typeof zip>[0][number]>): Buffer =>
    zip([stored, { name: "b.wacz", bytes: inner, ...more }]);
  const nested = (depth: number): Buffer =>
    depth === 0 ? inner : holding({ bytes: nested(depth - 1) });
  /** Returns a zip in which the first header of a kind has other bytes. */
  const changed = (first: object, mark: string, at: number, value: number): Buffer => {
    const bytes = zip([{ ...stored, ...first }, other]);
    bytes.writeUInt32LE(value, bytes.indexOf(mark) + at);
    return bytes;
  };
  const empty = Buffer.alloc(0);
  const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `x/${at}`, bytes: empty }));
  const [ENTRY, LOCAL] = ["PK\u0001\u0002", "PK\u0003\u0004"];
  it.each<[string, Buffer, string, ...string[]]>([
    [
      "a wrong count",
      zip([stored, other], { count: 1 }),
      "a b",
      "the end of the zip counts 1 members",
    ],
    [
      "a name twice",
      zip([{ ...other, name: stored.name }, stored]),
      "a",
      "a.warc: the zip has 2 m",
    ],
    ["a name outside", zip([stored, { ...other, name: "../b.warc" }]), "a", "its name leads out"],
    ["two sizes", changed({}, ENTRY, 20, 9), "b", "its two sizes in the zip's directory differ"],
    ["no member there", changed({}, LOCAL, 0, 0), "b", "(invalid local file header"],
    ["damaged data", changed({ deflate: true }, LOCAL, 44, -1 >>> 0), "b", "empty", "its data in"],
    ["a WACZ within", holding({}), "a b"],
    ["too many members", zip([stored, ...many], { zip64: true }), "a", "more than 100000 members"],
    ["a compressed WACZ within", holding({ deflate: true }), "a", "b.wacz: a compressed WACZ"],
    ["an encrypted WACZ within", holding({ encrypted: true }), "a", "!/b.wacz: it is encrypted"],
    ["a damaged WACZ within", holding({ bytes: inner.subarray(9) }), "a", "a.wacz!/b.wacz: "],
    ["WACZ files four deep", nested(4), "a a a a b"],
    ["WACZ files five deep", nested(5), "a a a a a", "files within each other, more than 4 deep"],
  ])("is read as far as it can be, with %s", async (_, bytes, pages, ...damages) => {
    const [found, told] = await read(bytes);
    expect(found.join(" ")).toEqual(pages);
    expect(told).toEqual(damages.map((text) => expect.stringContaining(text) as string));
  });

  it("opens a member by its place, whatever its name, and says which one is absent", async () => {
    const name = "a.wacz!/b.warc";
    const path = join(folderWith({ "a.wacz": zip([{ name, bytes: second }]) }), "a.wacz");
    const file = await openPlace(`${path}!/${name}`);
    expect(file.size).toBe(second.length);
    await file.close();
    await expect(openPlace(`${path}!/c.warc`)).rejects.toThrow(`there is no c.warc in ${path}`);
    await expect(openPlace(`${path}!/c.wacz!/d.warc`)).rejects.toThrow("there is no c.wacz in it");
  });

  it.each(["gz", ""])("reports a WACZ with a stored member of another checksum: %j", async (gz) => {
    // The member is longer than a single read, so that a reader skips a part of it.
    const large = warcRecord(
      {
        type: "resource",
        uri: "http://x.example/a.bin",
        date: "2013-01-01T00:00:00Z",
        fields: [["Content-Type", "image/png"]],
      },
      Buffer.alloc(5 << 20, "x"),
    );
    const records = [pageRecord("a"), large, pageRecord("b")];
    const bytes = Buffer.concat(gz === "" ? records : records.map(gzip));
    const name = `archive/a.warc${gz === "" ? "" : ".gz"}`;
    expect(await read(zip([{ name, bytes }]))).toEqual([["a", "b"], []]);
    expect(await read(zip([{ name, bytes, crc: 1 }]))).toEqual([
      ["a", "b"],
      [`a.wacz!/${name}: its length or checksum is not that in the zip's directory`],
    ]);
  });
});
