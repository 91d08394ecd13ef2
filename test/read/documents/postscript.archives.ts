import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/read/documents/read-document.js";
import { buildPdf, buildPostScript } from "../../support/pdf-builder.js";
import { rowsOf } from "../../support/rows.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const hasGhostscript = spawnSync("gs", ["--version"]).status === 0;
if (!hasGhostscript)
  process.stdout.write("Ghostscript is not installed: PostScript is not tested\n");

const LAMPS = [
  "The harbour museum keeps lamps of old light houses. Each lamp came from a light house on this coast, and its keeper wrote a book of the lamp oil that was burnt.",
  "Whale oil was burnt in the oldest lamps (until 1850). A lens of cut glass threw the light far out to sea.",
];
const HOTEL = [
  "Our hotel offers rooms with breakfast near the railway station of the town. Guests book online and pay with any credit card.",
  "A swimming pool, a sauna and a gym are open to all guests from seven in the morning until ten at night.",
];

async function fragments(bytes: Uint8Array): Promise<{ stdout: string; stderr: string }> {
  const path = join(temporaryFolder(), "document.data");
  writeFileSync(path, bytes);
  const { stdout, stderr } = await runBin(["fragments", path]);
  return { stdout, stderr };
}

describe.skipIf(!hasGhostscript)("PostScript, by Ghostscript", () => {
  it("reads PostScript with the same paragraphs as the PDF of the same text, even in gzip", async () => {
    const pdf = await fragments(buildPdf(LAMPS));
    expect(pdf.stdout).toContain("keeper wrote a book of the lamp oil that was burnt.\n");
    const paper = buildPostScript(LAMPS);
    expect(await fragments(paper)).toEqual(pdf);
    expect(await fragments(gzipSync(paper))).toEqual(pdf);
  });

  it("builds the same topic from PostScript as from HTML of the same text", async () => {
    const build = async (form: string): Promise<string> => {
      const files = [`lamps.${form}`, "keepers.pdf", "lens.txt"];
      const core = files.flatMap((name) => ["--core", `fixtures/documents/${name}`]);
      return (await runBin(["topic", "build", ...core])).stdout;
    };
    const html = await build("html");
    expect(html).toContain('["lamp", ');
    expect(await build("ps")).toBe(html);
  });

  it("judges PostScript as a page with --formats, and writes a row with the reason for an unreadable file", async () => {
    const path = join(temporaryFolder(), "papers.warc");
    const bodies = [buildPostScript(LAMPS), buildPostScript(HOTEL), "%!PS-Adobe-3.0\nno such word"];
    const records = bodies.map((body, day) =>
      warcRecord(
        { uri: "http://museum.example/paper", date: `2012-06-0${day + 1}T10:00:00Z` },
        http(body, { contentType: "application/postscript" }),
      ),
    );
    writeFileSync(path, Buffer.concat(records));
    const formats = ["--formats", "html,postscript"];
    const { stdout } = await runBin(["-i", `warc=${path}`, "-ot", "jsonl", ...formats], {
      process: true,
    });
    expect(rowsOf(stdout).map((row) => row["overall topic status"] ?? row["access error"])).toEqual(
      ["on-topic", "off-topic", "Ghostscript cannot read it (status 1)"],
    );
  });

  it("finds no text in PostScript that shows none, whatever its program prints", async () => {
    const { stderr } = await fragments(Buffer.from("%!PS\n(a lamp) print flush showpage"));
    expect(stderr).toContain("made a PDF by Ghostscript: the PDF has no text");
  });

  it("gives up PostScript that takes too long or becomes too large", async () => {
    const endless = Buffer.from("%!PS\n{ 1 pop } loop");
    expect(await readDocuments(endless, { maxBytes: 1_000_000, seconds: 0.2 })).toEqual([
      { name: "", trouble: "Ghostscript takes more than 0.2 seconds" },
    ]);
    expect(await readDocuments(buildPostScript(LAMPS), { maxBytes: 1000 })).toEqual([
      { name: "", trouble: "Ghostscript makes more than 1000 bytes of it" },
    ]);
  });
});
