import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folders.js";
import { QUICK, runBin } from "../../support/run-bin.js";
import { gzip, http, page, pageRecord, PACKINGS, warcRecord } from "../../support/warc-builder.js";
import { wacz, type WaczOptions } from "../../support/wacz-builder.js";
import { rowsOf } from "../../support/rows.js";

const FIRST = "2020-01-01T10:00:00Z";
const SECOND = "2021-01-01T10:00:00Z";
const SHELL =
  '<!DOCTYPE html><html><head><title>App</title></head><body><div id="app"></div></body></html>';
/** Returns sixty words that no other seed has. */
const words = (seed: string): string =>
  Array.from(
    { length: 60 },
    (_, i) => `${seed}${String.fromCodePoint(97 + (i % 26), 97 + Math.floor(i / 26))}`,
  ).join("\n");

/** Returns the record of a page that scripts build; `text` returns its text in the form of Browsertrix. */
const shell = (date: string): Buffer => pageRecord("app", { date }, SHELL);
const text = (date: string, content: string, kind = "text"): Buffer =>
  warcRecord(
    {
      type: "resource",
      uri: `urn:${kind}:http://app.example/`,
      date,
      fields: [["Content-Type", "text/plain"]],
    },
    content,
  );

interface Row {
  readonly "access error"?: string;
  readonly notes?: readonly string[];
  readonly "timemap measures": Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function rows(...args: readonly string[]): Promise<Row[]> {
  const { stdout } = await runBin([...QUICK, "-tm", "cosine=0.15", "-ot", "jsonl", ...args]);
  return rowsOf(stdout);
}

const scoreOf = (row: Row | undefined): unknown => row?.["timemap measures"]["cosine"];

const saysSo = (row: Row | undefined): boolean =>
  (row?.notes ?? []).some((note) => note.startsWith("the text is what a browser showed"));

describe("--text rendered", () => {
  const pages = [shell(FIRST), shell(SECOND)];
  const texts = [
    text("2020-01-01T10:00:20Z", words("old")),
    text("2021-01-01T10:01:20Z", words("new"), "textFinal"),
  ];
  const lines = (...objects: readonly object[]): string =>
    objects.map((each) => `${JSON.stringify(each)}\n`).join("");
  const inPages: WaczOptions = {
    deflate: true,
    files: {
      "pages/pages.jsonl": lines(
        { format: "json-pages-1.0", id: "pages" },
        { url: "http://app.example/", ts: FIRST, text: words("old") },
        { url: "http://app.example/", ts: SECOND, text: words("new") },
      ),
    },
  };
  const zipped = (records: readonly Buffer[]): Buffer => PACKINGS["gzip per record"](records);

  const kept: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>> = {
    "in the WARC file of the pages": { "a.warc.gz": zipped([...texts, ...pages]) },
    "in separate WARC files": { "a.warc.gz": zipped(pages), "text.warc": Buffer.concat(texts) },
    "in one gzip member with all records": {
      "a.warc.gz": gzip(Buffer.concat([...pages, ...texts])),
    },
    "in a WACZ": {
      "a.wacz": wacz({ "data.warc.gz": zipped(pages), "text.warc.gz": zipped(texts) }),
    },
    "in the pages of a WACZ": { "a.wacz": wacz({ "data.warc.gz": zipped(pages) }, inPages) },
  };

  it.each(Object.entries(kept))(
    "uses the rendered texts that are stored %s, and notes it",
    async (name, files) => {
      const own = folderWith(files);
      const [first, second] = await rows("-i", `warc=${own}`, "--text", "rendered");
      expect([first, second].map(saysSo)).toEqual([true, true]);
      expect(scoreOf(second)).toMatchObject({ "topic status": "off-topic" });
      const [, shown] = await rows("-i", `warc=${own}`);
      // A page without a text has by itself the one that is in a file of texts or in a list of pages.
      const isByItself = !name.includes("in the WARC file") && !name.includes("member");
      expect(saysSo(shown)).toBe(isByItself);
      if (!isByItself) expect(scoreOf(shown)).not.toMatchObject({ "topic status": "off-topic" });
    },
  );

  it("says nothing of addresses and accounts, which only the markup of a page has", async () => {
    const shown = words("old");
    const mail = `${shown} <a href="mailto:a@mill.example"></a><a href="//x.com/tidemill"></a>`;
    const dates = ["2017-01-01T10:00:00Z", "2018-01-01T10:00:00Z", FIRST];
    const records = dates.map((date) => pageRecord("app", { date }, page("app", mail)));
    const list = lines(
      { format: "json-pages-1.0", id: "pages" },
      { url: "http://app.example/", ts: SECOND, text: shown },
    );
    const empty = pageRecord("app", { date: SECOND }, "<div></div>");
    const data = zipped([...records, empty]);
    const own = folderWith({
      "a.wacz": wacz({ "data.warc.gz": data }, { files: { "pages/pages.jsonl": list } }),
    });
    const { stdout } = await runBin(["-i", `wacz=${own}`, "-ot", "jsonl", "--workers", "0"]);
    expect(rowsOf(stdout).at(-1)).toMatchObject({
      notes: [expect.stringContaining("the text is what a browser showed")],
      "overall topic status": "on-topic",
    });
  });

  it("uses the text of the markup if the rendered texts belong to another time or URI", async () => {
    const crawl = folderWith({
      "other.warc": Buffer.concat([
        pageRecord("app", { date: FIRST }, page("app", words("old"))),
        pageRecord("app", { date: SECOND }, page("app", words("old"))),
        text("2020-01-01T11:00:00Z", words("new")),
        warcRecord(
          { type: "resource", uri: "urn:text:http://b.example/", date: SECOND },
          words("new"),
        ),
        warcRecord({ uri: "http://c.example/", date: SECOND }, http("x")),
      ]),
    });
    const found = await rows("-i", `warc=${crawl}`, "--text", "rendered");
    expect(found.filter(saysSo)).toEqual([]);
  });

  it("rejects --text rendered with inputs that cannot contain rendered texts", async () => {
    const { status, stderr } = await runBin(["-i", "archiveit=1", "--text", "rendered"]);
    expect(status).toBe(2);
    expect(stderr).toContain("--text rendered is for WARC and WACZ files");
  });
});
