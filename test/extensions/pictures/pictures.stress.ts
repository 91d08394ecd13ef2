import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PICTURES_INDEX } from "../../../src/report/pictures-index.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { resultsOf, WARC } from "../../tasks/review/reviewing.js";

/** A program that is there on every machine, in the place of a browser. */
const A_PROGRAM = process.execPath;

async function pictures(...args: readonly string[]) {
  const { results } = await resultsOf(`warc=${WARC}`);
  const hasOwn = args.some((each) => each.startsWith("browser="));
  const browser = hasOwn ? [] : ["--set", `browser=${A_PROGRAM}`];
  return runBin(["pictures", results, ...browser, ...args]);
}

const FINISHED = {
  form: "detect_off_topic pictures 1",
  software: "detect_off_topic 0.2.0 pictures",
  scripts: true,
  captures: [],
};

describe("pictures", () => {
  it.each([
    ["a command without a folder for the pictures", ["-i", `warc=${WARC}`], "give -o FOLDER"],
    ["a command without the files of the captures", ["-o", "unused"], "e.g. -i warc=crawl.warc.gz"],
    [
      "pictures of an archive on the web",
      ["-o", "unused", "-i", "timemap=http://127.0.0.1:1/"],
      "give -i warc=FILE, wacz=FILE or dir=FOLDER, not timemap=",
    ],
    [
      "files on the web, since nothing is fetched",
      ["-o", "unused", "-i", "warc=http://127.0.0.1:1/crawl.warc.gz"],
      "save http://127.0.0.1:1/crawl.warc.gz in a file first",
    ],
    [
      "a browser that is not there",
      ["-o", "unused", "-i", `warc=${WARC}`, "--set", "browser=/no/chromium"],
      "--set browser=/no/chromium: there is no such program. Give the path of Chromium.",
    ],
  ])("refuses %s in one line and makes no folder", async (_, args, message) => {
    const { status, stderr, stdout } = await pictures(...args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect([status, stdout]).toEqual([2, ""]);
    expect(existsSync("unused")).toBe(false);
  });

  it.each([
    ["a folder with files of other programs", "letter.txt", "Dear", "did not write"],
    ["an index of pictures that cannot be read", PICTURES_INDEX, "{}", "is no index of pictures"],
    [
      "an index that names a file outside the folder",
      PICTURES_INDEX,
      JSON.stringify({
        ...FINISHED,
        captures: [{ uriM: "a", record: "", file: "../../letter.webp" }],
      }),
      "is no index of pictures",
    ],
    [
      "pictures that were drawn with scripts for a run without them",
      PICTURES_INDEX,
      JSON.stringify(FINISHED),
      "were drawn with scripts. Give another folder with -o.",
    ],
  ])("refuses %s, and leaves the folder as it is", async (_, name, content, message) => {
    const folder = join(temporaryFolder(), "pictures");
    mkdirSync(folder);
    writeFileSync(join(folder, name), content);
    const { status, stderr } = await pictures("-i", `warc=${WARC}`, "-o", folder);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("names a program that is not a browser, and describes its failure", async () => {
    const folder = join(temporaryFolder(), "pictures");
    const { status, stderr } = await pictures("-i", `warc=${WARC}`, "-o", folder);
    expect(stderr).toContain(`${A_PROGRAM} cannot be started`);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(status).toBe(2);
  });
});
