import { describe, expect, it } from "vitest";
import { rawUriM } from "../../../src/read/archives/known-archives.js";
import { uriMParts, uriROf } from "../../../src/read/timemaps/uri.js";

describe("the parts of a URI-M", () => {
  it("does not mistake a collection number in a URI-M for a timestamp", () => {
    expect(
      uriMParts("https://wayback.archive-it.org/7877/20100513100000/http://x.example/"),
    ).toEqual({
      prefix: "https://wayback.archive-it.org/7877/",
      timestamp: "20100513100000",
      uriR: "http://x.example/",
    });
  });

  it("separates a flag from the timestamp of a URI-M, and accepts a short timestamp before a URI", () => {
    expect(uriMParts("http://a.example/web/2010if_/http://x.example/")).toMatchObject({
      timestamp: "2010",
      uriR: "http://x.example/",
    });
    expect(uriROf("http://a.example/web/2010/x.example/2011/")).toBe("http://x.example/2011/");
    expect(uriROf("http://a.example/20100513100000/http%3A//x.example/")).toBe("http://x.example/");
  });

  it.each(["http://[bad/", "http://h:99999/", "http://a b/", "http://%zz/"])(
    "does not mistake %s for the host of an archive",
    (archive) => {
      const uriM = `${archive}20100513100000/http://a.example/`;
      expect(uriMParts(uriM)).toBeUndefined();
      expect(uriROf(uriM)).toBeUndefined();
      expect(rawUriM(uriM).uri).toBe(uriM);
    },
  );

  it("reads the rest of a URI-M as URI-R, with any content", () => {
    expect(
      uriROf("http://a.example/20100513100000/http://b.example/20110101000000/http://x/"),
    ).toBe("http://b.example/20110101000000/http://x/");
  });

  it("finds no timestamp in calendars, URI-Ts, queries and other URIs", () => {
    for (const uri of [
      "http://a.example/web/20100513100000*/http://x.example/",
      "http://a.example/web/timemap/link/http://x.example/20100101000000/http://y/",
      "http://a.example/?u=/20100513100000/http://x.example/",
      "https://perma.cc/ABCD-1234",
      "from-warc::20100513100000::http://x.example/",
      "http://a.example/web/20100513100000",
      "http://a.example/web/20100513100000/",
    ]) {
      expect(uriMParts(uri), uri).toBeUndefined();
    }
  });
});
