import { describe, expect, it } from "vitest";
import { rawUriM } from "../../../src/read/archives/known-archives.js";
import { uriMParts, uriROf, uriTParts } from "../../../src/read/timemaps/uri.js";

const X = "http://x.example/";
const WAYBACK = "https://web.archive.org/web/";
const LOCAL = "http://localhost:8080/coll/";
const AIT = "https://wayback.archive-it.org/7877/";
const WEB = "http://a.example/web/";

it.each([
  [`${WAYBACK}timemap/link/${X}`, WAYBACK, X],
  [`${WAYBACK}timemap/${X}timemap/a`, WAYBACK, `${X}timemap/a`],
  [`${WAYBACK}timemap/link/20100101000000/${X}`, WAYBACK, X],
  ["https://web.archive.org/cdx/search/cdx?url=x.example&output=json", WAYBACK, X],
  [`${AIT}timemap/cdx?url=${X}a`, AIT, `${X}a`],
  [`${LOCAL}cdx?url=x.example/a`, LOCAL, `${X}a`],
  ["https://vefsafn.is/timemap/link/x.example", "https://vefsafn.is/", X],
  ["http://example.com/list.txt", undefined, undefined],
  ["timemap.txt", undefined, undefined],
])("the URI-T %s has the replay prefix %s and the URI-R %s", (uriT, replayPrefix, uriR) => {
  const { replayPrefix: prefix, uriR: found } = uriTParts(uriT);
  expect([prefix, found]).toEqual([replayPrefix, uriR]);
});

describe("a URI-M", () => {
  it.each([
    [`${AIT}20100513100000/${X}`, "20100513100000", X],
    [`${WEB}2010if_/${X}`, "2010", X],
    [`${WEB}2010/x.example/2011/`, "2010", `${X}2011/`],
    [`${WEB}20100513100000/http%3A//x.example/`, "20100513100000", X],
    [`${WEB}20100513100000/${X}20110101000000/${X}`, "20100513100000", `${X}20110101000000/${X}`],
  ])("%s has the timestamp %s and the URI-R %s", (uriM, timestamp, uriR) => {
    expect([uriMParts(uriM)?.timestamp, uriROf(uriM)]).toEqual([timestamp, uriR]);
  });

  it.each(["http://[bad/", "http://h:99999/", "http://a b/", "http://%zz/"])(
    "is not one whose archive is %s",
    (archive) => {
      const uriM = `${archive}20100513100000/${X}`;
      expect([uriMParts(uriM), uriROf(uriM)]).toEqual([undefined, undefined]);
      expect(rawUriM(uriM).uri).toBe(uriM);
    },
  );

  it.each([
    `${WEB}20100513100000*/${X}`,
    `${WEB}timemap/link/${X}20100101000000/${X}`,
    `http://a.example/?u=/20100513100000/${X}`,
    "https://perma.cc/ABCD-1234",
    `from-warc::20100513100000::${X}`,
    `${WEB}20100513100000`,
    `${WEB}20100513100000/`,
  ])("is not the calendar, URI-T, query or other URI %s", (uri) => {
    expect(uriMParts(uri)).toBeUndefined();
  });
});
