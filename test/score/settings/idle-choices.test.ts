import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { inputs } from "../../../src/read/inputs/index.js";
import { requireUsedChoices } from "../../../src/run/contradictions.js";
import type { DetectOptions } from "../../../src/run/detect-options.js";
import "../../support/all-extensions.js";

describe("choices for reading from archives", () => {
  const check =
    (choices: Omit<DetectOptions, "input">, ...keywords: readonly string[]) =>
    (): void =>
      requireUsedChoices(
        choices,
        inputs.flatMap((input) =>
          keywords.includes(input.keyword) ? [{ input, values: [] }] : [],
        ),
      );

  it("rejects --offline without a working directory", () => {
    expect(check({ offline: true }, "timemap")).toThrow(/^--offline .*with -d\.$/u);
    expect(check({ offline: true, directory: "d" }, "timemap")).not.toThrow();
  });

  it.each([
    ["from", "2010"],
    ["to", "2015"],
    ["limit", 3],
    ["sample", 3],
  ] as const)("rejects --%s for an input that is always read whole", (name, value) => {
    const choices = { [name]: value };
    expect(check(choices, "timemap", "warc")).toThrow(UsageError);
    expect(check(choices, "timemap", "warc")).toThrow(
      `--${name} chooses from TimeMaps and indexes; -i warc= is read whole. Leave --${name} out, or give TimeMaps.`,
    );
    expect(check(choices, "timemap")).not.toThrow();
    expect(check({}, "warc")).not.toThrow();
  });

  it("accepts --seeds auto only for inputs that name their seeds, and --seeds FILE for every input", () => {
    for (const keyword of ["timemap", "goldtest", "uri-m"]) {
      expect(check({ seeds: "auto" }, keyword)).toThrow("this input names no seeds");
      expect(check({ seeds: ["http://a.example/"] }, keyword)).not.toThrow();
    }
    for (const keyword of ["archiveit", "dir", "warc", "wacz"])
      expect(check({ seeds: "auto" }, keyword)).not.toThrow();
  });

  it("accepts --match for seeds and plain URI-Rs, but not for collections that define their own seeds", () => {
    const seeds = ["http://a.example/"];
    expect(check({ match: "host" }, "warc")).toThrow("give --seeds FILE");
    expect(check({ match: "host" }, "uri-r")).not.toThrow();
    for (const keyword of ["warc", "wacz", "cdx", "timemap", "uri-m"])
      expect(check({ match: "host", seeds }, keyword)).not.toThrow();
    for (const keyword of ["archiveit", "dir"])
      expect(check({ match: "host", seeds }, keyword)).toThrow("Leave --match out");
  });
});
