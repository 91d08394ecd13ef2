import { describe, expect, it, test } from "vitest";
import {
  A_DATE,
  ofKind,
  outline,
  page,
  readBytes,
  warcRecord,
} from "../../support/warc-builder.js";

const URI = "http://one.example/";
const HTML = page("one");
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

/** Returns the only item of a response record with this block. */
async function itemOf(block: string | Uint8Array) {
  const items = await readBytes(warcRecord({ uri: URI, date: A_DATE }, block));
  expect(items).toHaveLength(1);
  return items[0]!;
}

/** Returns status and body of the page in a response record with this block. */
async function pageIn(block: string) {
  const item = await itemOf(Buffer.from(block, "latin1"));
  if (item.kind !== "memento") return outline([item])[0];
  return [item.capture.status, Buffer.from(item.body.bytes).toString("latin1")];
}

describe("bytes before the status line", () => {
  it.each([
    ["a blank line", "\r\n"],
    ["blank lines in LF", "\n\n"],
    ["spaces and tabs", " \t\r\n "],
    ["a byte order mark", "\xef\xbb\xbf"],
    ["a byte order mark and a blank line", "\xef\xbb\xbf\r\n"],
    ["zero bytes", "\0\0"],
    ["an interim response", "HTTP/1.1 100 Continue\r\n\r\n"],
    [
      "several interim responses with fields",
      "HTTP/1.1 100 Continue\r\nServer: x\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n",
    ],
    ["an interim response and a blank line", "HTTP/1.1 100 Continue\r\n\r\n\r\n"],
    ["the head of a proxy", "HTTP/1.0 200 Connection established\r\n\r\n"],
    [
      "the head of a proxy with fields",
      "HTTP/1.1 200 Connection Established\r\nProxy-Agent: squid\r\nContent-Length: 0\r\n\r\n",
    ],
    [
      "a proxy that asks for a password, and opens the tunnel then",
      "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\nHTTP/1.0 200 OK\r\n\r\n",
    ],
    [
      "a proxy and an interim response",
      "\r\nHTTP/1.0 200 Connection established\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n",
    ],
    ["a letter", "S"],
  ])("are skipped: %s", async (_, before) => {
    expect(await pageIn(`${before}${HEAD}${HTML}`)).toEqual([200, HTML]);
  });
});

it.each([
  ["an interim response", "HTTP/1.1 100 Continue\r\n\r\n", 100],
  ["the head of a proxy", "HTTP/1.1 200 OK\r\n\r\n", 200],
  ["more blanks than are skipped", " ".repeat(300), undefined],
])("is the head itself if no other follows: %s", async (_, head, status) => {
  expect(await pageIn(head + HTML)).toEqual([status, head.startsWith(" ") ? head + HTML : HTML]);
});

describe("a body that begins like a head", () => {
  const TEXT = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>quoted";

  it.each([
    ["has a type", HEAD],
    [
      "has a type and a length",
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 64\r\n\r\n`,
    ],
    ["has an error", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n"],
  ])("stays the body of an answer that %s", async (_, head) => {
    expect(await pageIn(`${head}${TEXT}`)).toEqual([head.includes("404") ? 404 : 200, TEXT]);
  });

  it("stays the body if no field is behind its first line", async () => {
    const text = "HTTP/1.1 404 is the answer.<html><body><p>a page";
    expect(await pageIn(`${HEAD.replace("Content-Type: text/html\r\n", "")}${text}`)).toBe(
      "other http://one.example/: not HTML: another type",
    );
  });
});

describe("a head that is written oddly", () => {
  it.each([
    ["a space before the colon", "HTTP/1.1 200 OK\r\nContent-Type : text/html\r\n\r\n"],
    ["tabs", "HTTP/1.1\t200\tOK\r\nContent-Type:\ttext/html\t\r\n\r\n"],
    ["a NUL in a field", "HTTP/1.1 200 OK\r\nX-Bad: a\0b\r\nContent-Type: text/html\r\n\r\n"],
    ["a CR in a field", "HTTP/1.1 200 OK\r\nX-Bad: a\rContent-Type: text/html\r\n\r\n"],
    ["lines in CR", "HTTP/1.1 200 OK\rX-Bad: a\rContent-Type: text/html\r\r"],
    ["lines in CR CR LF", "HTTP/1.1 200 OK\r\r\nContent-Type: text/html\r\r\n\r\r\n"],
    ["a line without a colon", "HTTP/1.1 200 OK\r\nno header\r\nContent-Type: text/html\r\n\r\n"],
    ["no space behind the status", "HTTP/1.1 200OK\r\nContent-Type: text/html\r\n\r\n"],
    ["a zero before the status", "HTTP/1.1 0200 OK\r\nContent-Type: text/html\r\n\r\n"],
    ["names in capitals", "HTTP/1.1 200 OK\r\nCONTENT-TYPE: TEXT/HTML\r\n\r\n"],
    ["Latin-1", "HTTP/1.1 200 Art\xedculo\r\nContent-Type: text/html\r\n\r\n"],
    ["no empty line before the page", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"],
    ["another protocol", "ICY 200 OK\r\nContent-Type: text/html\r\n\r\n"],
  ])("is read: %s", async (_, head) => {
    expect(await pageIn(`${head}${HTML}`)).toEqual([200, HTML]);
  });
});

test.each([
  ["0", undefined],
  ["99", undefined],
  ["-1", undefined],
  ["2000", undefined],
  ["abc", undefined],
  ["", undefined],
  ["600", 600],
  ["999", 999],
])("the status %j of a page is read as %j", async (written, status) => {
  const [item] = ofKind(
    [await itemOf(`HTTP/1.1 ${written} OK\r\nContent-Type: text/html\r\n\r\n${HTML}`)],
    "memento",
  );
  expect(item?.capture.status).toBe(status);
  expect(item?.capture.notes).toEqual(
    status === undefined ? ["no HTTP status: the capture is taken as a page"] : undefined,
  );
});
