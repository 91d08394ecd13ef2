import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { warc } from "../../../src/read/inputs/warc.js";
import { pageRecord } from "../../support/warc-builder.js";

let folder = "";
const at = (...names: string[]): string => join(folder, ...names);
const prepared = async (...values: string[]): Promise<string[]> =>
  (await warc.prepare(values)).map((path) => path.replace(`${folder}/`, ""));

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "dot-sources-")));
  for (const name of ["crawl", "crawl/2019", "crawl/.hidden", "empty"]) mkdirSync(at(name));
  const files = [
    "b.warc",
    "a.warc",
    "one,two=3.warc",
    "100%.warc",
    "star*.warc",
    "crawl/z.warc",
    "crawl/a.arc",
    "crawl/notes.txt",
    "crawl/2019/m.warc",
    "crawl/.hidden/h.warc",
  ];
  for (const name of files) writeFileSync(at(name), pageRecord("a"));
  writeFileSync(
    at("list.txt"),
    `\u{feff}# the files\n\n${at("b.warc")}\r\n  ${at("crawl")}  \n${at("*.warc")}\n`,
  );
  writeFileSync(at("empty-list.txt"), "# nothing\n");
  symlinkSync(at("crawl"), at("crawl/2019/loop"));
  symlinkSync(at("a.warc"), at("again.warc"));
  symlinkSync(at("nowhere"), at("crawl/broken.warc"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the names in -i warc=", () => {
  it("reads files of -i warc= in the given order, each once even under several names", async () => {
    expect(await prepared(`${at("b.warc")},${at("a.warc")}`, at("crawl/../b.warc"))).toEqual([
      "b.warc",
      "a.warc",
    ]);
    expect(await prepared(`${at("a.warc")},${at("again.warc")}`)).toEqual(["a.warc"]);
  });

  it("decodes %2C, %3D and %25 in names of -i warc=", async () => {
    expect(await prepared(at("one%2Ctwo%3d3.warc"))).toEqual(["one,two=3.warc"]);
    expect(await prepared(at("100%25.warc"))).toEqual(["100%.warc"]);
  });

  it("finds WARC files in a folder at any depth in sorted order, and follows no circular links", async () => {
    const found = await prepared(at("crawl"));
    expect(found).toEqual([...found].sort());
    expect(found).toContain("crawl/2019/m.warc");
    expect(found).toContain("crawl/a.arc");
    expect(found).not.toContain("crawl/notes.txt");
    expect(found).not.toContain("crawl/broken.warc");
    expect(found.filter((path) => path.includes("loop"))).toEqual([]);
  });

  it("finds WARC files by globs in sorted order", async () => {
    expect(await prepared(at("?.warc"))).toEqual(["a.warc", "b.warc"]);
    expect(await prepared(at("crawl/*.warc"))).toEqual(["crawl/z.warc"]);
    expect(await prepared(at("crawl/**/*.warc"))).toEqual(["crawl/2019/m.warc", "crawl/z.warc"]);
  });

  it("finds WARC files by globs with braces, and does not split the value at the commas within them", async () => {
    const glob = `${at("{a,b}.warc")},${at("crawl/{z,nothing}.warc")}`;
    expect(await prepared(glob)).toEqual(["a.warc", "b.warc", "crawl/z.warc"]);
  });

  it("reads the WARC files in a list, one per line", async () => {
    const found = await prepared(`@${at("list.txt")}`);
    expect(found[0]).toBe("b.warc");
    expect(found).toContain("crawl/2019/m.warc");
    expect(new Set(found).size).toBe(found.length);
  });

  it("reads standard input for - in -i warc=", async () => {
    expect(await prepared("-")).toEqual(["-"]);
  });
});

describe("names without a readable file", () => {
  it.each([
    ["a missing file", () => at("missing.warc")],
    ["a folder without WARCs", () => at("empty")],
    ["a glob that matches nothing", () => at("*.zip")],
    ["a missing list", () => `@${at("missing.txt")}`],
    ["nothing", () => " , "],
  ])("rejects %s of -i warc= as a usage error in one line", async (_, value) => {
    const refused = await warc.prepare([value()]).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as UsageError).message).not.toContain("\n");
  });
});
