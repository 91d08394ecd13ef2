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

  it.each<[string, Buffer[], string[]]>([
    [
      "a page before the text",
      [pageRecord("two"), text()],
      ["memento http://two.example/", "skipped conversion record"],
    ],
    [
      "a capture of no page before the text",
      [warcRecord({ uri: "dns:a", date: A_DATE }, "x"), text()],
      ["skipped dns record", `memento ${URI}`],
    ],
    [
      "a request before the text",
      [warcRecord({ type: "request", uri: URI, date: A_DATE }, "x"), text()],
      ["skipped request record", `memento ${URI}`],
    ],
    [
      "a text before the page",
      [text(), pageRecord("two")],
      [`memento ${URI}`, "memento http://two.example/"],
    ],
    ["a conversion to another type", [text({}, "text/html")], ["skipped conversion record"]],
    ["a text of no page", [text({ uri: "urn:x:y" })], ["skipped conversion record"]],
    [
      "a text without a date",
      [warcRecord({ type: "conversion", uri: URI, fields: [["Content-Type", "text/plain"]] }, "x")],
      [
        expect.stringMatching(
          /^damage at \d+: a text record \(conversion\) with no WARC-Date$/u,
        ) as string,
      ],
    ],
    [
      "a browser's text as a conversion record",
      [text({ uri: `urn:textFinal:${URI}` })],
      [`memento ${URI}`],
    ],
    [
      "a browser's text beside a page",
      [pageRecord("two"), text({ type: "resource", uri: `urn:text:${URI}` })],
      [
        "memento http://two.example/",
        "skipped text that a browser showed (--text rendered reads it)",
      ],
    ],
  ])("is known by its first capture or text: %s", async (_, records, expected) => {
    expect(await read(...records)).toEqual(expected);
  });

  it.each([
    [
      "is cut off",
      text({ length: 999 }).subarray(0, -9),
      undefined,
      /^cut off: 5 bytes of its record are there \(.*a\.warc, byte 0\)$/u,
    ],
    [
      "is too long",
      text(),
      9,
      /^the text has 10 bytes, more than the 9 that are read \(--set max-page-size\)$/u,
    ],
    ["is just not too long", text(), 10, undefined],
  ] as const)("has no text of a record that %s", async (_, bytes, maxPageBytes, trouble) => {
    const [item] = ofKind(
      await readBytes(bytes, maxPageBytes === undefined ? {} : { maxPageBytes }),
      "memento",
    );
    expect(item?.body.trouble).toEqual(
      trouble && { message: expect.stringMatching(trouble) as string },
    );
  });
});
