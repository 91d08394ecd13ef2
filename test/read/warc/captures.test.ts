import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildPdf } from "../../support/pdf-builder.js";
import {
  A_DATE,
  arcFile,
  arcRecord,
  type FieldList,
  http,
  ofKind,
  outline,
  page,
  pageRecord,
  pagesOf,
  PACKING_NAMES,
  PACKINGS,
  readBytes,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";

const URI = "http://seed.example/";
const record = (parts: RecordParts, block: string | Uint8Array) =>
  readBytes(warcRecord({ uri: URI, date: A_DATE, ...parts }, block));

describe("a response record", () => {
  it("reads a response record as a memento with the fields of the record and its HTTP head", async () => {
    const [memento] = ofKind(
      await record(
        {
          fields: [
            ["WARC-Record-ID", "<urn:uuid:11111111-2222-3333-4444-555555555555>"],
            ["WARC-Payload-Digest", "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"],
          ],
        },
        http(page("x"), {
          contentType: "Text/HTML; charset=utf-8",
          fields: [
            ["Transfer-Encoding", "chunked"],
            ["Content-Encoding", "gzip"],
            ["content-encoding", "br"],
          ],
        }),
      ),
      "memento",
    );
    expect(memento?.capture).toEqual({
      uriR: URI,
      mementoDatetime: "2012-06-01T10:20:30Z",
      status: 200,
      contentType: "Text/HTML; charset=utf-8",
      recordId: "urn:uuid:11111111-2222-3333-4444-555555555555",
      digest: "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
      source: { file: expect.stringMatching(/a\.warc$/u) as string, offset: 0 },
    });
    expect(memento?.body).toMatchObject({
      transferEncoding: "chunked",
      contentEncoding: "gzip, br",
    });
  });

  it.each(["image/png", "application/json", "application/pdf", "text/css"])(
    "counts a response of the known type %s under that type",
    async (contentType) => {
      const items = await record({}, http(page("x"), { contentType }));
      expect(outline(items)).toEqual([
        `other ${URI}: not HTML: ${contentType.startsWith("image") ? "image/*" : contentType}`,
      ]);
    },
  );

  it.each([
    ["text/plain", "text/plain"],
    ["application/octet-stream", "application/octet-stream"],
    ["text/xml", "text/xml"],
    ["application/force-download", "application/*"],
    ["httpd/unix-directory", "another type"],
  ])(
    "counts HTML of type %s, says that it looks like HTML, and reads it with text",
    async (contentType, reason) => {
      for (const [body, fields] of [
        [page("x"), []],
        [gzipSync(page("x")), [["Content-Encoding", "gzip"]]],
      ] as const) {
        const block = http(body, { contentType, fields });
        expect(outline(await record({}, block))).toEqual([
          `other ${URI}: not HTML: ${reason} (looks like HTML: give --formats html,text)`,
        ]);
        const formats = ["html", "text"] as const;
        const items = await readBytes(warcRecord({ uri: URI, date: A_DATE }, block), { formats });
        expect(ofKind(items, "memento")).toHaveLength(1);
      }
    },
  );

  const PDF = buildPdf(["The lamps of the harbour museum."]);
  it.each<[string, Uint8Array, FieldList]>([
    ["as it is", PDF, []],
    ["in gzip", gzipSync(PDF), [["Content-Encoding", "gzip"]]],
    ["in deflate", deflateSync(PDF), [["Content-Encoding", "deflate"]]],
    ["in raw deflate", deflateRawSync(PDF), [["Content-Encoding", "deflate"]]],
    ["in Brotli", brotliCompressSync(PDF), [["Content-Encoding", "br"]]],
    ["in gzip that no header names", gzipSync(PDF), []],
    [
      "in chunks",
      Buffer.concat([
        Buffer.from(`${PDF.length.toString(16)}\r\n`),
        PDF,
        Buffer.from("\r\n0\r\n\r\n"),
      ]),
      [["Transfer-Encoding", "chunked"]],
    ],
  ])("counts a PDF that is declared as HTML by what it is: %s", async (_, body, fields) => {
    const block = http(body, { contentType: "text/html; charset=utf-8", fields });
    expect(outline(await record({}, block))).toEqual([
      `other ${URI}: not HTML: PDF declared as text/html`,
    ]);
    const formats = ["html", "pdf"] as const;
    const items = await readBytes(warcRecord({ uri: URI, date: A_DATE }, block), { formats });
    expect(ofKind(items, "memento")).toHaveLength(1);
  });

  it.each([404, 500, 204, 206])(
    "accepts a response with status %i as a memento",
    async (status) => {
      const statusLine = `HTTP/1.1 ${status} Something`;
      const [memento] = ofKind(await record({}, http(page("x"), { statusLine })), "memento");
      expect(memento?.capture.status).toBe(status);
    },
  );

  it("accepts a response without an HTTP head as a page, with a note", async () => {
    const [memento] = ofKind(await record({}, page("x")), "memento");
    expect(memento?.capture).toMatchObject({ notes: [expect.stringMatching(/no HTTP status/u)] });
    expect(Buffer.from(memento!.body.bytes).toString()).toBe(page("x"));
  });

  it("notes that the crawler truncated or segmented a response", async () => {
    const fields: FieldList = [
      ["WARC-Truncated", "length"],
      ["WARC-Segment-Number", "1"],
    ];
    const [memento] = ofKind(await record({ fields }, http(page("x"))), "memento");
    expect(memento?.capture.notes).toEqual([
      "the crawler cut this capture off (length)",
      "only segment 1 of this capture",
    ]);
  });

  it("writes a row for a response larger than --set max-page-size", async () => {
    const bytes = warcRecord({ uri: URI, date: A_DATE }, http("x".repeat(2000)));
    for (const packing of PACKING_NAMES) {
      const file = PACKINGS[packing]([bytes, pageRecord("next")]);
      const items = await readBytes(file, { maxPageBytes: 1999 });
      expect(outline(items)).toEqual([
        `missed ${URI}: the page has 2000 bytes, more than the 1999 that are read (--set max-page-size)`,
        "memento http://next.example/",
      ]);
      expect(ofKind(await readBytes(file, { maxPageBytes: 2000 }), "memento")).toHaveLength(2);
    }
  });
});

describe("a capture with an impossible or no date, as in ClueWeb09", () => {
  const WRONG = "2009-03-65T08:43:19-0800";
  const DATED = http(page("a"), {
    fields: [["Date", "Tue, 13 Jan 2009 18:05:10 GMT"]],
    lineEnd: "\n",
  });
  const CLUE_WEB: RecordParts = {
    ...{ uri: URI, date: WRONG, version: "WARC/0.18", lineEnd: "\n" },
    fields: [["WARC-Identified-Payload-Type", ""]],
  };
  const ARC = arcRecord(URI, DATED, { date: "20090365000000" });
  it.each([
    [`the impossible WARC-Date "${WRONG}"`, warcRecord(CLUE_WEB, DATED)],
    ["no WARC-Date", warcRecord({ uri: URI }, DATED)],
    ['the impossible WARC-Date "20090365000000"', Buffer.concat([arcFile(1), ARC])],
  ])("has the date of its HTTP head, with a note: %s", async (why, file) => {
    const [memento] = ofKind(await readBytes(file), "memento");
    const notes = [`${why}: the HTTP Date header is used`];
    expect(memento?.capture).toMatchObject({ mementoDatetime: "2009-01-13T18:05:10Z", notes });
  });
});

describe("a redirect", () => {
  const moved = (location: string | undefined, status = 302): Buffer =>
    http("", {
      statusLine: `HTTP/1.1 ${status} Found`,
      fields: location === undefined ? [] : [["Location", location]],
    });

  it.each([
    ["http://other.example/x", "http://other.example/x"],
    ["/path", "http://seed.example/path"],
    ["//other.example/", "http://other.example/"],
    [undefined, undefined],
    ["http://[broken", undefined],
    ["ftp://other.example/", undefined],
  ])("reads the redirect to %j with the target %j", async (location, expected) => {
    const [redirect] = ofKind(await record({}, moved(location)), "redirect");
    expect(redirect?.location).toBe(expected);
    expect(redirect?.capture.status).toBe(302);
  });

  it("skips a redirect or accepts it as a memento, according to the user's choice", async () => {
    const bytes = warcRecord({ uri: URI, date: A_DATE }, moved("/x"));
    expect(outline(await readBytes(bytes, { redirects: "skip" }))).toEqual([
      "skipped redirect (--set redirects=skip)",
    ]);
    expect(outline(await readBytes(bytes, { redirects: "as-mementos" }))).toEqual([
      `memento ${URI}`,
    ]);
  });
});

describe("a revisit", () => {
  const profile = (name: string, version = "1.0"): FieldList => [
    ["WARC-Profile", `http://netpreserve.org/warc/${version}/revisit/${name}`],
  ];
  const head = (parts: Parameters<typeof http>[1] = {}): Buffer => http("", parts);
  const revisit = (fields: FieldList, block: string | Uint8Array) =>
    record({ type: "revisit", fields }, block);

  it("reads a revisit with HTTP headers only that refers to its original", async () => {
    const items = await revisit(
      [
        ...profile("identical-payload-digest", "1.1"),
        ["WARC-Payload-Digest", "sha1:AAAA"],
        ["WARC-Refers-To", "<urn:uuid:0>"],
        ["WARC-Refers-To-Target-URI", "<http://other.example/>"],
        ["WARC-Refers-To-Date", "2011-01-02"],
      ],
      head(),
    );
    expect(ofKind(items, "revisit")[0]).toMatchObject({
      capture: { uriR: URI, status: 200, contentType: "text/html" },
      target: {
        profile: "identical-payload-digest",
        recordId: "urn:uuid:0",
        uriR: "http://other.example/",
        mementoDatetime: "2011-01-02T00:00:00Z",
        digest: "sha1:AAAA",
      },
    });
  });

  it("reads a revisit of a redirect as a redirect, if redirects are followed", async () => {
    const bytes = warcRecord(
      { type: "revisit", uri: URI, date: A_DATE, fields: profile("identical-payload-digest") },
      head({ statusLine: "HTTP/1.1 301 Moved", fields: [["Location", "/new"]] }),
    );
    expect(outline(await readBytes(bytes))).toEqual([`redirect ${URI} http://seed.example/new`]);
    expect(outline(await readBytes(bytes, { redirects: "skip" }))).toEqual([
      "skipped redirect (--set redirects=skip)",
    ]);
    expect(outline(await readBytes(bytes, { redirects: "as-mementos" }))).toEqual([
      `revisit ${URI} identical-payload-digest`,
    ]);
  });
});

describe("a resource record", () => {
  const resource = (uri: string, contentType: string) =>
    record({ type: "resource", uri, fields: [["Content-Type", contentType]] }, page("x"));

  it("reads a resource record of an HTML page as a memento without a status", async () => {
    const [memento] = ofKind(await resource(URI, "text/html"), "memento");
    expect(memento?.capture).toMatchObject({ uriR: URI, contentType: "text/html" });
    expect(memento?.capture.status).toBeUndefined();
    expect(Buffer.from(memento!.body.bytes).toString()).toBe(page("x"));
  });

  it.each(["urn:view:http://seed.example/", "screenshot:http://seed.example/"])(
    "does not accept a resource record of %s as a page",
    async (uri) => {
      expect(outline(await resource(uri, "text/html"))).toEqual([
        "skipped resource record of something that is not a page",
      ]);
    },
  );
});

describe("an ARC file", () => {
  const block = http(page("one"));
  const records = [
    arcRecord("http://one.example/", block),
    arcRecord("http://two.example/a b c.html", http(page("two"))),
    arcRecord("dns:one.example", "20050607080910\none.example. A 192.0.2.1\n", {
      type: "text/dns",
    }),
    arcRecord("http://image.example/", http("GIF89a", { contentType: "image/gif" }), {
      type: "image/gif",
    }),
    arcRecord("http://bare.example/", page("bare")),
    arcRecord("http://alexa.example/", "some data\n", { type: "alexa/dat" }),
  ];
  const expected = [
    "skipped warcinfo record",
    "memento http://one.example/",
    "memento http://two.example/a%20b%20c.html",
    "skipped dns record",
    "other http://image.example/: not HTML: image/*",
    "memento http://bare.example/",
    "other http://alexa.example/: not HTML: another type",
  ];

  it.each(PACKING_NAMES)(
    "reads an ARC file of version 1 in which URLs have spaces, pages have no headers and there is other data: %s",
    async (packing) => {
      const items = await readBytes(PACKINGS[packing]([arcFile(1), ...records]), {
        name: "a.arc.gz",
      });
      expect(outline(items)).toEqual(expected);
      expect(ofKind(items, "memento")[0]?.capture).toMatchObject({
        mementoDatetime: "2005-06-07T08:09:10Z",
        status: 200,
        contentType: "text/html",
      });
    },
  );

  it("reads the five additional fields in the lines of an ARC file of version 2", async () => {
    const record2 = arcRecord("http://one.example/", block, {
      middle: "200 a1b2c3 - 1234 a.arc.gz",
    });
    const items = await readBytes(Buffer.concat([arcFile(2), record2]));
    expect(pagesOf(items)).toEqual([["one", page("one")]]);
  });

  it.each([-40, 30, 100_000])(
    "loses no record of an ARC file with a length that is off by %i",
    async (off) => {
      const wrong = arcRecord("http://one.example/", block, { length: block.length + off });
      const items = await readBytes(Buffer.concat([arcFile(1), wrong, records[1]!]));
      expect(
        ofKind(items, "memento").map(({ body }) => Buffer.from(body.bytes).toString()),
      ).toEqual([page("one"), page("two")]);
    },
  );
});
