import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { factsOf } from "../../src/tools/release-facts.js";
import { temporaryFolder } from "../support/run-bin.js";

interface Filled {
  readonly repository?: string;
  readonly heading?: string;
  readonly locked?: string;
  readonly citation?: string;
}

/** Returns a folder with the files of a release that is ready but for the given ones. */
function release(filled: Filled = {}): string {
  const folder = temporaryFolder();
  const {
    repository = "git+https://github.com/an-owner/detect_off_topic.git",
    heading = "## 1.2.3 (2027-01-31)",
    locked = "1.2.3",
    citation = "version: 1.2.3\ndate-released: 2027-01-31\n",
  } = filled;
  const project = {
    ...{ version: "1.2.3", author: "An Owner", repository: { url: repository } },
    bugs: { url: "https://github.com/an-owner/detect_off_topic/issues" },
  };
  const files = {
    "package.json": JSON.stringify(project),
    "package-lock.json": JSON.stringify({ version: locked }),
    "CHANGELOG.md": `# Changelog\n\n${heading}\n\nNews.\n`,
    "CITATION.cff": citation,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("the facts of a release", () => {
  const built = { tag: "v1.2.3", builder: "an-owner/detect_off_topic" };

  it("a release whose files agree with its tag passes", () => {
    expect(factsOf(release(), built)).toEqual({ wrong: [], missing: [] });
  });

  it.each<[string, Filled, typeof built, RegExp]>([
    ["a tag of another version", {}, { ...built, tag: "v1.2.4" }, /v1\.2\.4, and .* is v1\.2\.3$/u],
    ["a lock file of another version", { locked: "1.2.2" }, built, /has version 1\.2\.2/u],
    ["a changelog without this version", { heading: "## 1.2.2 (2026-01-01)" }, built, /no part/u],
    ["a version without a date", { heading: "## 1.2.3 (unreleased)" }, built, /put the date/u],
    ["a citation without the date", { citation: "version: 1.2.3\n" }, built, /CITATION\.cff/u],
    ["a package without a repository", { repository: "" }, built, /fill in repository/u],
    ["a build in another repository", {}, { ...built, builder: "a-fork/x" }, /a-fork\/x/u],
  ])("a release is refused for %s", (_, filled, given, reason) => {
    const { wrong, missing } = factsOf(release(filled), given);
    expect([...wrong, ...missing].join("\n")).toMatch(reason);
  });
});
