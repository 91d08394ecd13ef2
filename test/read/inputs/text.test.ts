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

  it("need no suffix if the name ends in a date, in a folder and by a glob", async () => {
    for (const name of ["20100501", "2011-05-01", "2012.05.01", "LICENSE"]) {
      file(`plain/club.example/${name}`, CLUB);
    }
    file("plain/club.example_20140501", CASINO);
    for (const argument of ["plain", "plain/**/*"]) {
      const { stdout } = await detect("-i", `text=${join(folder, argument)}`);
      expect(rowsOf(stdout).map((row) => [row["URI-R"], row["memento-datetime"]])).toEqual(
        ["2010", "2011", "2012", "2014"].map((year) => [
          "http://club.example/",
          `${year}/05/01 00:00:00 GMT`,
        ]),
      );
    }
  });

  it("are read as HTML if a glob names HTML files, and a folder of them says so", async () => {
    const page = (text: string): string =>
      `<!doctype html><html><head><title>Club</title><style>.a { color: red }</style></head><body><p>${text}</p></body></html>`;
    file("html/club.example/2010-05-01.html", page(CLUB));
    file("html/club.example/2011-05-01.HTM", page(CLUB));
    file("html/club.example/2012-05-01.xhtml", page(CASINO));
    const refused = await detect("-i", `text=${join(folder, "html")}`);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("For HTML files give a glob: text=FOLDER/**/*.html");
    const glob = `text=${join(folder, "html/**/2*")}`;
    const { stdout, stderr } = await detect("-i", glob, "--explain");
    const rows = rowsOf(stdout);
    expect(rows.map((row) => row["overall topic status"])).toEqual([
      "on-topic",
      "on-topic",
      "off-topic",
    ]);
    for (const row of rows) {
      expect(row["content type"]).toBe("text/html");
      expect(JSON.stringify(row)).not.toMatch(/color|doctype|text only/u);
    }
    expect(stderr).not.toContain("text only");
  });

  it("are a mistake if no name has a date", async () => {
    file("undated/a.txt", CLUB);
    const { status, stderr } = await detect("-i", `text=${join(folder, "undated")}`);
    expect(status).toBe(2);
    expect(stderr).toContain("has a date. Name the files after the dates of their captures");
  });
});
