import { describe, expect, it } from "vitest";
import { parseTimeMap } from "../../../src/read/timemaps/load.js";

const TIMEMAP =
  '<http://a.example/caf\u00e9>; rel="original",\n' +
  "<http://archive.example/20100101000000/http://a.example/caf\u00e9>;" +
  ' rel="memento"; datetime="Fri, 01 Jan 2010 00:00:00 GMT"';

describe("the characters of a TimeMap", () => {
  it.each<[sent: BufferEncoding, said: string | undefined]>([
    ["latin1", "application/link-format;charset=ISO-8859-1"],
    ["latin1", "application/link-format"],
    ["latin1", undefined],
    ["utf8", "application/link-format"],
    ["utf8", "application/link-format; charset=utf-8"],
    // Servlets declare this charset for all their content.
    ["utf8", "application/link-format;charset=ISO-8859-1"],
    ["utf16le", "application/link-format; charset=utf-16le"],
  ])("reads the characters of a TimeMap sent in %s with the Content-Type %s", (sent, said) => {
    const read = parseTimeMap(Buffer.from(TIMEMAP, sent), said, "");
    expect(read).toMatchObject({
      mementos: [{ uriM: "http://archive.example/20100101000000/http://a.example/caf\u00e9" }],
    });
  });

  it("keeps the other characters of a TimeMap that is cut off within a character", () => {
    const bytes = Buffer.from(`${TIMEMAP},\n<http://archive.example/20110101000000/caf\u00e9`);
    expect(parseTimeMap(bytes.subarray(0, -1), undefined, "")).toMatchObject({
      mementos: [{ uriM: "http://archive.example/20100101000000/http://a.example/caf\u00e9" }],
    });
  });
});
