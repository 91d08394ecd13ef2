import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rowsOf } from "../../support/rows.js";
import { type EndedInside, runInside } from "../../support/run-inside.js";

const folder = mkdtempSync(join(tmpdir(), "dot-dated-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLUB = `Chess club\n${"The chess club meets on Tuesday evenings in the reading room above the bakery.\n".repeat(4)}`;
const CASINO = `Casino bonus\n${"Slots, roulette and free spins without any deposit for new players today.\n".repeat(4)}`;

function file(name: string, content: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const detect = (...args: string[]): Promise<EndedInside> =>
  runInside([...args, "--workers", "0", "-ot", "jsonl"]);

describe("text files with dates in their names", () => {
  it("are captures of the folder or of the rest of the name", async () => {
    for (const [name, text] of [
      ["t/club.example/2010-05-01.txt", CLUB],
      ["t/club.example/20110501.txt", CLUB],
      ["t/club.example_20140501100000.txt", CASINO],
      ["t/my seed/2010.txt", CLUB],
      ["t/http%3A%2F%2Fclub.example%2Fabout_2012-06-01T101500Z.md", CLUB],
      ["t/readme.txt", "no date"],
      ["t/2013-13-45.txt", "no such day"],
      ["t/picture.png", "x"],
    ] as const) {
      file(name, text);
    }
    const { stdout, stderr } = await detect("-i", `text=${join(folder, "t")}`);
    const rows = rowsOf(stdout).map((row) => [
      row["URI-R"],
      row["memento-datetime"],
      row["overall topic status"],
    ]);
    expect(rows).toEqual([
      ["http://club.example/", "2010/05/01 00:00:00 GMT", "on-topic"],
      ["http://club.example/", "2011/05/01 00:00:00 GMT", "on-topic"],
      ["http://club.example/", "2014/05/01 10:00:00 GMT", "off-topic"],
      ["http://club.example/about", "2012/06/01 10:15:00 GMT", "on-topic"],
      [
        expect.stringMatching(/^http:\/\/text\.invalid\/.*\/my%20seed$/u),
        "2010/01/01 00:00:00 GMT",
        "on-topic",
      ],
    ]);
    expect(stderr).toContain("2 text file without a date in its name");
    expect(stderr).toContain("1 other file of the folder (.png)");
  });

  it("are a mistake if no name has a date", async () => {
    file("undated/a.txt", CLUB);
    const { status, stderr } = await detect("-i", `text=${join(folder, "undated")}`);
    expect(status).toBe(2);
    expect(stderr).toContain("has a date. Name the files after the dates of their captures");
  });
});
