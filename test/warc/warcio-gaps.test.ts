import { deflateRawSync, deflateSync, gzipSync, brotliCompressSync } from "node:zlib";
import { WARCParser } from "warcio";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  arcFile,
  arcRecord,
  gzip,
  http,
  ofKind,
  outline,
  PACKING_NAMES,
  PACKINGS,
  page,
  pageRecord,
  pagesOf,
  warcinfo,
  warcRecord,
} from "../support/warc-builder.js";
import { readBytes } from "./read.js";

const three = [pageRecord("a"), pageRecord("b"), pageRecord("c")];
const threePages = ["a", "b", "c"].map((name) => [name, page(name)]);

/** Names and payloads of the responses that the warcio package reads. */
async function byWarcio(bytes: Uint8Array): Promise<(readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  for await (const record of new WARCParser(source)) {
    if (record.warcType !== "response") continue;
    const { hostname } = new URL(record.warcTargetURI ?? "");
    const payload = await record.readFully(true);
    found.push([hostname.replace(".example", ""), new TextDecoder().decode(payload)]);
  }
  return found;
}

describe("what the warcio package reads, this layer reads alike", () => {
  it.each(PACKING_NAMES)("%s", async (packing) => {
    const bytes = PACKINGS[packing]([warcinfo(), ...three]);
    const items = await readBytes(bytes);
    expect(pagesOf(items)).toEqual(threePages);
    expect(await byWarcio(bytes)).toEqual(threePages);
    expect(outline(items)[0]).toBe("skipped warcinfo record");
  });

  it("wget's <uri>", async () => {
    const bytes = pageRecord("a", { uri: "<http://a.example/>" });
    expect(await byWarcio(bytes)).toEqual([["a", page("a")]]);
    expect(pagesOf(await readBytes(bytes))).toEqual([["a", page("a")]]);
  });

  it("a Content-Length of HTTP that is wrong, as crawlers do not look at it", async () => {
    const fields = [["Content-Length", "999999"]] as const;
    const bytes = warcRecord(
      { uri: "http://a.example/", date: A_DATE },
      http(page("a"), { fields }),
    );
    expect(await byWarcio(bytes)).toEqual([["a", page("a")]]);
    expect(pagesOf(await readBytes(bytes))).toEqual([["a", page("a")]]);
  });
});

describe("what the warcio package loses without a word is recovered or reported", () => {
  it("extra CRLFs inside a gzip member", async () => {
    const bytes = Buffer.concat(
      three.map((record) => gzip(Buffer.concat([record, Buffer.from("\r\n\r\n\r\n")]))),
    );
    expect(pagesOf(await readBytes(bytes))).toEqual(threePages);
  });

  it("gzip members, then plain records, then gzip members again", async () => {
    const [a, b, c] = three as [Buffer, Buffer, Buffer];
    const items = await readBytes(Buffer.concat([gzip(a), b, gzip(c)]));
    expect(pagesOf(items)).toEqual(threePages);
    expect(ofKind(items, "damage")).toEqual([]);
  });

  it("a truncated last gzip member is an error row with file, offset and how much was there", async () => {
    const members = three.map(gzip);
    const whole = Buffer.concat(members);
    const start = whole.length - members[2]!.length;
    const items = await readBytes(whole.subarray(0, whole.length - 20));
    expect(pagesOf(items)).toEqual(threePages.slice(0, 2));
    const [missed] = ofKind(items, "missed");
    expect(missed?.capture.uriR).toBe("http://c.example/");
    expect(missed?.capture.source?.offset).toBe(start);
    expect(missed?.problem.stage).toBe("access");
    expect(missed?.problem.message).toMatch(/\d+ of \d+ bytes/u);
    expect(missed?.problem.message).toContain("a.warc");
    expect(missed?.problem.message).toContain(String(start));
  });

  it("a truncated plain file: the last record is an error row, not an empty page", async () => {
    const whole = Buffer.concat(three);
    const items = await readBytes(whole.subarray(0, whole.length - 30));
    expect(pagesOf(items)).toEqual(threePages.slice(0, 2));
    expect(ofKind(items, "missed").map(({ capture }) => capture.uriR)).toEqual([
      "http://c.example/",
    ]);
  });

  it.each([10, 40, 100])(
    "a file cut %i bytes into the last record is never silent",
    async (bytes) => {
      const [a, b, c] = three as [Buffer, Buffer, Buffer];
      for (const packed of [
        Buffer.concat([a, b, c.subarray(0, bytes)]),
        Buffer.concat([gzip(a), gzip(b), gzip(c).subarray(0, bytes)]),
        gzipSync(Buffer.concat([a, b, c]), { level: 0 }).subarray(
          0,
          a.length + b.length + bytes + 15,
        ),
      ]) {
        const items = await readBytes(packed);
        expect(pagesOf(items)).toEqual(threePages.slice(0, 2));
        expect(ofKind(items, "missed").length + ofKind(items, "damage").length).toBe(1);
      }
    },
  );

  it("HTTP headers with LF only keep their body", async () => {
    const block = http(page("a"), { lineEnd: "\n" });
    const items = await readBytes(warcRecord({ uri: "http://a.example/", date: A_DATE }, block));
    expect(pagesOf(items)).toEqual([["a", page("a")]]);
    expect(ofKind(items, "memento")[0]?.capture.status).toBe(200);
  });

  it("an HTTP response without header lines keeps its body", async () => {
    const block = `HTTP/1.1 200 OK\r\n\r\n${page("a")}`;
    const items = await readBytes(warcRecord({ uri: "http://a.example/", date: A_DATE }, block));
    expect(pagesOf(items)).toEqual([["a", page("a")]]);
  });

  it("a body without any HTTP header is a page with a note (HTTP/0.9)", async () => {
    const items = await readBytes(
      warcRecord({ uri: "http://a.example/", date: A_DATE }, page("a")),
    );
    expect(pagesOf(items)).toEqual([["a", page("a")]]);
    const [memento] = ofKind(items, "memento");
    expect(memento?.capture).not.toHaveProperty("status");
    expect(memento?.capture.notes?.join()).toMatch(/HTTP/u);
  });

  it("an HTTP header block without its empty line: an empty page, with a note, and reading goes on", async () => {
    const block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    const items = await readBytes(
      Buffer.concat([warcRecord({ uri: "http://x.example/", date: A_DATE }, block), ...three]),
    );
    expect(pagesOf(items)).toEqual([["x", ""], ...threePages]);
    expect(ofKind(items, "memento")[0]?.capture.notes).toHaveLength(1);
  });

  it("an empty block is an error row, and reading goes on", async () => {
    const items = await readBytes(
      Buffer.concat([warcRecord({ uri: "http://x.example/", date: A_DATE }, ""), ...three]),
    );
    expect(pagesOf(items)).toEqual(threePages);
    expect(ofKind(items, "missed")).toHaveLength(1);
  });

  it.each(PACKING_NAMES)("a Content-Length that is too small, %s", async (packing) => {
    const short = http(page("b")).length - 25;
    const bytes = PACKINGS[packing]([
      pageRecord("a"),
      pageRecord("b", { length: short }),
      pageRecord("c"),
    ]);
    const items = await readBytes(bytes);
    expect(pagesOf(items)).toEqual(threePages);
    expect(ofKind(items, "memento")[1]?.capture.notes?.join()).toMatch(/length/u);
  });

  it.each(PACKING_NAMES)(
    "a Content-Length that is too large does not swallow the next record, %s",
    async (packing) => {
      for (const more of [7, 150, 400, 5000]) {
        const long = http(page("b")).length + more;
        const bytes = PACKINGS[packing]([
          pageRecord("a"),
          pageRecord("b", { length: long }),
          pageRecord("c"),
        ]);
        const items = await readBytes(bytes);
        expect(pagesOf(items), `${more} too many`).toEqual(threePages);
        expect(ofKind(items, "memento")[1]?.capture.notes?.join()).toMatch(/length/u);
      }
    },
  );

  it.each(PACKING_NAMES)(
    "a record without a Content-Length ends where the next begins, %s",
    async (packing) => {
      const bytes = PACKINGS[packing]([
        pageRecord("a"),
        pageRecord("b", { length: null }),
        pageRecord("c"),
      ]);
      expect(pagesOf(await readBytes(bytes))).toEqual(threePages);
    },
  );

  it.each(PACKING_NAMES)(
    "a page that quotes WARC records stays whole when lengths are right, %s",
    async (packing) => {
      const quoted = page("a", `<pre>\r\n\r\n${pageRecord("q").toString()}\r\n\r\n</pre>`);
      const bytes = PACKINGS[packing]([pageRecord("a", {}, quoted), pageRecord("b")]);
      const items = await readBytes(bytes);
      expect(pagesOf(items)).toEqual([
        ["a", quoted],
        ["b", page("b")],
      ]);
    },
  );

  it.each([
    ["gzip", gzipSync(page("a"))],
    ["x-gzip", gzipSync(page("a"))],
    ["GZIP", gzipSync(page("a"))],
    ["deflate", deflateSync(page("a"))],
    ["deflate", deflateRawSync(page("a"))],
    ["br", brotliCompressSync(page("a"))],
    ["gzip", gzipSync(page("a")).subarray(0, 40)],
    ["odd-coding", Buffer.from(page("a"))],
  ])(
    "Content-Encoding %s: body and name of the coding are handed on as they are",
    async (coding, body) => {
      const block = http(body, { fields: [["Content-Encoding", coding]] });
      const items = await readBytes(warcRecord({ uri: "http://a.example/", date: A_DATE }, block));
      const [memento] = ofKind(items, "memento");
      expect(memento?.body.contentEncoding).toBe(coding);
      expect(Buffer.from(memento?.body.bytes ?? []).equals(body)).toBe(true);
    },
  );

  it.each(["chunked", "Chunked", "CHUNKED"])(
    "Transfer-Encoding: %s is handed on",
    async (coding) => {
      const block = http("5\r\n<html\r\n1\r\n>\r\n0\r\n\r\n", {
        fields: [["Transfer-Encoding", coding]],
      });
      const items = await readBytes(warcRecord({ uri: "http://a.example/", date: A_DATE }, block));
      expect(ofKind(items, "memento")[0]?.body.transferEncoding).toBe(coding);
    },
  );

  it("bad bytes in headers: nothing is lost, URIs are read as UTF-8, else as Latin-1", async () => {
    const record = pageRecord("a", { uri: "http://a.example/@@!" });
    const at = record.indexOf("@@");
    const raw = (bytes: Buffer): Buffer =>
      Buffer.concat([record.subarray(0, at), bytes, record.subarray(at + 2)]);
    const items = await readBytes(
      Buffer.concat([
        raw(Buffer.from("é")),
        raw(Buffer.from([0xe9])),
        raw(Buffer.from([0x00, 0x01])),
      ]),
    );
    expect(ofKind(items, "memento").map(({ capture }) => capture.uriR)).toEqual([
      "http://a.example/é!",
      "http://a.example/é!",
      "http://a.example/%00%01!",
    ]);
  });

  it("WARC/1.1 dates with a fraction, and dates of any precision", async () => {
    const dates = [
      "2014",
      "2014-05",
      "2014-05-06",
      "2014-05-06T07:08Z",
      "2014-05-06T07:08:09.123456789Z",
    ];
    const items = await readBytes(
      Buffer.concat(dates.map((date) => pageRecord("a", { date, version: "WARC/1.1" }))),
    );
    expect(ofKind(items, "memento").map(({ capture }) => capture.mementoDatetime)).toEqual([
      "2014-01-01T00:00:00Z",
      "2014-05-01T00:00:00Z",
      "2014-05-06T00:00:00Z",
      "2014-05-06T07:08:00Z",
      "2014-05-06T07:08:09.123456789Z",
    ]);
  });

  it("a revisit says what it repeats", async () => {
    const record = warcRecord(
      {
        type: "revisit",
        uri: "http://a.example/",
        date: A_DATE,
        fields: [
          ["WARC-Profile", "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"],
          ["WARC-Payload-Digest", "sha1:AAAA"],
          ["WARC-Refers-To", "<urn:uuid:1>"],
          ["WARC-Refers-To-Target-URI", "http://b.example/"],
          ["WARC-Refers-To-Date", "2010-01-02T03:04:05.60Z"],
        ],
      },
      http(""),
    );
    const [revisit] = ofKind(await readBytes(record), "revisit");
    expect(revisit?.target).toEqual({
      profile: "identical-payload-digest",
      recordId: "urn:uuid:1",
      uriR: "http://b.example/",
      mementoDatetime: "2010-01-02T03:04:05.6Z",
      digest: "sha1:AAAA",
    });
    expect(revisit?.capture.status).toBe(200);
  });

  it.each([
    ["plain", (bytes: Buffer) => bytes],
    ["gzipped as a whole", gzip],
  ])("ARC, %s", async (_, pack) => {
    const records = ["a", "b"].map((name) =>
      arcRecord(`http://${name}.example/`, http(page(name))),
    );
    const items = await readBytes(pack(Buffer.concat([arcFile(1), ...records])));
    expect(pagesOf(items)).toEqual([
      ["a", page("a")],
      ["b", page("b")],
    ]);
    expect(ofKind(items, "memento")[0]?.capture.mementoDatetime).toBe("2005-06-07T08:09:10Z");
  });

  it("ARC, a gzip member for each record, with the offset of each", async () => {
    const members = [arcFile(1), arcRecord("http://a.example/", http(page("a")))].map(gzip);
    const items = await readBytes(Buffer.concat(members));
    expect(ofKind(items, "memento")[0]?.capture.source?.offset).toBe(members[0]!.length);
  });

  it("LF-only WARC headers", async () => {
    const bytes = Buffer.concat(["a", "b", "c"].map((name) => pageRecord(name, { lineEnd: "\n" })));
    expect(pagesOf(await readBytes(bytes))).toEqual(threePages);
  });
});
