import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wacz as waczInput } from "../../../src/read/inputs/wacz.js";
import type { InputItem } from "../../../src/base/types.js";
import { timeOfPage } from "../../../src/read/crawls/page-dates.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { pageRecord } from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";

const DATE = "2024-05-22T21:49:28Z";
const APP = "http://app.example/";
const HEADER = '{"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}\n';

/** Returns the texts that the captures of a WACZ get from its page lists, and what is reported of the lists. */
async function read(
  files: Readonly<Record<string, string>>,
  records: readonly Buffer[] = [pageRecord("app", { date: DATE })],
  maxPageBytes = 1 << 25,
): Promise<{ readonly texts: (string | undefined)[]; readonly reports: string[] }> {
  const path = join(temporaryFolder(), "a.wacz");
  writeFileSync(path, wacz({ "data.warc": Buffer.concat(records) }, { deflate: true, files }));
  const context = {
    ...{ signal: new AbortController().signal, maxPageBytes, wantsRendered: true },
    redirects: "follow",
  } as const;
  const items: InputItem[] = [];
  for await (const item of waczInput.read([path], context)) items.push(item);
  return {
    texts: items.flatMap((item) => (item.kind === "memento" ? [item.body.rendered] : [])),
    reports: items.flatMap((item) =>
      item.kind === "damage"
        ? [`${item.source.file.slice(path.length)} ${item.source.offset}: ${item.message}`]
        : [],
    ),
  };
}

const line = (page: object): string => `${JSON.stringify(page)}\n`;
const pages = (...lines: readonly object[]): Record<string, string> => ({
  "pages/pages.jsonl": HEADER + lines.map(line).join(""),
});
const PLACE = "!/pages/pages.jsonl";

describe("the text that a page list has for a hash route", () => {
  it.each(["#/mill", "#!mill", "#!/mill"])("is not that of the page: %s", async (route) => {
    const view = { url: APP + route, ts: DATE, text: "mill" };
    expect((await read(pages(view))).texts).toEqual([undefined]);
    const page = { url: `${APP}#/`, ts: DATE, text: "app" };
    expect((await read(pages(view, page))).texts).toEqual(["app"]);
  });
});

describe("the time of a page in a page list", () => {
  it.each<[unknown, string]>([
    ["2024-05-22T21:49:28Z", DATE],
    ["2024-05-22T21:49:28.701Z", DATE],
    ["2024-05-22T23:49:28+02:00", DATE],
    ["2024-05-22 21:49:28 UTC", DATE],
    ["20240522214928", DATE],
    ["Wed, 22 May 2024 21:49:28 GMT", DATE],
    [1716414568, DATE],
    [1716414568701, DATE],
    ["1716414568", DATE],
    ["1716414568701", DATE],
  ])("is read from the ts %j", (ts, expected) => {
    expect(new Date(timeOfPage(ts) ?? 0).toISOString().slice(0, 19)).toBe(expected.slice(0, 19));
  });

  it.each<[unknown]>([
    ...[undefined, null, "", "soon", 0, -1, 12, NaN, true, {}, [], ["2024"], "1114-01-01"].map(
      (ts): [unknown] => [ts],
    ),
    ["9".repeat(1000)],
  ])("is not read from the ts %j", (ts) => {
    expect(timeOfPage(ts)).toBeUndefined();
  });

  it("is told to be missing, with file and line", async () => {
    const told = (why: string, count: number): string =>
      `${PLACE} 0: pages whose text is not used, because ${why}: ${count} (first: line 2)`;
    const two = pages({ url: APP, text: "one" }, { url: APP, ts: null, text: "two" });
    const none = { texts: [undefined], reports: [told("they have no ts", 2)] };
    expect(await read(two)).toEqual(none);
    const undated = pages({ url: APP, ts: "soon", text: "one" });
    expect((await read(undated)).reports).toEqual([told("their ts is no date", 1)]);
  });
});

describe("a page list", () => {
  const shown = { url: APP, ts: DATE, text: "shown" };

  it.each<[string, Record<string, string>]>([
    ["without a header", { "pages/pages.jsonl": line(shown) }],
    ["with a byte order mark", { "pages/pages.jsonl": `\u{feff}${HEADER}${line(shown)}` }],
    ["with a mark and no header", { "pages/pages.jsonl": `\u{feff}${line(shown)}` }],
    ["with CRLF", { "pages/pages.jsonl": (HEADER + line(shown)).replaceAll("\n", "\r\n") }],
    ["with blank lines", { "pages/pages.jsonl": `\n \n${HEADER}\n\t\n${line(shown)}\n\n` }],
    ["without a last line end", { "pages/pages.jsonl": `${HEADER}${line(shown).trimEnd()}` }],
    ["of other pages", { "pages/pages.jsonl": HEADER, "pages/extraPages.jsonl": line(shown) }],
    [
      "beside a list without texts",
      { "pages/pages.jsonl": HEADER + line({ url: APP, ts: DATE }), "pages/a.jsonl": line(shown) },
    ],
  ])("gives its texts %s", async (_, files) => {
    expect(await read(files)).toEqual({ texts: ["shown"], reports: [] });
  });

  it("gives no text that is longer than a page may be, and says so with the line", async () => {
    const long = pages({ ...shown, text: "x".repeat(5000) });
    expect(await read(long, undefined, 4096)).toEqual({
      texts: [undefined],
      reports: [
        `${PLACE} 0: pages whose text is longer than 4096 bytes (--max-page-size): 1 (first: line 2)`,
      ],
    });
  });
});
