import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rowsOf } from "../../support/rows.js";
import { type EndedInside, runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "dot-odd-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URI = "http://club.example/";
const CLUB = `<title>Chess club</title><h1>Chess club</h1><p>${"The chess club meets on Tuesday evenings in the reading room above the bakery. ".repeat(4)}`;
const CASINO = `<title>Casino bonus</title><p>${"Slots, roulette and free spins without any deposit for new players today. ".repeat(4)}`;

const capture = (date: string, body: string, statusLine = "HTTP/1.1 200 OK", uri = URI): Buffer =>
  warcRecord({ uri, date }, http(body, { statusLine, contentType: "text/html" }));

/** Runs the command on a file with these records. */
function detect(records: readonly Buffer[], ...args: string[]): Promise<EndedInside> {
  const path = join(folder, "crawl.warc");
  writeFileSync(path, Buffer.concat(records));
  return runInside(["-i", `warc=${path}`, "--workers", "0", ...args]);
}

const THREE = [2010, 2012, 2014].map((year) => capture(`${year}-05-01T10:00:00Z`, CLUB));

/** Members of a row that a date decides. */
const dated = (row: Readonly<Record<string, unknown>>): unknown[] => [
  String(row["memento-datetime"]).slice(0, 10),
  row["overall topic status"],
  row["notes"],
];

describe("a date that cannot be right", () => {
  const IMPOSSIBLE = [
    ["0001-01-01T00:00:00Z", "before the first web page (1990-12)"],
    ["1114-12-26T20:15:00Z", "before the first web page (1990-12)"],
    ["1990-11-30T23:59:59Z", "before the first web page (1990-12)"],
  ] as const;

  it.each(IMPOSSIBLE)("is told, and is not that of the first memento: %s", async (date, why) => {
    const records = [capture(date, CASINO), ...THREE];
    for (const choice of [[], ["-tm", "cosine"], ["-tm", "cosine@previous=0.12"]]) {
      const { stdout, stderr } = await detect(records, "-ot", "jsonl", ...choice);
      const rows = rowsOf(stdout);
      const odd = rows.findIndex((row) => dated(row)[0] === date.slice(0, 10).replaceAll("-", "/"));
      expect(dated(rows[odd]!)).toEqual([
        expect.anything(),
        "off-topic",
        [`impossible date ${date}: ${why}`],
      ]);
      const others = rows.filter((_, at) => at !== odd);
      expect(others.map((row) => dated(row).slice(1))).toEqual(
        others.map(() => ["on-topic", undefined]),
      );
      expect(rows.map((row) => row["compared with"])).toEqual(
        rows.map(() => `from-warc::20100501100000::${URI}`),
      );
      expect(rows.map((row) => row["pattern"])).toEqual(rows.map(() => "always-on"));
      expect(stderr).toContain("impossible dates: 1 memento before the web or in the future");
    }
  });

  it("is that of the first memento if no other date is known", async () => {
    const records = ["1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"].map((date) =>
      capture(date, CLUB),
    );
    const { stdout } = await detect(records, "-ot", "jsonl", "-q");
    expect(rowsOf(stdout).map((row) => row["overall topic status"])).toEqual([
      "on-topic",
      "on-topic",
    ]);
  });

  it("is not told of any date that the WARC standard allows, all in order of time", async () => {
    const dates = [
      ...["1990-12", "2009", "2010-06", "2011-06-07", "2012-06-07T08:09Z"],
      ...["2013-06-07T08:09:10.123456789Z", "2014-06-07T01:00:00+02:00", "2014-06-07T00:00:00Z"],
    ];
    const { stdout } = await detect(
      dates.toReversed().map((date) => capture(date, CLUB)),
      ...["-ot", "jsonl", "-q"],
    );
    const rows = rowsOf(stdout);
    expect(rows.map((row) => row["notes"])).toEqual(rows.map(() => undefined));
    expect(rows.map((row) => String(row["memento-datetime"]).slice(0, 16))).toEqual([
      ...["1990/12/01 00:00", "2009/01/01 00:00", "2010/06/01 00:00", "2011/06/07 00:00"],
      ...["2012/06/07 08:09", "2013/06/07 08:09", "2014/06/06 23:00", "2014/06/07 00:00"],
    ]);
  });
});

describe("a status that HTTP does not have", () => {
  it("is a refusal if it is 999", async () => {
    const refusal = capture("2016-05-01T10:00:00Z", "<p>999 denied", "HTTP/1.1 999 Request denied");
    const { stdout } = await detect([...THREE, refusal], "-ot", "jsonl", "-q");
    expect(rowsOf(stdout).at(-1)).toMatchObject({
      ...{ "HTTP status": 999, "effective status": 999, "page kind": "forbidden" },
      ...{ fault: "crawler blocked", "overall topic status": "off-topic" },
    });
  });

  it.each(["HTTP/1.1 0 OK", "HTTP/1.1 99 OK", "HTTP/1.1 OK", "HTTP/1.1 -1 OK"])(
    "is an unknown status of a page: %s",
    async (line) => {
      const { stdout } = await detect(
        [...THREE, capture("2016-05-01T10:00:00Z", CLUB, line)],
        ...["-ot", "jsonl", "-q"],
      );
      expect(rowsOf(stdout).at(-1)).toMatchObject({
        "overall topic status": "on-topic",
        notes: ["no HTTP status: the capture is taken as a page"],
      });
      expect(rowsOf(stdout).at(-1)).not.toHaveProperty("HTTP status");
    },
  );
});

describe("records that are not what the user may think", () => {
  it("are told if they are pages of a web archive", async () => {
    const replayed = [2010, 2012].map((year) =>
      capture(
        "2020-05-01T10:00:00Z",
        CLUB,
        undefined,
        `https://web.archive.org/web/${year}0101000000/${URI}`,
      ),
    );
    const { stderr } = await detect(replayed, "-ot", "jsonl");
    expect(stderr.split("\n").filter((line) => line.includes("web archive"))).toEqual([
      "pages of a web archive: 2 mementos such as https://web.archive.org/web/20100101000000/http://club.example/, " +
        "judged as that page with its banner; -i uri-m=@FILE judges the captures whose URI-Ms are listed, with their own dates and without the banner",
    ]);
  });
});
