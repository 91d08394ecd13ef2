import { describe, expect, it } from "vitest";
import { isHtml, looksLikeHtml, mediaType } from "../../src/base/content-type.js";
import { isPageUri, resolveLocation, warcUriM, warcUriT } from "../../src/base/uri.js";

describe("identifiers of mementos from WARC files", () => {
  const capture = { uriR: "http://a.example/", mementoDatetime: "2014-01-15T10:15:00.25Z" };

  it("names a memento from a WARC by date and URI-R, and adds ~2 for the second one in the same second", () => {
    expect(warcUriM(capture, 1)).toBe("from-warc::20140115101500::http://a.example/");
    expect(warcUriM(capture, 2)).toBe("from-warc::20140115101500~2::http://a.example/");
    expect(warcUriT(capture.uriR)).toBe("from-warc::timemap::http://a.example/");
  });
});

describe("the target of a redirect", () => {
  it("resolves the Location of a redirect against the URI-R", () => {
    expect(resolveLocation("/b?c", "http://a.example/x/y")).toBe("http://a.example/b?c");
    expect(resolveLocation("//b.example/", "https://a.example/")).toBe("https://b.example/");
  });

  it.each([undefined, " ", "javascript:alert(1)", "mailto:a@b.example", "http://[bad"])(
    "finds no target of a redirect in the Location %j",
    (location) => {
      expect(resolveLocation(location, "http://a.example/")).toBeUndefined();
    },
  );
});

it.each([
  ["http://a.example/", true],
  ["HTTPS://a.example", true],
  ["dns:a.example", false],
  ["urn:text:http://a.example/", false],
  ["http:///", false],
])("decides for %s whether it can be the URI of a page: %s", (uri, expected) => {
  expect(isPageUri(uri)).toBe(expected);
});

describe("the type of a body", () => {
  it("recognises the media type HTML in any letter case and with any parameters", () => {
    expect(isHtml("Text/HTML; charset=x")).toBe(true);
    expect(isHtml("application/xhtml+xml")).toBe(true);
    expect(isHtml("text/plain")).toBe(false);
    expect(isHtml(undefined)).toBe(false);
    expect(mediaType("Image/PNG;q=1")).toBe("image/png");
  });

  it.each([
    ["<!DOCTYPE html><p>", true],
    [" \n<!-- a --><!-- b --><HTML>", true],
    ['<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', true],
    ["<p>text", true],
    ["%PDF-1.4", false],
    ["<rss version='2.0'>", false],
    ["plain words <p>", false],
    ["", false],
    ["<!-- never closed", false],
  ])(
    "decides for the text %j without a declared type whether it looks like HTML: %s",
    (text, expected) => {
      expect(looksLikeHtml(Buffer.from(text))).toBe(expected);
      expect(looksLikeHtml(Buffer.from(`\u{feff}${text}`, "utf16le"))).toBe(expected);
    },
  );
});
