import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { buildPdf } from "../../support/pdf-builder.js";
import { runBin } from "../../support/run-bin.js";

const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXTS = [
  [
    "The harbour museum keeps lamps of old light houses. Each lamp came from a light house on this coast, and its keeper wrote a book of the lamp oil that was burnt.",
    "Whale oil was burnt in the oldest lamps. A lens of cut glass threw the light far out to sea.",
  ],
  [
    "Keepers of light houses cleaned the lens each morning. The lamp oil was carried up the stairs by hand, for the lamp room has no other way in.",
    "When ships saw the lamp they knew the coast. A glass lens made the light of a small lamp strong.",
  ],
  [
    "This catalogue lists every lens, lamp and keeper book of the harbour. Old light houses of the coast were sold when ships no longer needed a lamp.",
    "Lamp oil and glass lens cleaners are shown in the museum too.",
  ],
];

const html = (text: readonly string[]) =>
  `<!DOCTYPE html><html><body>${text.map((each) => `<p>${each}</p>`).join("\n")}</body></html>`;

/** Writes each text to a file whose name does not tell its format. */
const files = (kind: string, make: (text: readonly string[]) => string | Buffer): string[] =>
  TEXTS.map((text, at) => {
    const path = join(folder, `${kind}-${at}.data`);
    writeFileSync(path, make(text));
    return path;
  });

const build = (core: readonly string[], env?: Record<string, string>) =>
  runBin(["topic", "build", ...core.flatMap((path) => ["--core", path])], { env });

describe("the topic of documents in several formats", { timeout: 120_000 }, () => {
  it("builds a topic from the readable documents, and gives the reason for each unreadable one", async () => {
    const broken = {
      "cut.data": Buffer.from("%PDF-1.4\nendobj"),
      "picture.data": Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      "empty.data": buildPdf([""]),
      "long.data": buildPdf(Array<string>(2001 * 25).fill("A lamp.")),
      "nested.data": gzipSync(gzipSync(gzipSync(gzipSync("a lamp")))),
      "bomb.data": gzipSync(Buffer.alloc(70 * 1024 * 1024)),
      "paper.data": Buffer.from("%!PS-Adobe-3.0\nshowpage\n"),
    };
    const paths = Object.entries(broken).map(([name, bytes]) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    });
    const read = [
      ...[files("html", html)[0]!, files("pdf", buildPdf)[1]!],
      files("gzip", (text) => gzipSync(text.join("\n\n")))[2]!,
    ];
    const { status, stdout, stderr } = await build([...read, ...paths], {
      PATH: folder,
    });
    expect({ status, stderr }).toHaveProperty("status", 0);
    expect(stdout).toContain('"seeds": 3');
    for (const reason of [
      "cut.data: the PDF cannot be read: Invalid PDF structure",
      "picture.data: neither HTML nor text, PDF, zip or gzip",
      "long.data: the PDF cannot be read: it has 2001 pages, more than the 2000 that are read",
      "empty.data: the PDF has no text: its pages may be pictures",
      "nested.data: more than 3 zip or gzip files within each other",
      "bomb.data: more than 67108864 bytes once unpacked",
      "paper.data: neither HTML nor text, PDF, zip or gzip",
    ]) {
      expect(stderr).toContain(reason);
    }
  });
});
