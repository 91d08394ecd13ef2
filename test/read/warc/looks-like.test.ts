import { describe, expect, it } from "vitest";
import { looksLike } from "../../../src/read/warc/looks-like.js";

describe("other files given as a WARC file", () => {
  it.each([
    ["\n<!DOCTYPE html><title>Sign in</title>", "an HTML page"],
    ['<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', "an XML document"],
    ['{"message": "not found"}', "JSON"],
    [
      '{ "log": {"version": "1.2", "entries": []}}',
      "a HAR file, which is not read; har2warc makes",
    ],
    ["PK\u{3}\u{4}\u{14}", "a ZIP or WACZ file"],
    ["version https://git-lfs.github.com/spec/v1\noid sha256:0", "a Git LFS pointer"],
    [" CDX N b a m s k r M S V g\ncom,example)/ 20100101000000", "a CDX index"],
    ["com,example)/page?a=b 20100101000000 http://example.com/ text/html", "a CDX index"],
    ['com,example)/ 20100101000000 {"url": "http://example.com/"}', "a CDX index"],
    ['<http://example.com/>; rel="original",\n', "a TimeMap; write -i timemap="],
    ["https://archive.example/timemap/link/http://a.example/\nhttps://b", "a list of URIs"],
    ["/crawls/2009/a.warc.gz\r\n/crawls/2009/b.warc.gz\r\n", "a list of files; write warc=@"],
    ["C:\\crawls\\June 2009\\a.ARC", "a list of files; write warc=@"],
  ])("describes %j as %s", (start, what) => {
    expect(looksLike(Buffer.from(start, "latin1"))).toMatch(what);
  });

  it.each([
    "WARC/1.0\r\nWARC-Type: warcinfo\r\n",
    "\r\n\r\nWARC/1.1\r\n",
    "filedesc://crawl.arc 0.0.0.0 20090101000000 text/plain 76\n1 0 Example\n",
    "http://example.com/a.arc 10.0.0.1 20090101000000 text/html 20\nHTTP/1.1 200 OK\n",
    "WARC-Target-URI: http://example.com/a.warc.gz\r\n",
    "\u{1f}\u{8b}\u{8}\0",
    "",
    "text of which nothing is known",
  ])("accepts %j as a WARC file even if it is damaged", (start) => {
    expect(looksLike(Buffer.from(start, "latin1"))).toBeUndefined();
  });
});
