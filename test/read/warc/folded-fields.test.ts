import { describe, expect, test } from "vitest";
import {
  A_DATE,
  ofKind,
  page,
  PACKING_NAMES,
  PACKINGS,
  pageRecord,
  pagesOf,
  readBytes,
  warcRecord,
} from "../../support/warc-builder.js";

/** Ways in which a program may fold the value of a field. */
const FOLDS: readonly (readonly [string, (value: string) => string])[] = [
  ["behind an empty first line, with a tab", (value) => `\r\n\t${value}`],
  ["behind an empty first line, with spaces", (value) => `\r\n    ${value}`],
  ["behind several empty lines", (value) => `\r\n \r\n\t\r\n ${value}`],
  ["in LF only", (value) => `\n\t${value}`],
  ["in the middle", (value) => `${value.slice(0, 5)}\r\n ${value.slice(5)}`],
  ["in three lines", (value) => `\r\n\t${value.slice(0, 3)}\r\n\t${value.slice(3)}\r\n `],
];

const FIELDS = ["WARC-Type", "WARC-Target-URI", "WARC-Date", "WARC-Record-ID", "Content-Length"];

/** Returns the record with the value of a field of its header folded. */
function folded(record: Buffer, name: string, fold: (value: string) => string): Buffer {
  const text = record.toString("latin1");
  const [before, value] = new RegExp(`^${name}: ?(.*?)(?=\\r\\n)`, "mu").exec(text)!;
  return Buffer.from(
    text.replace(before, () => `${name}:${fold(value!)}`),
    "latin1",
  );
}

describe.each(FOLDS)("a field that is folded %s", (_, fold) => {
  test.each(FIELDS)("keeps the record: %s", async (name) => {
    for (const packing of PACKING_NAMES) {
      const records = [
        pageRecord("one"),
        folded(pageRecord("two"), name, fold),
        pageRecord("three"),
      ];
      const items = await readBytes(PACKINGS[packing](records));
      expect(pagesOf(items)).toEqual(["one", "two", "three"].map((each) => [each, page(each)]));
      expect(ofKind(items, "damage")).toEqual([]);
      const ids = ofKind(items, "memento").map(({ capture }) => capture.recordId);
      expect(ids[1]).toMatch(/^urn:uuid:[\da-f-]{36}$/u);
      expect(ofKind(items, "memento")[1]?.capture.mementoDatetime).toBe(A_DATE);
    }
  });

  test("is read in an HTTP head: Location and Content-Type", async () => {
    const [redirect, html] = [
      `HTTP/1.1 302 Found\r\nLocation:${fold("/moved/here")}\r\n\r\n`,
      `HTTP/1.1 200 OK\r\nContent-Type:${fold("")}text/html\r\n\r\n<p>one`,
    ];
    const parts = { uri: "http://one.example/", date: A_DATE };
    const items = await readBytes(
      Buffer.concat([warcRecord(parts, redirect), warcRecord(parts, html)]),
    );
    expect(ofKind(items, "redirect")[0]?.location).toBe("http://one.example/moved/here");
    expect(ofKind(items, "memento")[0]?.capture.contentType).toBe("text/html");
  });
});
