import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./run-bin.js";

const folderOf = (what: string): string => join(ROOT, "fixtures/cases", what);

/**
 * Creates a test for each pair of files NAME.in.EXTENSION and NAME.out in a folder of fixtures/cases. `work` must turn
 * the text of the first file into the text of the second file. With `-u` the second files are written again.
 */
export function testCases(
  what: string,
  work: (bytes: Buffer, file: string) => string | Promise<string>,
): void {
  const inputs = readdirSync(folderOf(what)).filter((file) => file.includes(".in."));
  describe(`fixtures/cases/${what}`, () => {
    it.each(inputs)(`fixtures/cases/${what}: %s gives the expected output`, async (file) => {
      const [name] = file.split(".in.");
      const path = join(folderOf(what), file);
      const output = await work(readFileSync(path), file);
      await expect(output).toMatchFileSnapshot(join(folderOf(what), `${name}.out`));
    });
  });
}

/**
 * Creates a test for each row of the tables (TSV) in a folder of fixtures/cases. `work` must compute the last column
 * from the other columns. The first line of a table has the names of the columns.
 */
export function testRows(
  what: string,
  work: (row: Readonly<Record<string, string>>, table: string) => string,
): void {
  for (const file of readdirSync(folderOf(what)).filter((name) => name.endsWith(".tsv"))) {
    const [head = "", ...lines] = readFileSync(join(folderOf(what), file), "utf8")
      .trimEnd()
      .split("\n");
    const columns = head.split("\t");
    describe(`fixtures/cases/${what}/${file}`, () => {
      it.each(lines)(`fixtures/cases/${what}/${file}: %s`, (line) => {
        const fields = line.split("\t");
        expect(fields).toHaveLength(columns.length);
        const row = Object.fromEntries(columns.map((column, at) => [column, fields[at]!]));
        expect(work(row, file)).toBe(fields.at(-1));
      });
    });
  }
}
