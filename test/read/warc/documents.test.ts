import { describe, expect, it } from "vitest";
import {
  A_DATE,
  type FieldList,
  http,
  outline,
  page,
  readBytes,
  warcRecord,
} from "../../support/warc-builder.js";

const ID = (name: string): string => `<urn:uuid:${name}>`;

function response(uri: string, fields: FieldList = [], statusLine = "HTTP/1.1 200 OK"): Buffer {
  return warcRecord({ uri, date: A_DATE, fields }, http(page("one"), { statusLine }));
}

function request(uri: string, head: string, fields: FieldList = []): Buffer {
  return warcRecord({ type: "request", uri, date: A_DATE, fields }, `${head}\r\nHost: a\r\n\r\n`);
}

const read = async (...records: Buffer[]): Promise<string[]> =>
  outline(await readBytes(Buffer.concat(records), { documentsOnly: true }));

const A = "http://a.example/";
const B = "http://b.example/";
const PAGE_A = `memento ${A}`;
const PAGE_B = `memento ${B}`;
const REQUEST = "skipped request record";
const POSTED = `other ${A}: no document: answer to a request other than GET (--pages html judges it)`;

describe("--pages document", () => {
  describe.each([
    ["before its response (wget)", (one: Buffer, two: Buffer) => [two, one]],
    ["after its response (warcio, Heritrix)", (one: Buffer, two: Buffer) => [one, two]],
  ])("with a request record %s", (_, ordered) => {
    const linked = [
      ["named by the response", [["WARC-Concurrent-To", ID("r")]], [["WARC-Record-ID", ID("r")]]],
      ["naming the response", [["WARC-Record-ID", ID("a")]], [["WARC-Concurrent-To", ID("a")]]],
      ["of the same URI", [], []],
    ] as const;

    it.each(linked)(
      "--pages document leaves out the answer to a POST with a request record %s",
      async (_how, ofResponse, ofRequest) => {
        const pair = ordered(response(A, ofResponse), request(A, "POST / HTTP/1.1", ofRequest));
        const found = await read(...pair, response(B));
        expect(found.toSorted()).toEqual([PAGE_B, POSTED, REQUEST].toSorted());
      },
    );

    it.each(linked)(
      "--pages document keeps the answer to a GET with a request record %s",
      async (_how, ofResponse, ofRequest) => {
        const pair = ordered(response(A, ofResponse), request(A, "GET / HTTP/1.1", ofRequest));
        expect((await read(...pair)).toSorted()).toEqual([PAGE_A, REQUEST].toSorted());
      },
    );

    it.each([
      ["image", false],
      ["iframe", false],
      ["empty", false],
      ["document", true],
    ])(
      "--pages document decides whether to keep an answer that a browser requested as %s: %s",
      async (destination, isKept) => {
        const head = `GET / HTTP/1.1\r\nSec-Fetch-Dest: ${destination}`;
        const found = await read(...ordered(response(A), request(A, head)));
        expect(found.includes(PAGE_A)).toBe(isKept);
        if (!isKept)
          expect(found).toContain(`other ${A}: no document: part of a page (Sec-Fetch-Dest)`);
      },
    );
  });

  it.each([
    ["document", true],
    ["page", true],
    ["Document", true],
    ["image", false],
    ["xhr", false],
    ["fetch", false],
  ])(
    "--pages document decides whether to keep a capture with WARC-Resource-Type %s: %s",
    async (type, isKept) => {
      const found = await read(response(A, [["WARC-Resource-Type", type]]));
      expect(found).toEqual([
        isKept ? PAGE_A : `other ${A}: no document: part of a page (WARC-Resource-Type)`,
      ]);
    },
  );

  it.each([
    "robots.txt",
    "img/favicon.ico",
    "news/sitemap_index.xml",
    "apple-touch-icon-120x120.png",
  ])("--pages document leaves out /%s, because it is for programs", async (path) => {
    expect(await read(response(`${A}${path}`, [], "HTTP/1.1 404 Not Found"))).toEqual([
      `other ${A}${path}: no document: robots.txt, favicon.ico, sitemap.xml and the like`,
    ]);
  });

  it.each(["logo.png?v=2", "main.css", "app.js", "font.woff2", "film.mp4"])(
    "--pages document leaves out an HTML error at /%s, and keeps an HTML page there",
    async (path) => {
      expect(await read(response(`${A}${path}`, [], "HTTP/1.1 404 Not Found"))).toEqual([
        `other ${A}${path}: no document: an error in place of an image, script or style`,
      ]);
      expect(await read(response(`${A}${path}`))).toEqual([`memento ${A}${path}`]);
    },
  );

  it("--pages document leaves out a POST that ArchiveWeb.page has encoded in the URI", async () => {
    const uri = `${A}api?__wb_method=POST&q=1`;
    expect(await read(response(uri))).toEqual([
      `other ${uri}: no document: answer to a request other than GET (--pages html judges it)`,
    ]);
    expect(await read(response(`${A}?__wb_method=GET`))).toHaveLength(1);
  });
});
