import { describe, expect, it } from "vitest";
import { mementoItem } from "../../../src/read/archives/memento-item.js";
import { decodeBody } from "../../../src/read/coding/content-coding.js";

const DATE = "2012-06-01T10:20:30Z";
const RAW = "https://web.archive.org/web/20120601102030id_/http://a.example/";

/** Returns why the answer of an archive is incomplete. */
function whyIncomplete(
  fields: Readonly<Record<string, string>>,
  { uri = RAW, body = "<html><p>The first words" } = {},
): string | undefined {
  const headers = [["content-type", "text/html"] as const, ...Object.entries(fields)];
  const response = { uri, status: 200, headers, body: Buffer.from(body), fetchedAt: DATE };
  const item = mementoItem(
    { uriR: "http://a.example/", mementoDatetime: DATE, uriM: uri },
    { response, mementoDatetime: DATE, answered: DATE, archivedRedirect: undefined, hops: 0 },
    { redirects: "follow", maxPageBytes: 1 << 20, substituted: "keep" },
  );
  if (item.kind !== "memento") throw new Error(item.kind);
  return decodeBody(item.body, 1 << 20).incomplete;
}

describe("the length that a site announced, in the answer of an archive", () => {
  it("shows that the archive has only a part of the page", () => {
    expect(whyIncomplete({ "x-archive-orig-content-length": "6000" })).toBe(
      "Content-Length says 6,000 bytes, 24 are stored",
    );
  });

  const incomparable: [string, Record<string, string>, { uri?: string; body?: string }?][] = [
    ["the site sent the page in a coding", { "x-archive-orig-content-encoding": "gzip" }],
    ["the site sent the page in chunks", { "x-archive-orig-transfer-encoding": "chunked" }],
    ["the archive has rewritten the page", {}, { uri: RAW.replace("id_", "") }],
    ["the page ends with its end tag", {}, { body: "<html><p>All</html>" }],
  ];
  it.each(incomparable)("means nothing if %s", (_, fields, answer) => {
    const archived =
      answer?.uri === undefined
        ? answer
        : {
            ...answer,
            body: "<!-- BEGIN WAYBACK TOOLBAR INSERT --><!-- END WAYBACK TOOLBAR INSERT --><p>x",
          };
    const all = { "x-archive-orig-content-length": "6000", ...fields };
    expect(whyIncomplete(all, archived)).toBeUndefined();
  });
});
