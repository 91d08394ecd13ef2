import { describe, expect, it } from "vitest";
import {
  A_DATE,
  type FieldList,
  ofKind,
  outline,
  pageRecord,
  readBytes,
  type RecordParts,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";

const URI = "http://one.example/";
const NOTE = "text only: a conversion record, as in WET files";
const text = (parts: RecordParts = {}, type = "text/plain"): Buffer => {
  const fields: FieldList = [["Content-Type", type], ...(parts.fields ?? [])];
  return warcRecord({ type: "conversion", uri: URI, date: A_DATE, ...parts, fields }, "The lamps.");
};
const read = async (...records: Buffer[]): Promise<string[]> =>
  outline(await readBytes(Buffer.concat([warcinfo(), ...records]))).slice(1);

describe("a file of texts, as WET files are", () => {
  it("has a page in each conversion record of text", async () => {
    const refersTo: FieldList = [["WARC-Refers-To", "<urn:uuid:7>"]];
    const [first, second] = ofKind(
      await readBytes(Buffer.concat([text({ fields: refersTo }), text()])),
      "memento",
    );
    expect(first).toMatchObject({
      capture: { uriR: URI, mementoDatetime: A_DATE, contentType: "text/plain", notes: [NOTE] },
      textOf: { kind: "conversion", recordId: "urn:uuid:7" },
      body: { format: "text", lines: "titled" },
    });
    expect(Buffer.from(first!.body.bytes).toString()).toBe("The lamps.");
    expect(first!.body).not.toHaveProperty("trouble");
    expect(second?.textOf).toEqual({ kind: "conversion" });
  });

  const PAGE = pageRecord("two");
  const IS_PAGE = "memento http://two.example/";
  const IS_TEXT = `memento ${URI}`;
  const SKIPPED = "skipped conversion record";
  const before = (type: string, uri: string): Buffer =>
    warcRecord({ type, uri, date: A_DATE }, "x");
  const shown = (type: string): Buffer => text({ type, uri: `urn:textFinal:${URI}` });
  it.each<[string, Buffer[], ...string[]]>([
    ["a page before the text", [PAGE, text()], IS_PAGE, SKIPPED],
    ["no page before", [before("response", "dns:a"), text()], "skipped dns record", IS_TEXT],
    ["a request before it", [before("request", URI), text()], "skipped request record", IS_TEXT],
    ["a text before the page", [text(), PAGE], IS_TEXT, IS_PAGE],
    ["a conversion to another type", [text({}, "text/html")], SKIPPED],
    ["a text of no page", [text({ uri: "urn:x:y" })], SKIPPED],
    ["no date", [text({ date: "2012" }), text({ date: "x" })], IS_TEXT, "the impossible"],
    ["a browser's text as a conversion", [shown("conversion")], IS_TEXT],
    ["a page before it", [PAGE, shown("resource")], IS_PAGE, "skipped text that"],
  ])("is known by its first capture or text: %s", async (_, records, ...expected) => {
    const lines = await read(...records);
    expect(lines).toEqual(expected.map((part) => expect.stringContaining(part) as string));
  });

  it.each([
    [
      "is cut off",
      text({ length: 999 }).subarray(0, -9),
      undefined,
      /^cut off: 5 bytes of its record are there \(.*a\.warc, byte 0\)$/u,
    ],
    ["is too long", text(), 9, /^the text has 10 bytes, more than the 9 that are read/u],
    ["is just not too long", text(), 10, undefined],
  ] as const)("has no text of a record that %s", async (_, bytes, maxPageBytes, trouble) => {
    const [item] = ofKind(
      await readBytes(bytes, maxPageBytes === undefined ? {} : { maxPageBytes }),
      "memento",
    );
    expect(item?.body.trouble).toEqual(trouble && expect.stringMatching(trouble));
  });
});
