import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { itemOfPageItself, replayedCapture } from "../../../src/read/archives/replayed-pages.js";
import { rowsOf } from "../../support/rows.js";
import { type EndedInside, runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "dot-wayback-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WEB = "https://web.archive.org/web/";
const URI = "http://club.example/";
const CLUB =
  "The chess club meets on Tuesday evenings in the reading room above the bakery. ".repeat(4);
const CASINO = "Slots, roulette and free spins without any deposit for new players today. ".repeat(
  4,
);

/** A page as the Wayback Machine replays it. */
const replayed = (digits: string, title: string, text: string): string =>
  `<html><head><script src="//archive.org/includes/athena.js"></script>
<link rel="stylesheet" href="https://web-static.archive.org/_static/css/banner-styles.css"/>
<!-- End Wayback Rewrite JS Include -->
<title>${title}</title></head><body><!-- BEGIN WAYBACK TOOLBAR INSERT --><div>${"capture banner of the archive ".repeat(20)}</div><!-- END WAYBACK TOOLBAR INSERT -->
<h1>${title}</h1><p>${text}<a href="/web/${digits}/${URI}join">join</a></p></body></html>
<!--
     FILE ARCHIVED ON 10:00:00 May 01, 2010 AND RETRIEVED FROM THE INTERNET ARCHIVE
-->`;
const plain = (title: string, text: string): string =>
  `<html><head>\n\n\n<title>${title}</title></head><body>\n<h1>${title}</h1><p>${text}<a href="${URI}join">join</a></p></body></html>\n`;

const crawled = (uri: string, body: string, second = 0): Buffer =>
  warcRecord({ uri, date: `2024-01-01T10:00:0${second}Z` }, http(body));

let number = 0;
function file(records: readonly Buffer[]): string {
  number += 1;
  const path = join(folder, `${number}.warc`);
  writeFileSync(path, Buffer.concat(records));
  return path;
}

const run = (path: string, ...args: string[]): Promise<EndedInside> =>
  runInside(["-i", `warc=${path}`, "--workers", "0", "-ot", "jsonl", ...args]);
const ORIGINAL = ["--set", "wayback-pages=original"] as const;
const rows = (stdout: string): unknown[] =>
  rowsOf(stdout).map((row) => [row["URI-R"], row["memento-datetime"], row["overall topic status"]]);

describe("a URI-R that is the URI-M of an archive", () => {
  it.each([
    [`${WEB}20100501100000/http://club.example/`, URI, "2010-05-01T10:00:00Z"],
    [`${WEB}20100501100000id_/http://club.example/`, URI, "2010-05-01T10:00:00Z"],
    [`${WEB}20100501100000if_/http:/club.example/`, URI, "2010-05-01T10:00:00Z"],
    ["http://web.archive.org/web/2010/club.example/", URI, "2010-01-01T00:00:00Z"],
    [
      "https://arquivo.pt/wayback/20100501100000mp_/http://club.example/",
      URI,
      "2010-05-01T10:00:00Z",
    ],
    [
      "https://wayback.archive-it.org/7877/20100501100000/http://club.example/",
      URI,
      "2010-05-01T10:00:00Z",
    ],
    [
      "https://pywb.example/coll/20100501100000/https%3A%2F%2Fclub.example%2F",
      "https://club.example/",
      "2010-05-01T10:00:00Z",
    ],
    [
      `https://arquivo.pt/wayback/20200101000000/${WEB}20100501100000/http://club.example/`,
      URI,
      "2010-05-01T10:00:00Z",
    ],
  ])("names the capture of the original: %s", (uri, uriR, mementoDatetime) => {
    expect(replayedCapture(uri)).toMatchObject({ uriR, mementoDatetime });
  });

  it.each([
    "https://web.archive.org/",
    `${WEB}2010*/http://club.example/`,
    "https://news.example/2010/05/01/story",
    "https://news.example/2010/club.example/",
    `${WEB}20109901000000/http://club.example/`,
    `${WEB}20100501100000/mailto:a@club.example`,
    "http://a.example/?u=/20100501100000/http://club.example/",
  ])("is none in %s", (uri) => {
    expect(replayedCapture(uri)).toBeUndefined();
  });
});

describe("--set wayback-pages=original", () => {
  const three = [2010, 2011, 2012].map((year) => `${year}0501100000`);

  it("judges the originals with their own URI-R and date, and tells so once", async () => {
    const path = file([
      ...three.map((digits, at) =>
        crawled(
          `${WEB}${digits}/${URI}`,
          replayed(digits, "Chess club", `${CLUB} Year ${digits}.`),
          at,
        ),
      ),
      crawled(`${WEB}20130501100000id_/${URI}`, plain("Casino bonus", CASINO), 3),
    ]);
    const { stdout, stderr } = await run(path, ...ORIGINAL);
    expect(rows(stdout)).toEqual([
      [URI, "2010/05/01 10:00:00 GMT", "on-topic"],
      [URI, "2011/05/01 10:00:00 GMT", "on-topic"],
      [URI, "2012/05/01 10:00:00 GMT", "on-topic"],
      [URI, "2013/05/01 10:00:00 GMT", "off-topic"],
    ]);
    const [first] = rowsOf(stdout);
    expect(first?.["notes"]).toEqual([
      `the page of a web archive: ${WEB}20100501100000/${URI}, crawled 2024-01-01T10:00:00Z`,
      "the archive's banner and rewriting were taken out of the page",
    ]);
    expect(stderr.split("\n").filter((line) => line.includes("web archive"))).toEqual([
      "pages of a web archive: 4 mementos, judged as captures of the original, with its URI-R and date",
    ]);
  });

  it("compares the bytes that the site sent, without banner and rewriting", async () => {
    const digits = three[0]!;
    const of = async (body: string): Promise<unknown> => {
      const path = file([crawled(`${WEB}${digits}/${URI}`, body)]);
      const { stdout } = await run(path, ...ORIGINAL, "-tm", "links,wordcount");
      return rowsOf(stdout)[0]?.["content length"];
    };
    const bare = plain("Chess club", CLUB).replaceAll(/\s+/gu, " ").length;
    expect(Math.abs(Number(await of(replayed(digits, "Chess club", CLUB))) - bare)).toBeLessThan(
      20,
    );
  });

  it("follows redirects to other originals, resolves revisits, and leaves out redirects to another date", async () => {
    const page = (year: number): string => `${WEB}${year}0501100000/${URI}`;
    const moved = (from: string, to: string, second: number): Buffer =>
      warcRecord(
        { uri: from, date: `2024-01-01T10:00:0${second}Z` },
        http("", { statusLine: "HTTP/1.1 302 Found", fields: [["Location", to]] }),
      );
    const path = file([
      moved(`${WEB}2010/${URI}`, `/web/20100501100000/${URI}`, 0),
      crawled(page(2010), plain("Chess club", CLUB), 1),
      moved(`${WEB}20110501100000/http://old.example/`, page(2010), 2),
      warcRecord(
        {
          ...{ type: "revisit", uri: page(2012), date: "2024-01-01T10:00:03Z" },
          fields: [
            ["WARC-Profile", "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"],
            ["WARC-Refers-To-Target-URI", page(2010)],
            ["WARC-Refers-To-Date", "2024-01-01T10:00:01Z"],
          ],
        },
        "",
      ),
    ]);
    const { stdout, stderr } = await run(path, ...ORIGINAL);
    expect(rows(stdout)).toEqual([
      [URI, "2010/05/01 10:00:00 GMT", "on-topic"],
      [URI, "2012/05/01 10:00:00 GMT", "on-topic"],
      ["http://old.example/", "2011/05/01 10:00:00 GMT", "on-topic"],
    ]);
    expect(stderr).toContain("1 redirect within its own TimeMap");
  });

  it("gives the same results by map, sort and reduce", async () => {
    const path = file(
      three.map((digits) =>
        crawled(`${WEB}${digits}/${URI}`, replayed(digits, "Chess club", CLUB)),
      ),
    );
    const whole = await runInside(["-i", `warc=${path}`, ...ORIGINAL, "-ot", "csv"]);
    const mapped = await runInside(["map", path, ...ORIGINAL]);
    const lines = join(folder, "lines.txt");
    writeFileSync(
      lines,
      `${mapped.stdout
        .split("\n")
        .filter((line) => line !== "")
        .sort()
        .join("\n")}\n`,
    );
    expect((await runInside(["reduce", lines, ...ORIGINAL, "-ot", "csv"])).stdout).toBe(
      whole.stdout,
    );
  });

  it("lets filter find the records of its off-topic rows", async () => {
    const path = file([
      ...three.map((digits, at) =>
        crawled(`${WEB}${digits}/${URI}`, plain("Chess club", CLUB), at),
      ),
      crawled(`${WEB}20130501100000/${URI}`, plain("Casino bonus", CASINO), 3),
    ]);
    const results = join(folder, "results.jsonl");
    await run(path, ...ORIGINAL, "-o", results);
    await runInside(["filter", results, "-i", `warc=${path}`, "-o", `${join(folder, "clean")}/`]);
    const copy = readFileSync(join(folder, "clean", "archive", `${number}.warc`), "utf8");
    expect([copy.includes("chess"), copy.includes("roulette")]).toEqual([true, false]);
  });

  it("leaves captures of other pages as they are", async () => {
    const path = file([crawled("http://plain.example/", plain("Chess club", CLUB))]);
    expect((await run(path, ...ORIGINAL, "-ot", "csv")).stdout).toBe(
      (await run(path, "-ot", "csv")).stdout,
    );
    const skipped = { kind: "skipped", reason: "request record" } as const;
    expect(itemOfPageItself(skipped)).toBe(skipped);
  });
});
