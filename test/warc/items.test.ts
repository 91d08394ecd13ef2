import { createHash } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  A_DATE,
  http,
  ofKind,
  outline,
  page,
  warcRecord,
  type HttpParts,
  type RecordParts,
} from "../support/warc-builder.js";
import { readBytes, type ReadOptions } from "./read.js";

const URI = "http://a.example/";

/** The only item of one record. */
async function itemOf(
  block: string | Uint8Array,
  parts: RecordParts = {},
  options: ReadOptions = {},
): ReturnType<typeof readOne> {
  return readOne(warcRecord({ uri: URI, date: A_DATE, ...parts }, block), options);
}

async function readOne(
  bytes: Buffer,
  options: ReadOptions,
): Promise<Awaited<ReturnType<typeof readBytes>>[number]> {
  const items = await readBytes(bytes, options);
  expect(items).toHaveLength(1);
  return items[0]!;
}

const kindOf = async (body: string | Uint8Array, parts: HttpParts = {}): Promise<string> =>
  (await itemOf(http(body, parts))).kind;

describe("which responses are pages", () => {
  it.each(["text/html", "Text/HTML; charset=x", "application/xhtml+xml", "TEXT/html;"])(
    "%s is one",
    async (contentType) => {
      expect(await kindOf("words", { contentType })).toBe("memento");
    },
  );

  it.each([
    ["image/png", "not HTML: image/*"],
    ["text/css", "not HTML: text/css"],
    ["text/x-made-up-123", "not HTML: text/*"],
    ["made/up", "not HTML: another type"],
    ["application/pdf", "not HTML: application/pdf"],
  ])("%s is none, counted as %s", async (contentType, reason) => {
    const item = await itemOf(http(page("a"), { contentType }));
    expect(item.kind === "other" && item.reason).toBe(reason);
  });

  it("of several Content-Types the last counts, as in browsers", async () => {
    const fields = [["Content-Type", "text/html"]] as const;
    expect(await kindOf(page("a"), { contentType: "text/plain", fields })).toBe("memento");
  });

  it("404 and 500 are mementos with their status", async () => {
    const item = await itemOf(http(page("a"), { statusLine: "HTTP/1.1 404 Not Found" }));
    expect(item.kind === "memento" && item.capture.status).toBe(404);
  });

  it("an interim answer is passed over", async () => {
    const block = Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), http(page("a"))]);
    const item = await itemOf(block);
    expect(item.kind === "memento" && item.capture.status).toBe(200);
  });

  it.each([null, "html", "unknown"])(
    "with %j for a type the first bytes decide",
    async (contentType) => {
      expect(await kindOf(`<!-- a --> ${page("a")}`, { contentType })).toBe("memento");
      expect(await kindOf("%PDF-1.4", { contentType })).toBe("other");
      expect(await kindOf("", { contentType })).toBe("other");
    },
  );

  it.each([
    ["gzip", gzipSync(page("a"))],
    ["deflate", deflateSync(page("a"))],
    ["br", brotliCompressSync(page("a"))],
  ])("bytes under %s are looked at decoded", async (coding, body) => {
    const fields = [["Content-Encoding", coding]] as const;
    expect(await kindOf(body, { contentType: null, fields })).toBe("memento");
  });

  it("chunked bytes too", async () => {
    const fields = [["Transfer-Encoding", "chunked"]] as const;
    expect(await kindOf(`40;x=y\r\n${page("a")}`, { contentType: null, fields })).toBe("memento");
  });
});

describe("targets that are no web pages", () => {
  it.each([
    "dns:a.example",
    "whois:a",
    "urn:text:http://a.example/",
    "ftp://a.example/x",
    "screenshot:http://a.example/",
    "foo",
  ])("%s is counted", async (uri) => {
    expect((await itemOf(page("a"), { uri })).kind).toBe("skipped");
  });
});

describe("resource records", () => {
  it("of HTML are pages without a status", async () => {
    const item = await itemOf(page("a"), {
      type: "resource",
      fields: [["Content-Type", "text/html"]],
    });
    expect(item.kind).toBe("memento");
    expect(item.kind === "memento" && item.capture).not.toHaveProperty("status");
    expect(item.kind === "memento" && item.capture.contentType).toBe("text/html");
  });

  it("of other types are not", async () => {
    const item = await itemOf("x", { type: "resource", fields: [["Content-Type", "text/plain"]] });
    expect(item.kind).toBe("other");
  });
});

describe("redirects", () => {
  const redirect = (fields: HttpParts["fields"] = [["Location", "/b"]]): Buffer =>
    http("moved", { statusLine: "HTTP/1.1 302 Found", fields });

  it("are followed: the location is absolute", async () => {
    const item = await itemOf(redirect());
    expect(item).toMatchObject({
      kind: "redirect",
      location: "http://a.example/b",
      capture: { status: 302, contentType: "text/html" },
    });
  });

  it("without a usable Location lead nowhere", async () => {
    for (const fields of [[], [["Location", "javascript:x"]]] as const) {
      const item = await itemOf(redirect(fields));
      expect(item.kind === "redirect" && item.location).toBeUndefined();
    }
  });

  it("are skipped, or mementos themselves, when asked to be", async () => {
    expect((await itemOf(redirect(), {}, { redirects: "skip" })).kind).toBe("skipped");
    const item = await itemOf(redirect(), {}, { redirects: "as-mementos" });
    expect(item.kind === "memento" && Buffer.from(item.body.bytes).toString()).toBe("moved");
  });

  it("are known also from a revisit record that has their header", async () => {
    const item = await itemOf(redirect(), { type: "revisit" });
    expect(item.kind).toBe("redirect");
  });
});

describe("revisits", () => {
  it("304 is one, of profile server-not-modified", async () => {
    const block = http("", { statusLine: "HTTP/1.1 304 Not Modified", contentType: "image/png" });
    expect(await itemOf(block)).toMatchObject({
      kind: "revisit",
      target: { profile: "server-not-modified" },
    });
  });

  it("without any block is one", async () => {
    const profile = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
    const item = await itemOf("", { type: "revisit", fields: [["WARC-Profile", profile]] });
    expect(item).toMatchObject({ kind: "revisit", target: { profile: "server-not-modified" } });
  });

  it("of something that is not HTML is no page", async () => {
    const item = await itemOf(http("", { contentType: "image/png" }), { type: "revisit" });
    expect(item.kind).toBe("other");
  });
});

describe("what is known of a capture", () => {
  it("record id, payload digest as written, place, notes on truncation and segments", async () => {
    const fields = [
      ["warc-record-id", "<urn:uuid:7>"],
      ["WARC-Payload-Digest", "sha1:ABC"],
      ["WARC-Truncated", "length"],
      ["WARC-Segment-Number", "1"],
    ] as const;
    const item = await itemOf(http(page("a")), { fields });
    expect(item.kind === "memento" && item.capture).toMatchObject({
      uriR: URI,
      mementoDatetime: A_DATE,
      recordId: "urn:uuid:7",
      digest: "sha1:ABC",
      source: { offset: 0 },
      notes: [expect.stringContaining("truncated"), expect.stringContaining("segment")],
    });
  });

  it("a digest that the record lacks is computed: SHA-1 of the payload in base32", async () => {
    const item = await itemOf(http(page("a")));
    const digest = item.kind === "memento" ? (item.capture.digest ?? "") : "";
    const bits = Array.from(digest.replace("sha1:", ""), (letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    ).join("");
    const hex = (bits.match(/.{4}/gu) ?? []).map((four) => Number.parseInt(four, 2).toString(16));
    expect(hex.join("")).toBe(createHash("sha1").update(page("a")).digest("hex"));
  });

  it("a folded header line belongs to the line before it", async () => {
    const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=koi8-r\r\nX: y\r\n\r\nwords`;
    const item = await itemOf(block);
    expect(item.kind === "memento" && item.capture.contentType).toBe("text/html; charset=koi8-r");
  });

  it("header lines that are no field do not end the header; markup does", async () => {
    const junk = await itemOf(
      "HTTP/1.1 200 OK\r\nno field\r\nContent-Type: text/html\r\n\r\nwords",
    );
    expect(junk.kind === "memento" && Buffer.from(junk.body.bytes).toString()).toBe("words");
    const markup = await itemOf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n<p>words");
    expect(markup.kind === "memento" && Buffer.from(markup.body.bytes).toString()).toBe("<p>words");
  });
});

describe("pages above the limit", () => {
  it("are not held: an error row names size, limit and option", async () => {
    const item = await itemOf(http("x".repeat(5000)), {}, { maxPageBytes: 4999 });
    expect(item.kind).toBe("missed");
    const message = item.kind === "missed" ? item.problem.message : "";
    for (const part of ["5000", "4999", "--max-page-size"]) expect(message).toContain(part);
    expect((await itemOf(http("x".repeat(5000)), {}, { maxPageBytes: 5000 })).kind).toBe("memento");
  });

  it("an HTTP header without end is an error row", async () => {
    const item = await itemOf(`HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(100_000)}`);
    expect(item.kind).toBe("missed");
  });
});

it("other records are counted by type, made-up types together", async () => {
  const records = [
    "request",
    "metadata",
    "conversion",
    "continuation",
    "made-up-1",
    "made-up-2",
  ].map((type) => warcRecord({ type, uri: URI, date: A_DATE }, "x"));
  expect(outline(await readBytes(Buffer.concat(records)))).toEqual([
    "skipped request record",
    "skipped metadata record",
    "skipped conversion record",
    "skipped continuation record",
    "skipped record of another type",
    "skipped record of another type",
  ]);
});

it("bytes of a page have memory of their own, so that a worker gets them and nothing else", async () => {
  const items = await readBytes(warcRecord({ uri: URI, date: A_DATE }, http(page("a"))));
  const [memento] = ofKind(items, "memento");
  const bytes = memento!.body.bytes;
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  expect(Buffer.isBuffer(bytes)).toBe(false);
});
