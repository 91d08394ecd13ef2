import { describe, expect, it } from "vitest";
import { loadTimeMap } from "../../../src/read/timemaps/load.js";
import type { Fetcher } from "../../../src/read/types.js";

const uriT = "http://archive.example/timemap/link/http://a.example/";

/** Returns a fetcher that answers from a table, and with a 404 for other URIs. */
function fetcherOf(
  pages: ReadonlyMap<string, string> | ((uri: string) => string),
): Fetcher & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch({ uri }) {
      asked.push(uri);
      const text = typeof pages === "function" ? pages(uri) : pages.get(uri);
      return Promise.resolve({
        value: {
          uri,
          status: text === undefined ? 404 : 200,
          headers: [["Content-Type", "application/link-format"]],
          body: new TextEncoder().encode(text ?? ""),
          fetchedAt: "2026-01-01T00:00:00Z",
        },
      });
    },
  };
}

const original = '<http://a.example/>; rel="original"';
const memento = (n: number, time: string): string =>
  `<http://m.example/${n}>; rel="memento"; datetime="${time}"`;

describe("a TimeMap from several pages", () => {
  it("sorts a TimeMap by memento-datetime, then URI-M, for any order and relations of its links", async () => {
    const text = [
      original,
      `<http://m.example/9>; rel="first memento"; datetime="2012-01-01T00:00:00Z"`,
      memento(3, "2010-01-01T00:00:00Z"),
      memento(1, "2010-01-01T00:00:00.5Z"),
      memento(2, "2010-01-01T00:00:00Z"),
    ].join();
    const loaded = await loadTimeMap(uriT, fetcherOf(new Map([[uriT, text]])));
    expect("value" in loaded && loaded.value.mementos.map(({ uriM }) => uriM.at(-1))).toEqual([
      "2",
      "3",
      "1",
      "9",
    ]);
  });

  it("follows a further page without a range, but no other formats of the same TimeMap", async () => {
    const second = "http://archive.example/2";
    const other = `<http://archive.example/json>;rel="timemap";type="application/json"`;
    const fetcher = fetcherOf(
      new Map([
        [
          uriT,
          [
            original,
            memento(1, "2010-01-01T00:00:00Z"),
            other,
            `<${uriT}>;rel="timemap";type="application/link-format"`,
            `<${second}>;rel="timemap";type="application/link-format"`,
          ].join(),
        ],
        [second, memento(2, "2011-01-01T00:00:00Z")],
      ]),
    );
    expect(await loadTimeMap(uriT, fetcher)).toMatchObject({
      value: { mementos: { length: 2 }, duplicates: 0, warnings: [] },
    });
    expect(fetcher.asked).toEqual([uriT, second]);
  });

  it("follows the resumption key of a CDX server", async () => {
    const cdx =
      "https://web.archive.example/web/timemap/cdx?url=http://a.example/&showResumeKey=true";
    const fetcher = fetcherOf((uri) =>
      uri === cdx
        ? "example,a)/ 20100101000000 http://a.example/ text/html 200 X 1\n\nexample%2Ca%29%2F+20100101000001\n"
        : "example,a)/ 20110101000000 http://a.example/ text/html 200 X 1\n",
    );
    expect(await loadTimeMap(cdx, fetcher)).toMatchObject({ value: { mementos: { length: 2 } } });
    expect(new URL(fetcher.asked[1] ?? "").searchParams.get("resumeKey")).toBe(
      "example,a)/ 20100101000001",
    );
  });
});
