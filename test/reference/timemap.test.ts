import { describe, expect, it } from "vitest";
import { rawUriM } from "../../src/read/archives/known-archives.js";
import { parseTimeMap } from "../../src/read/timemaps/load.js";
import { goldenOf } from "../support/shared.js";

interface GoldenMemento {
  readonly uri: string;
  readonly datetime: string;
}

interface GoldenTimeMap {
  readonly name: string;
  readonly input: string;
  readonly expected: {
    readonly original_uri?: string;
    readonly mementos?: { readonly list?: readonly GoldenMemento[] };
  };
}

/**
 * Cases that the reference (OTMT 1.0.5) reads wrongly or not at all: the mementos that this program reads, and the
 * reason.
 */
const differences = new Map<string, { readonly why: string; readonly mementos: readonly string[] }>([
  ["trailing-comma-no-nl", { why: "a trailing comma doubles no memento", mementos: ["20090513100000", "20090514113005", "20100601000000"] }],
  ["truncated-after-uri", { why: "a link without relation is reported, the rest read", mementos: ["20090513100000"] }],
  ["truncated-in-rel", { why: "the cut link is left out, the rest read", mementos: ["20090513100000"] }],
  ["missing-rel", { why: "a link without relation is not a memento and no crash", mementos: [] }],
  ["bad-date", { why: "a date without weekday and GMT is read", mementos: ["2009"] }],
  ["iso-date", { why: "a date in ISO 8601 is read", mementos: ["2009"] }],
  ["rel-uppercase", { why: "names of attributes are the same in any case", mementos: ["20090513100000"] }],
  ["no-semicolon", { why: "the semicolon behind the URI may be missing", mementos: ["20090513100000"] }],
  ["missing-comma", { why: "a missing comma drops no entry", mementos: ["20090513100000", "20090514113005"] }],
  ["rel-substr-memento", { why: "relations are whole words", mementos: [] }],
  ["empty-uri", { why: "an empty URI-M cannot be fetched", mementos: [] }],
  ["truncated-in-datetime", { why: "the 14 digits of the URI-M stand in for the date that is cut off", mementos: ["20090513100000", "20090514113005"] }],
]); // prettier-ignore

/** Cases that the reference takes for a TimeMap without mementos, or fails on. Here they are not TimeMaps. */
const notTimeMaps = new Set(["whitespace", "html-error-page", "text-error", "json", "empty"]);

const { cases: timeMaps } = goldenOf<{ readonly cases: readonly GoldenTimeMap[] }>(
  "timemap",
).golden;

describe("TimeMaps that the reference was given", () => {
  for (const { name, input, expected } of timeMaps) {
    const difference = differences.get(name);
    it(`reads the TimeMap ${name} of the reference: ${difference?.why ?? "the same mementos and URI-R"}`, () => {
      const parsed = parseTimeMap(input, undefined, "");
      if (notTimeMaps.has(name)) {
        expect(parsed.kind === "timemap" ? parsed.mementos : []).toEqual([]);
        return;
      }
      if (parsed.kind !== "timemap") throw new Error(parsed.what);
      if (difference !== undefined) {
        expect(parsed.mementos.map(({ uriM }) => /\/(\d{4,14})\//.exec(uriM)?.[1])).toEqual(
          difference.mementos,
        );
        return;
      }
      expect(parsed.uriR).toBe(expected.original_uri);
      expect(parsed.mementos).toEqual(
        (expected.mementos?.list ?? []).map(({ uri, datetime }) => ({
          uriM: uri,
          mementoDatetime: `${datetime}Z`,
        })),
      );
    });
  }
});

interface GoldenUriM {
  readonly input: string;
  readonly expected: string;
}

const { cases: uriMs } = goldenOf<{ readonly cases: readonly GoldenUriM[] }>("rawurim").golden;

/** Hosts whose raw URI-Ms the reference knows. */
const known = /^https?:\/\/(?:web\.archive\.org|wayback\.archive-it\.org)\//;

describe("URI-Ms that the reference was given", () => {
  const right = uriMs.filter(
    ({ input, expected }) =>
      // The reference is right for its two archives if the URI-M has a timestamp and a URI with a scheme, and one
      // insertion was made.
      known.test(input) &&
      /\/\d{4,14}(?:id_)?\/https?:/.test(input) &&
      expected.split("id_/").length <= 2,
  );
  it.each(right)("returns the raw memento of the reference for $input", ({ input, expected }) => {
    expect(rawUriM(input).uri).toBe(expected);
  });
  it("compares at least a few URI-Ms with the reference", () =>
    expect(right.length).toBeGreaterThan(5));

  it.each([
    // The reference inserts id_ before every "/http".
    [
      "http://web.archive.org/web/20100513100000/http://example.com/http://other.com/",
      "http://web.archive.org/web/20100513100000id_/http://example.com/http://other.com/",
    ],
    [
      "http://web.archive.org/web/20100513100000/http://example.com/a/http",
      "http://web.archive.org/web/20100513100000id_/http://example.com/a/http",
    ],
    [
      "https://wayback.archive-it.org/all/20130101000000/http://web.archive.org/web/2010/http://x/",
      "https://wayback.archive-it.org/all/20130101000000id_/http://web.archive.org/web/2010/http://x/",
    ],
    // The reference adds id_ to a flag, to a URI-T and to a calendar.
    [
      "http://web.archive.org/web/20100513100000if_/http://example.com/",
      "http://web.archive.org/web/20100513100000id_/http://example.com/",
    ],
    [
      "http://web.archive.org/web/timemap/link/http://example.com/",
      "http://web.archive.org/web/timemap/link/http://example.com/",
    ],
    [
      "http://web.archive.org/web/20100513100000*/http://example.com/",
      "http://web.archive.org/web/20100513100000*/http://example.com/",
    ],
    // The reference changes nothing if the URI-R has no scheme or the archive is unknown.
    [
      "https://web.archive.org/web/20100513100000/example.com",
      "https://web.archive.org/web/20100513100000id_/example.com",
    ],
    [
      "http://arquivo.pt/wayback/20100513100000/https://example.com/a?b=c",
      "http://arquivo.pt/wayback/20100513100000id_/https://example.com/a?b=c",
    ],
    ["http://WEB.ARCHIVE.ORG/web/2010/http://x/", "http://WEB.ARCHIVE.ORG/web/2010id_/http://x/"],
    // The reference searches its archives anywhere in the URI.
    ["http://example.com/web.archive.org/http://z", "http://example.com/web.archive.org/http://z"],
    [
      "http://archive.today/2010/http://web.archive.org/x",
      "http://archive.today/2010/http://web.archive.org/x",
    ],
  ])("returns the right raw memento of %s, unlike the reference", (uriM, raw) => {
    expect(rawUriM(uriM).uri).toBe(raw);
  });

  it("returns URIs that are not URI-Ms over HTTP unchanged", () => {
    for (const { input } of uriMs.filter(({ input }) => input.startsWith("from-warc"))) {
      expect(rawUriM(input)).toMatchObject({ uri: input, raw: false });
    }
  });
});
