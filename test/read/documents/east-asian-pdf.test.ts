import { describe, expect, it } from "vitest";
import { pdfParagraphs } from "../../../src/read/documents/pdf-text.js";
import { buildEastAsianPdf } from "../../support/pdf-builder.js";

const utf16 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

describe("an East Asian PDF whose font has no Unicode table", { timeout: 60_000 }, () => {
  it.each([
    ["UniGB-UCS2-H", "GB1", utf16("灯塔博物馆"), "灯塔博物馆"],
    ["GBK-EUC-H", "GB1", "b5c6cbfe", "灯塔"],
    ["UniCNS-UTF16-H", "CNS1", utf16("燈塔博物館"), "燈塔博物館"],
    ["90ms-RKSJ-H", "Japan1", "939491e4", "灯台"],
    ["UniJIS-UTF16-V", "Japan1", utf16("灯台"), "灯台"],
    ["KSCms-UHC-H", "Korea1", "b5eeb4eb", "등대"],
  ] as const)(
    "reads an East Asian PDF without a Unicode table in %s by Adobe's table",
    async (encoding, ordering, codes, text) => {
      const pdf = buildEastAsianPdf(encoding, ordering, [codes]);
      expect(await pdfParagraphs(new Uint8Array(pdf), 1000)).toEqual([text]);
    },
  );
});
