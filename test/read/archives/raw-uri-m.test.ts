import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRawRules, rawUriM } from "../../../src/read/archives/known-archives.js";

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

  it("applies the user's rules for raw mementos before the built-in ones", () => {
    const rules = [
      { archive: "ours", hosts: ["*.example.net"], form: "flag", value: "oe_" },
    ] as const;
    expect(rawUriM(`http://w.example.net/${t}/${u}`, rules).uri).toBe(
      `http://w.example.net/${t}oe_/${u}`,
    );
    expect(rawUriM(`http://w.example.com/${t}/${u}`, rules).uri).toBe(
      `http://w.example.com/${t}id_/${u}`,
    );
  });
});

describe("--set raw-rules FILE", () => {
  const read = async (text: string): Promise<unknown> => {
    const folder = await mkdtemp(join(tmpdir(), "raw-rules-"));
    try {
      await writeFile(join(folder, "rules.json"), text);
      return await readRawRules(join(folder, "rules.json"));
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it("reads a JSON array of rules from the file of --set raw-rules", async () => {
    const rules = [{ archive: "ours", hosts: ["w.example.net"], form: "segment", value: "plain" }];
    expect(await read(JSON.stringify(rules))).toEqual(rules);
  });
});
