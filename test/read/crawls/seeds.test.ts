import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { readSeeds } from "../../../src/read/crawls/seeds.js";
import { folderWith } from "../../support/folders.js";
import { QUICK_ON_BYTES, runBin, temporaryFolder } from "../../support/run-bin.js";
import { gzip, http, page, pageRecord, warcinfo, warcRecord } from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";
import { rowsOf } from "../../support/rows.js";

const write = (name: string, content: string | Uint8Array): string =>
  join(folderWith({ [name]: content }), name);

const A = "http://a.example/";
const B = "https://b.example/x,y?z=1";
const jsonLines = (...objects: readonly object[]): string =>
  objects.map((each) => `${JSON.stringify(each)}\n`).join("");
const HEADER = { format: "json-pages-1.0", id: "pages", title: "All Pages" };

describe("a line of --seeds with more than a URI", () => {
  it("rows of a table without a title that is known are refused, with the title to give", async () => {
    for (const text of [`${A},anna\n`, `a.example;anna\n`, `site,owner\n${A},anna\n`, `${A},\n`]) {
      const file = write("rows.csv", text);
      await expect(readSeeds(file)).rejects.toThrow(
        /looks like a row of a table\. Name the column/u,
      );
    }
    const uris = [`${A}0,1518.html`, `${A};jsessionid=1`, `${A}?q=/,x`, `${A}x,/y/`];
    expect(await readSeeds(write("commas.txt", uris.join("\n")))).toEqual(uris);
    for (const title of ["uri_r", "URI_R", "URI-R"]) {
      expect(await readSeeds(write("own.csv", `${title},owner\n${A},anna\n`))).toEqual([A]);
    }
  });
});

describe("the file of --seeds", () => {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "a list of URI-Rs": `\u{feff}# seeds\r\n${A}\r\n\r\n  ${B}\n${A}\n`,
    "Heritrix's seeds.txt": `# comment\n${A} # the first\n+http://(example,a,\n-http://(example,c,\n${B}\n`,
    "CSV with a column of URLs": `Title,URL,Notes\n"A, of a",${A},\nB,"${B}","two\nlines"\n`,
    "CSV as some spreadsheets write it": `Name;url\nA;${A}\nB;${B}\n`,
    "a table with tabs": `id\tseed\n1\t${A}\n2\t${B}\n`,
    "Archive-It's seed export": `"Seed URL","Group","Status","Frequency","Type","Access"\n"${A}","","true","NONE","normal","true"\n"${B}","","false","","normal","false"\n`,
    "the pages that a WACZ marks as seeds": wacz(
      { "a.warc": warcinfo() },
      {
        files: {
          "pages/pages.jsonl": jsonLines(
            HEADER,
            { id: "1", url: A, seed: true },
            { url: "http://c.example/" },
          ),
          "pages/extraPages.jsonl": jsonLines(
            { ...HEADER, id: "extra" },
            { url: B, seed: true },
            { url: "http://d.example/" },
          ),
        },
      },
    ),
    "all entry pages of a WACZ in which none is marked as a seed": wacz(
      { "a.warc": warcinfo() },
      {
        deflate: true,
        files: {
          "pages/pages.jsonl": jsonLines(HEADER, { url: A, text: "t".repeat(2 << 20) }, { url: B }),
          "pages/extraPages.jsonl": jsonLines(HEADER, { url: "http://d.example/" }),
        },
      },
    ),
    "pages.jsonl": jsonLines(
      HEADER,
      { url: A, seed: true },
      { url: "http://c.example/" },
      { url: B, seed: true },
    ),
    "a list without schemes": `a.example/\n${B}\n`,
  };

  it.each(Object.entries(files))(
    "reads seeds from the file of --seeds: %s",
    async (name, content) => {
      expect(await readSeeds(write(`${name.replace(/\W/gu, "-")}.txt`, content))).toEqual([A, B]);
    },
  );

  it.each([
    ["an empty file", "# nothing\n", "the file has no seed"],
    ["prose", "# Title\n\nSome words.\n", '"Some words." is not a URI'],
    ["a WACZ without pages", wacz({ "a.warc": warcinfo() }), "the file has no seed"],
  ])("rejects %s as the file of --seeds", async (name, content, message) => {
    const path = write(`${name.replace(/\W/gu, "-")}.txt`, content);
    await expect(readSeeds(path)).rejects.toThrow(UsageError);
    await expect(readSeeds(path)).rejects.toThrow(message);
  });
});

describe("a run with --seeds", () => {
  const at = (year: number): string => `${year}-01-01T00:00:00Z`;
  const records = [
    warcRecord({ type: "warcinfo", date: at(2010) }, 'wget-arguments: "http://a.example/"\r\n'),
    pageRecord("a", { date: at(2010) }),
    pageRecord("a", { date: at(2011) }, page("a", "Other words.")),
    pageRecord("b", { date: at(2010) }),
    warcRecord(
      { uri: "http://moved.example/", date: at(2010) },
      http("", { statusLine: "HTTP/1.1 301 Moved", fields: [["Location", "http://b.example/"]] }),
    ),
    warcRecord(
      { uri: "http://image.example/", date: at(2010) },
      http("x", { contentType: "image/png" }),
    ),
  ].map(gzip);

  interface Row {
    readonly "URI-R"?: string;
    readonly "URI-T": string;
    readonly "access error"?: string;
  }

  async function run(
    ...args: readonly string[]
  ): Promise<{ rows: Row[]; stderr: string; status: number | null }> {
    const out = join(temporaryFolder(), "out.jsonl");
    const { status, stderr } = await runBin([
      ...QUICK_ON_BYTES,
      ...args,
      "-ot",
      "jsonl",
      "-o",
      out,
    ]);
    return { rows: status === 2 ? [] : rowsOf(readFileSync(out, "utf8")), stderr, status };
  }

  it("scores the TimeMaps of --seeds, follows redirects of the seeds, and reports a seed without a page", async () => {
    const crawl = write("crawl.warc.gz", Buffer.concat(records));
    const seeds = write(
      "seeds.txt",
      "https://www.a.example\nhttp://moved.example/\nhttp://gone.example/\nhttp://image.example/\n",
    );
    const { rows, stderr } = await run("-i", `warc=${crawl}`, "--seeds", seeds);
    expect(rows.map((row) => row["URI-R"] ?? row["access error"])).toEqual([
      "the seed http://gone.example/ has no capture in the input",
      "the seed http://image.example/ has captures, but none that is a page: not HTML: image/*",
      "http://a.example/",
      "http://a.example/",
      "http://moved.example/",
    ]);
    expect(stderr).toContain("1 capture of a page that is not a seed (--seeds)");
  });

  it("--seeds auto reads the seeds of a WACZ, and of several together", async () => {
    const pages = (url: string): object => ({
      files: { "pages/pages.jsonl": jsonLines(HEADER, { url, seed: true }) },
    });
    const one = write(
      "one.wacz",
      wacz({ "a.warc.gz": Buffer.concat(records.slice(1)) }, pages("http://b.example/")),
    );
    const two = write(
      "two.wacz",
      wacz({ "b.warc.gz": gzip(pageRecord("c")) }, pages("http://moved.example/")),
    );
    const { rows } = await run("-i", `wacz=${one},${two}`, "--seeds", "auto");
    expect(rows.map((row) => row["URI-R"])).toEqual(["http://b.example/", "http://moved.example/"]);
  });

  it("rejects --seeds auto if the input names no seeds", async () => {
    const crawl = write("bare.warc.gz", Buffer.concat(records.slice(1)));
    const { status, stderr } = await run("-i", `warc=${crawl}`, "--seeds", "auto");
    expect(status).toBe(2);
    expect(stderr).toContain("no WACZ of the input names seeds");
  });
});
