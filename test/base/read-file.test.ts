import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readTextFile, readWholeFile, readWholeStream } from "../../src/base/read-file.js";
import { temporaryFolder } from "../support/run-bin.js";

describe("a file that is read whole", () => {
  it("has the bytes of the file, whatever its size", () => {
    const path = join(temporaryFolder(), "list.txt");
    for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
      const bytes = Buffer.alloc(length, "abc");
      writeFileSync(path, bytes);
      expect(readWholeFile(path, 200_000).equals(bytes)).toBe(true);
    }
  });

  it("is refused in one line if it is larger than the limit, without reading on", () => {
    const path = join(temporaryFolder(), "list.txt");
    writeFileSync(path, "");
    truncateSync(path, 3_000_001);
    expect(() => readTextFile(path, 3_000_000)).toThrow(
      `${path} has more than 3 MB and is read whole. Give a smaller file.`,
    );
  });

  it("is refused if a stream is larger than the limit", async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000_000);
      })(),
    );
    await expect(readWholeStream(endless, "standard input", 3_000_000)).rejects.toThrow(
      "standard input has more than 3 MB",
    );
  });
});
