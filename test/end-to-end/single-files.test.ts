import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";

/** Label of each memento, by date: 1 on-topic, 0 off-topic, ERROR. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "one-gzip.warc.gz": ["20090414101507 1", "20100302134412 1", "20180127221845 0"],
  "resource.warc": ["20090414101507 1", "20180127221845 0"],
  "truncated.warc.gz": ["20090414101507 1", "20100302134412 1", "20180127221845 ERROR"],
  "two-captures.arc": ["20090414101507 1", "20180127221845 0"],
  "two-captures.warc": ["20090414101507 1", "20180127221845 0"],
  "wild.warc": ["20090414101507 1", "20100302134412 1", "20180127221845 0"],
};

describe("the single files of fixtures/warcs: the museum and the casino", () => {
  it.each(readdirSync(join(ROOT, "fixtures/warcs")))(
    "gives the mementos of fixtures/warcs/%s the labels of the museum and the casino",
    async (file) => {
      const { text } = await runToFile([
        "-i",
        `warc=fixtures/warcs/${file}`,
        "-ot",
        "golddatafile",
      ]);
      const rows = text.trimEnd().split("\n").slice(1);
      expect(
        rows.map((row) => row.split("\t")).map(([, date = "", , label = ""]) => `${date} ${label}`),
      ).toEqual(expected[file]);
    },
  );
});
