import { WARCParser } from "warcio";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  gzip,
  outline,
  page,
  pageRecord,
  pagesOf,
  PACKING_NAMES,
  PACKINGS,
  readBytes,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";

const NAMES = ["one", "two", "three"];
const three = NAMES.map((name) => pageRecord(name));
const allThree = NAMES.map((name) => [name, page(name)]);

/** Returns the pages that the warcio package reads from the same bytes. */
async function warcioPages(bytes: Uint8Array): Promise<(readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  for await (const record of new WARCParser(chunks)) {
    if (record.warcType !== "response") continue;
    const name = new URL(record.warcTargetURI ?? "").hostname.replace(".example", "");
    found.push([name, await record.contentText()]);
  }
  return found;
}

/** Cases in which the warcio package loses data. This reader must report everything that it cannot read. */
describe("records that the warcio package reads or loses", () => {
  it.each(PACKING_NAMES)("reads the same records as the warcio package: %s", async (packing) => {
    const file = PACKINGS[packing]([warcinfo(), ...three]);
    const items = await readBytes(file);
    expect(pagesOf(items)).toEqual(allThree);
    expect(pagesOf(items)).toEqual(await warcioPages(file));
    expect(items).toHaveLength(4);
  });

  it.each(["\r\n", "\r\n\r\n\r\n", "\n"])(
    "reads all records with additional bytes %j inside of a gzip member",
    async (extra) => {
      const file = Buffer.concat(
        three.map((record) => gzip(Buffer.concat([record, Buffer.from(extra)]))),
      );
      const items = await readBytes(file);
      expect(pagesOf(items)).toEqual(allThree);
      expect(items).toHaveLength(3);
    },
  );

  it.each([1, 7, 512, 100_000])(
    "reads all records with %i bytes of zero padding between members",
    async (zeros) => {
      const padding = Buffer.alloc(zeros);
      const members = three.flatMap((record) => [gzip(record), padding]);
      const items = await readBytes(Buffer.concat(members));
      expect(pagesOf(items)).toEqual(allThree);
      expect(items).toHaveLength(3);
    },
  );

  it("reads a header block without terminator or body, an empty block, and the record after them", async () => {
    const headOnly = warcRecord(
      { uri: "http://head.example/", date: A_DATE },
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n",
    );
    const empty = warcRecord({ uri: "http://empty.example/", date: A_DATE }, "");
    const items = await readBytes(Buffer.concat([headOnly, empty, three[0]!]));
    expect(outline(items)).toEqual([
      "memento http://head.example/",
      "missed http://empty.example/: its record is empty",
      "memento http://one.example/",
    ]);
    expect(pagesOf(items)[0]).toEqual(["head", ""]);
  });

  it("reads records with invalid bytes in their headers", async () => {
    const record = pageRecord("one", { fields: [["X-Latin", "caf\u{e9}"]] });
    const latin = Buffer.from(
      record.toString("latin1").replace("caf\u{c3}\u{a9}", "caf\u{e9}"),
      "latin1",
    );
    const http09 = Buffer.from(
      latin
        .toString("latin1")
        .replace("Content-Type: text", "X-Bad: \u{ff}\u{fe}\r\nContent-Type: text"),
      "latin1",
    );
    for (const bytes of [latin, http09]) {
      expect(pagesOf(await readBytes(Buffer.concat([bytes, three[1]!])))).toHaveLength(2);
    }
  });
});
