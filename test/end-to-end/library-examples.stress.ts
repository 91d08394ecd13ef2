import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../support/run-bin.js";

/** Returns the output of an example in examples/library, which imports the package by its own name. */
function printedBy(example: string, argument: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "examples/library", example), argument],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

describe("the examples for the library", () => {
  it("the example with a user's measure calls a page without its headings off-topic", () => {
    const lines = printedBy("own-measure.mjs", "fixtures/collection");
    expect(lines).toContain(
      "from-warc::20180127221845::http://www.harbour-lantern-museum.example/\tkept-headings 0.000\tcosine 0.022",
    );
    // On-topic in a new design. The measure of the example is wrong about it, cosine is not.
    expect(lines).toContain(
      "from-warc::20190603130529::http://www.brackenford-library.example/\tkept-headings 0.000\tcosine 0.546",
    );
  });

  it("the example with given pages scores them without a WARC file", () => {
    const file = join(temporaryFolder(), "pages.jsonl");
    const uriR = "http://www.harbour.example/";
    const pages = [
      {
        uriR,
        mementoDatetime: "2009-04-14",
        body: "<p>The lanterns of the old harbour museum</p>",
      },
      { uriR, mementoDatetime: "2018", body: "<title>Account suspended</title>" },
    ];
    writeFileSync(file, pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
    expect(printedBy("given-pages.mjs", file)).toEqual([
      `2009-04-14T00:00:00Z\t${uriR}\ton-topic`,
      `2018-01-01T00:00:00Z\t${uriR}\toff-topic`,
    ]);
  });
});

it("the package can be required", () => {
  const script = `
    const { detect, givenPages } = require("detect-off-topic");
    const pages = [{ uriR: "http://a.example/", mementoDatetime: "2012", body: "<p>The harbour museum is open to visitors." }];
    (async () => {
      for await (const { overall } of detect({ input: givenPages(pages), workers: 0 })) console.log(overall);
    })();`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", script], {
    ...{ cwd: ROOT, encoding: "utf8" },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "on-topic\n" });
});
