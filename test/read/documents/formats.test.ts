import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ZipFile } from "yazl";
import { describe, expect, it } from "vitest";
import { buildPdf } from "../../support/pdf-builder.js";
import { ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { rowsOf } from "../../support/rows.js";
import { http, type HttpParts, page, warcRecord } from "../../support/warc-builder.js";
import "../../support/all-extensions.js";

const LAMPS = [
  "The harbour museum keeps lamps of old light houses. Each lamp came from a light house on this coast, and its keeper wrote a book of the lamp oil that was burnt.",
  "Whale oil was burnt in the oldest lamps. A lens of cut glass threw the light far out to sea, and keepers cleaned the lens each morning.",
  "This catalogue lists every lens, lamp and keeper book of the harbour. Old light houses of the coast were sold when ships no longer needed a lamp.",
];
const HOTEL = [
  "Our hotel offers rooms with breakfast near the railway station of the town. Guests book online and pay with any credit card.",
  "A swimming pool, a sauna and a gym are open to all guests from seven in the morning until ten at night.",
  "The restaurant serves dishes of the region. Children under six years eat for free at weekends.",
];
const edition = (number: number): string[] => [...LAMPS, `Edition ${number} of the catalogue.`];
const markup = (text: readonly string[]): string =>
  page("Museum", text.join("</p><p>")).replace("<body>", '<body class="museum">');
const GONE = page("404 Not Found", "The requested URL was not found on this server.");

const PDF = "application/pdf";
type Body = string | Uint8Array;

/**
 * Writes a WARC file of captures of seeds, a day apart: the body of each, its Content-Type, and the rest of its head.
 */
function warcOf(
  seeds: Readonly<Record<string, readonly (readonly [Body, string, HttpParts?])[]>>,
): string {
  const path = join(temporaryFolder(), "documents.warc");
  const records = Object.entries(seeds).flatMap(([name, captures]) =>
    captures.map(([body, contentType, parts = {}], day) =>
      warcRecord(
        { uri: `http://${name}.example/paper`, date: `2012-06-0${day + 1}T10:00:00Z` },
        http(body, { contentType, ...parts }),
      ),
    ),
  );
  writeFileSync(path, Buffer.concat(records));
  return path;
}

interface Row {
  readonly "URI-R": string;
  readonly "overall topic status"?: string;
  readonly "access error"?: string;
  readonly "timemap measures"?: Readonly<Record<string, Record<string, unknown>>>;
}

async function run(
  path: string,
  ...args: readonly string[]
): Promise<{ readonly rows: Row[]; readonly stderr: string; readonly stdout: string }> {
  const given = ["-i", `warc=${path}`, "-ot", "jsonl", ...args];
  const { status, stdout, stderr } = await runBin(given);
  expect({ status, stderr }).toHaveProperty("status", 0);
  return { rows: rowsOf(stdout) as unknown as Row[], stderr, stdout };
}

/** Returns the verdicts on each seed in order of time; for a memento without one, the message in its row. */
function verdicts(rows: readonly Row[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const row of rows) {
    const [, name = ""] = /^http:\/\/(.*)\.example/u.exec(row["URI-R"]) ?? [];
    (found[name] ??= []).push(row["overall topic status"] ?? row["access error"] ?? "");
  }
  return found;
}

const ALL_FORMATS = ["--formats", "html,text,pdf"];

describe("--formats", { timeout: 120_000 }, () => {
  it("judges PDF and text as pages in addition to HTML with --formats", async () => {
    const path = warcOf({
      replaced: [
        [buildPdf(edition(1)), PDF],
        [buildPdf(edition(2)), PDF],
        [buildPdf(HOTEL), PDF],
      ],
      "replaced-at-once": [
        [buildPdf(edition(1)), PDF],
        [buildPdf(HOTEL), PDF],
      ],
      "html-replaced": [
        [markup(edition(1)), "text/html"],
        [buildPdf(HOTEL), PDF],
      ],
      gone: [
        [buildPdf(edition(1)), PDF],
        [GONE, "text/html", { statusLine: "HTTP/1.1 404 Not Found" }],
        [GONE, "text/html"],
        [GONE, PDF],
      ],
      "same-text": [
        [markup(LAMPS), "text/html"],
        [LAMPS.join("\n\n"), "text/plain; charset=utf-8"],
        [buildPdf(LAMPS), PDF],
      ],
      text: [
        [edition(1).join("\r\n\r\n"), "text/plain"],
        [edition(2).join("\n\n"), "text/markdown"],
        [HOTEL.join("\n\n"), "text/plain"],
      ],
    });
    const on = "on-topic";
    const off = "off-topic";
    expect(verdicts((await run(path, ...ALL_FORMATS)).rows)).toEqual({
      replaced: [on, on, off],
      "replaced-at-once": [on, off],
      "html-replaced": [on, off],
      gone: [on, off, off, off],
      "same-text": [on, on, on],
      text: [on, on, off],
    });
  });

  it("recognises a document by its content, even if its header is wrong", async () => {
    const coded: HttpParts = { fields: [["Content-Encoding", "gzip"]] };
    const path = warcOf({
      pdf: [
        [buildPdf(edition(1)), "text/html"],
        [buildPdf(edition(2)), "application/octet-stream"],
        [buildPdf(edition(3)), "image/png"],
        [gzipSync(buildPdf(edition(4))), PDF, coded],
        [markup(LAMPS), PDF],
      ],
      picture: [[Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), "text/plain"]],
      style: [["a { color: red }", "text/css"]],
    });
    const { rows, stderr } = await run(path, ...ALL_FORMATS);
    expect(verdicts(rows)).toEqual({ pdf: Array<string>(5).fill("on-topic") });
    expect(stderr).toContain("not mementos: 1 not HTML: text/css, 1 not HTML: text/plain");
  });

  it("judges the content of zip and gzip files if --formats names zip", async () => {
    const zipped = async (bytes: Buffer): Promise<Buffer> => {
      const zip = new ZipFile();
      zip.addBuffer(bytes, "inner.data");
      zip.end();
      return buffer(zip.outputStream);
    };
    const ZIP = "application/zip";
    const path = warcOf({
      zip: [
        [markup(edition(1)), "text/html"],
        [await zipped(buildPdf(edition(2))), ZIP],
        [gzipSync(edition(3).join("\n\n")), "application/gzip"],
        [await zipped(Buffer.from(page("Hotel", HOTEL.join("</p><p>")))), ZIP],
        [await zipped(Buffer.from([0, 1, 2, 3, 0, 5, 6])), ZIP],
      ],
      book: [[await zipped(buildPdf(HOTEL)), "application/epub+zip"]],
    });
    const { rows, stderr } = await run(path, "--formats", "html,text,pdf,zip");
    expect(verdicts(rows)).toEqual({
      zip: [
        ...["on-topic", "on-topic", "on-topic", "off-topic"],
        "neither HTML nor text, PDF, zip or gzip",
      ],
    });
    expect(stderr).toContain("not mementos: 1 not HTML: application/");
    expect((await run(path, ...ALL_FORMATS)).rows).toHaveLength(1);
  });

  it.each([["word", ["--formats", "html,word"]]])(
    "rejects options in one line with the message that %s",
    async (part, args) => {
      const path = warcOf({ one: [[markup(LAMPS), "text/html"]] });
      const { status, stderr } = await runBin(["-i", `warc=${path}`, ...args]);
      expect({ status, lines: stderr.trim().split("\n").length }).toEqual({ status: 2, lines: 1 });
      expect(stderr).toContain(part);
    },
  );
});

describe("the reader of PDFs", { timeout: 60_000 }, () => {
  it("gives up a PDF that takes too long or has too much text, and reads the next document", () => {
    const script = `
      import { readPdf } from "./build/read/documents/pdf.js";
      const pdf = Buffer.from(process.argv[1], "base64");
      const read = async (limits) => console.log(JSON.stringify(await readPdf(pdf, limits)));
      await read({ mostCharacters: 1000, seconds: 0.001 });
      await read({ mostCharacters: 10 });
      await read({ mostCharacters: 1000 });`;
    const pdf = buildPdf(["A lamp of the harbour."]).toString("base64");
    const args = ["--input-type=module", "-e", script, pdf];
    const said = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    expect(said.trim().split("\n")).toEqual([
      '{"trouble":"the PDF cannot be read: it takes more than 0.001 seconds"}',
      '{"trouble":"the PDF cannot be read: it has more than 10 characters of text"}',
      '{"paragraphs":["A lamp of the harbour."]}',
    ]);
  });
});
