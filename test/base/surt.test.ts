import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupingKey, seedKey, surt } from "../../src/base/uri.js";

describe("the SURT key", () => {
  it.each([
    ["http://www.example.com/", "com,example)/"],
    ["https://example.com:443", "com,example)/"],
    ["http://WWW2.Example.COM:80/Path/", "com,example)/path"],
    ["http://example.com:8080/", "com,example:8080)/"],
    ["http://example.com/a//b/../c", "com,example)/a/c"],
    ["http://example.com/?b=2&a=1&&", "com,example)/?a=1&b=2"],
    ["http://example.com/x#fragment", "com,example)/x"],
    ["http://example.com/p;jsessionid=1A2B.node1?q=1", "com,example)/p?q=1"],
    [
      "http://example.com/?PHPSESSID=0123456789abcdef0123456789abcdef&page=2",
      "com,example)/?page=2",
    ],
    ["http://example.com/?sid=0123456789ABCDEF0123456789ABCDEF", "com,example)/"],
    ["http://example.com/(s(4hqa0555fwsecu455xqckv45))/page.aspx", "com,example)/page.aspx"],
    ["http://example.com/%7Euser/a%20b", "com,example)/~user/a%20b"],
    ["http://example.com/%2525", "com,example)/%25"],
    ["http://bücher.example/ä", "example,xn--bcher-kva)/%c3%a4"],
    ["http://192.0.2.7/x", "192.0.2.7)/x"],
    ["example.com/without-scheme", "com,example)/without-scheme"],
  ])("makes of %s the SURT key %s", (uri, expected) => {
    expect(surt(uri)).toBe(expected);
  });

  it("percent-encodes text that is not an HTTP URI as its SURT key, and changes nothing else", () => {
    expect(surt("urn:uuid:1 2\t3")).toBe("urn:uuid:1%202%093");
    expect(surt("http://")).toBe("http://");
  });

  it("makes the same SURT key for any scheme, with and without www and fragment", () => {
    const url = fc.webUrl({ withQueryParameters: true });
    fc.assert(
      fc.property(url, (uri) => {
        const same = uri.replace(/^https?:\/\//u, "");
        const key = surt(`http://${same}`);
        expect(surt(`https://${same}`)).toBe(key);
        expect(surt(`http://www.${same}`)).toBe(key);
        expect(surt(`http://${same}#top`)).toBe(key);
      }),
    );
  });

  it.each(["#/mill", "#!mill", "#/", "#top", "#"])(
    "is the same seed with the fragment %s",
    (of) => {
      const uri = "https://app.example/a";
      expect(seedKey(uri + of, "surt")).toBe(seedKey(uri, "surt"));
      expect(seedKey(uri + of, "uri")).toBe(seedKey(uri, "uri"));
    },
  );

  it("groups a capture by the archive's TimeMap by default, if the capture has a TimeMap", () => {
    const uriR = "https://www.a.example/";
    const uriT = "http://archive.example/11/timemap/link/http://a.example/";
    const key = (groupBy: "timemap" | "surt" | "uri", groupCapturesBy: "surt" | "uri"): string[] =>
      [{ uriR, uriT }, { uriR }].map((of) => groupingKey(of, { groupBy, groupCapturesBy }));
    expect(key("timemap", "surt")).toEqual([`timemap:${uriT}`, "example,a)/"]);
    expect(key("timemap", "uri")).toEqual([`timemap:${uriT}`, uriR]);
    expect(key("surt", "surt")).toEqual(["example,a)/", "example,a)/"]);
    expect(key("uri", "uri")).toEqual([uriR, uriR]);
  });
});
