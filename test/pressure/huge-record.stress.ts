import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOT, runBin, temporaryFolder } from "../support/run-bin.js";
import { http, warcRecord } from "../support/warc-builder.js";

const GOOD = warcRecord(
  { uri: "http://seed.example/", date: "2001-01-01T00:00:00Z" },
  http("<html><body><p>The ferry across the estuary goes every hour.</p></body></html>"),
);

/**
 * A record of so many bytes, which are zeros in a file with a hole if the file system allows it, followed by a page.
 */
function hugeThenGood(contentType: string, size: number): string {
  const path = join(temporaryFolder(), "huge.warc");
  // What begins like a page is none of the files that a wrong type may hide.
  const head = http("<p>", { contentType });
  const record = warcRecord(
    {
      uri: "http://huge.example/",
      date: "2001-01-01T00:00:00Z",
      length: head.length + size,
      closing: "",
    },
    head,
  );
  const file = openSync(path, "w");
  try {
    writeSync(file, record);
    ftruncateSync(file, record.length + size);
    writeSync(file, Buffer.concat([Buffer.from("\r\n\r\n"), GOOD]), 0, null, record.length + size);
  } finally {
    closeSync(file);
  }
  return path;
}

describe("a record of 300 MB", () => {
  const MEGABYTE = 2 ** 20;
  const tellMemory = pathToFileURL(join(ROOT, "test", "support", "tell-peak-memory.mjs")).href;

  async function peakMegabytes(contentType: string): Promise<{ stdout: string; peak: number }> {
    const { stdout, stderr, status } = await runBin(
      [
        ...["-i", `warc=${hugeThenGood(contentType, 300 * MEGABYTE)}`, "-ot", "jsonl"],
        ...["--workers", "0", "--no-detect-languages", "-tm", "wordcount"],
      ],
      { process: true, env: { NODE_OPTIONS: `--import=${tellMemory}` } },
    );
    expect(status).toBe(0);
    return { stdout, peak: Number(/^peak ([\d.]+)$/mu.exec(stderr)?.[1]) };
  }

  it.each(["image/png", "text/html"])(
    "a record of 300 MB of type %s is never held in memory, and the record after it is read",
    async (contentType) => {
      const { stdout, peak } = await peakMegabytes(contentType);
      expect(stdout).toContain('"from-warc::20010101000000::http://seed.example/"');
      expect(stdout.includes("http://huge.example/")).toBe(contentType === "text/html");
      if (contentType === "text/html")
        expect(stdout).toMatch(/"access error":"[^"]*(?:bytes|large)/u);
      expect(peak).toBeLessThan(200);
    },
  );
});
