import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawRules, rawUriM } from "../../../src/read/archives/known-archives.js";

const t = "20100513100000";
const u = "http://example.com/";

describe("the raw memento of a URI-M", () => {
  it.each([
    ["web.archive.org/web/T/", "web.archive.org/web/Tid_/"],
    ["wayback.archive-it.org/3936/T/", "wayback.archive-it.org/3936/Tid_/"],
    ["arquivo.pt/wayback/T/", "arquivo.pt/wayback/Tid_/"],
    ["www.webarchive.org.uk/wayback/archive/Tmp_/", "www.webarchive.org.uk/wayback/archive/Tid_/"],
    ["webarchive.nla.gov.au/awa/Tmp_/", "web.archive.org.au/awa/Tid_/"],
    ["vefsafn.is/T/", "vefsafn.is/Tid_/"],
    ["web.archive.bibalex.org/web/T/", "web.archive.bibalex.org/web/Tim_/"],
    ["webarchive.proni.gov.uk/T/", "webarchive.proni.gov.uk/raw/T/"],
    ["collections.europarchive.org/imf/T/", "collections.europarchive.org/imf/raw/T/"],
    ["localhost:8080/coll/Tmp_/", "localhost:8080/coll/Tid_/"],
    ["web.archive.org/web/Tid_/", "web.archive.org/web/Tid_/"],
  ])("returns the raw memento of %s: %s", (given, raw) => {
    const uri = (form: string): string => `https://${form.replace("T", t)}${u}`;
    expect(rawUriM(uri(given))).toMatchObject({ uri: uri(raw), raw: true });
  });

  for (const [archive, uriM] of [
    ["Perma.cc", "https://perma.cc/ABCD-1234"],
    ["archive.today", `http://archive.today/${t}/${u}`],
    ["NDL Japan", `https://warp.da.ndl.go.jp/collections/${t}/${u}`],
    ["ipwb", `http://localhost:2016/memento/${t}/${u}`],
  ] as const) {
    it(`returns the URI-M itself for ${archive}, because it has no raw mementos`, () => {
      expect(rawUriM(uriM)).toMatchObject({ uri: uriM, raw: false });
    });
  }

  it("rewrites only the first timestamp of a URI-M, with any URI-R", () => {
    const inner = fc.constantFrom(
      "http://b.example/20110101000000/http://c/",
      "http://a/httpdocs/http",
      "x.org/2011/",
    );
    fc.assert(
      fc.property(inner, fc.string(), (path, query) => {
        const uriR = `http://r.example/${path}?u=${query}`;
        expect(rawUriM(`https://web.archive.org/web/${t}/${uriR}`).uri).toBe(
          `https://web.archive.org/web/${t}id_/${uriR}`,
        );
      }),
      { numRuns: 20 },
    );
  });
});

describe("the rules of archives", () => {
  it("have each archive and host once, and the common flag last", () => {
    expect(rawRules.at(-1)).toEqual({
      archive: "Wayback or pywb",
      hosts: ["*"],
      form: "flag",
      value: "id_",
    });
    const archives = rawRules.map(({ archive }) => archive);
    const hosts = rawRules.flatMap((rule) => rule.hosts).filter((host) => host !== "*");
    for (const list of [archives, hosts]) expect(new Set(list).size).toBe(list.length);
  });
});
