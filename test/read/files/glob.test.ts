import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expandGlob, isGlob } from "../../../src/read/files/globs.js";
import { warcFiles, findFiles } from "../../../src/read/files/find.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-glob-"));
  for (const name of ["a", "a/b", "a/b/c", "a/.git", "a[1]", "a[1]/(b)"])
    mkdirSync(join(folder, name));
  const files = [
    "x.warc",
    "a/y1.warc",
    "a/y22.warc",
    "a/b/c/z.warc",
    "a/.git/h.warc",
    ".dot.warc",
    "a/(1)+[2].warc",
    "a[1]/(b)/!w.warc",
  ];
  for (const name of files) writeFileSync(join(folder, name), "");
  symlinkSync(join(folder, "a"), join(folder, "a/b/circle"));
  symlinkSync(join(folder, "a"), join(folder, "linked"));
  symlinkSync(join(folder, "none"), join(folder, "broken.warc"));
  writeFileSync(join(folder, "self.txt"), `@${join(folder, "self.txt")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (pattern: string): string[] =>
  expandGlob(join(folder, pattern)).map((path) => path.slice(folder.length + 1));

describe("a glob", () => {
  it.each([
    ["*.warc", ["broken.warc", "x.warc"]],
    [".*.warc", [".dot.warc"]],
    ["a/y?.warc", ["a/y1.warc"]],
    ["a/y*.warc", ["a/y1.warc", "a/y22.warc"]],
    ["*/b/c/z.warc", ["a/b/c/z.warc", "linked/b/c/z.warc"]],
    ["a/y[13].warc", ["a/y1.warc"]],
    ["a/y[!1]*.warc", ["a/y22.warc"]],
    ["a/y{1,22}.warc", ["a/y1.warc", "a/y22.warc"]],
    ["{a/b/c,a}/{z,y1}.warc", ["a/b/c/z.warc", "a/y1.warc"]],
    ["a[1]/(b)/*.warc", ["a[1]/(b)/!w.warc"]],
    ["a[1]/(b)/!*", ["a[1]/(b)/!w.warc"]],
    ["*/y1.warc", ["a/y1.warc", "linked/y1.warc"]],
    [
      "**/*.warc",
      [
        ...["a/(1)+[2].warc", "a/b/c/z.warc", "a/y1.warc", "a/y22.warc"],
        ...["a[1]/(b)/!w.warc", "broken.warc", "x.warc"],
      ],
    ],
    ["**/**/z.warc", ["a/b/c/z.warc"]],
    ["a/**/c", ["a/b/c"]],
    ["a/b/circle/y1*", ["a/b/circle/y1.warc"]],
    ["a/**", ["a"]],
    ["x.warc/*", []],
    ["none/*.warc", []],
  ])("expands the glob %s to %j", (pattern, expected) => {
    expect(found(pattern)).toEqual(expected);
  });

  it("expands a glob of two stars to the current folder", () => {
    expect(expandGlob("**")).toEqual(["."]);
  });

  it("recognises a glob by its wildcards", () => {
    const globs = ["a*.warc", "a?.warc", "**/a", "a[12].warc", "a{1,2}.warc"];
    expect(globs.filter((path) => !isGlob(path))).toEqual([]);
    expect(isGlob("a/b-1.warc.gz")).toBe(false);
  });
});

describe("a list of paths", () => {
  it("rejects a list of paths that contains itself", () => {
    expect(() => findFiles([`@${join(folder, "self.txt")}`], warcFiles)).toThrow(/names itself/u);
  });
});
