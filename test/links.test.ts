import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/run-bin.js";

/** Markdown files for people. The reference of the library is made, and its maker checks its links. */
const files = [
  ROOT,
  join(ROOT, "docs"),
  join(ROOT, "bench/notes"),
  join(ROOT, "bench/notes/design"),
]
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".md"));

/** Returns the text without blocks and words of code, which may have brackets of other languages. */
const prose = (path: string): string =>
  readFileSync(path, "utf8")
    .replaceAll(/^```[^]*?^```/gmu, "")
    .replaceAll(/`[^`\n]*`/gu, (code) => code.replaceAll(/[[\]()]/gu, ""));

/** Returns the anchors that GitHub gives the headings of a file. Equal headings get a number. */
function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose(path).matchAll(/^#+ (.*)$/gmu)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .replaceAll(/\s/gu, "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns a line for each link of a file that leads to no file or heading. */
function deadLinks(path: string): readonly string[] {
  return [...prose(path).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, link = ""]) => {
    if (/^[a-z]+:/iu.test(link)) return [];
    const [file = "", anchor] = decodeURI(link).split("#", 2);
    const target = file === "" ? path : join(dirname(path), file);
    const isThere =
      existsSync(target) &&
      (anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor));
    return isThere ? [] : [`${relative(ROOT, path)}: ${link}`];
  });
}

it("every link of a Markdown file leads to a file that exists, and to a heading that it has", () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap(deadLinks)).toEqual([]);
});
