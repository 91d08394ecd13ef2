import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { parseFailOn } from "../../src/command/exit-status.js";
import { parseSize, parseWhole } from "../../src/base/value-kinds.js";
import { writeOutShortFlags } from "../../src/cli/program.js";

describe("sizes", () => {
  it.each([
    ["1", 1],
    ["4096", 4096],
    ["64k", 65_536],
    ["64M", 67_108_864],
    ["1.5G", 1_610_612_736],
    ["2 MiB", 2_097_152],
    ["10MB", 10_485_760],
  ])("parses the size %s as %i bytes", (text, bytes) => {
    expect(parseSize(text, "--set memory")).toBe(bytes);
  });

  it.each(["", "0", "-1", "M", "1T", "0.1", "1e3", "NaN", "9999999999G"])(
    "refuses %j as a size",
    (text) => {
      expect(() => parseSize(text, "--set memory")).toThrow(
        `--set memory takes a size such as 64M or 1G`,
      );
    },
  );
});

describe("whole numbers", () => {
  it("parses whole numbers that are at least the minimum", () => {
    expect(parseWhole("0", "--workers", 0)).toBe(0);
    expect(parseWhole("16", "--workers", 0)).toBe(16);
    expect(() => parseWhole("0", "--number-of-topics", 1)).toThrow(
      '--number-of-topics takes a whole number from 1 up, not "0".',
    );
  });

  it.each(["", "-1", "1.5", "two", "1e3", "99999999999999999999"])(
    "refuses %j as a whole number",
    (text) => {
      expect(() => parseWhole(text, "--workers", 0)).toThrow(UsageError);
    },
  );
});

describe("--fail-on", () => {
  const share = (figure: string, bound: number): object => ({ figure, bound, isShare: true });
  const number = (figure: string, bound: number): object => ({ figure, bound, isShare: false });

  it.each([
    ["off-topic", [share("off-topic", 0)]],
    ["off-topic=0.5%", [share("off-topic", 0.005)]],
    ["off-topic=100%", [share("off-topic", 1)]],
    ["failed", [share("failed", 0)]],
    ["failed=3", [number("failed", 3)]],
    ["failed=10%", [share("failed", 0.1)]],
    ["single=0", [number("single", 0)]],
    ["mementos<100", [number("mementos", 100)]],
    ["mementos=100", [number("mementos", 100)]],
    [
      "off-topic=5%, failed=0,mementos<100",
      [share("off-topic", 0.05), number("failed", 0), number("mementos", 100)],
    ],
  ])("parses --fail-on %s", (text, rules) => {
    expect(parseFailOn(text)).toEqual(rules);
  });

  it.each([
    ...["", "on-topic", "off-topic=", "off-topic=5", "off-topic=101%", "off-topic=-1%"],
    ...[
      "off-topic<5%",
      "mementos",
      "mementos=5%",
      "mementos>5",
      "failed<2",
      "failed=1.5",
      "single",
      "single=5%",
    ],
    "off-topic,",
  ])("refuses --fail-on %j", (text) => {
    expect(() => parseFailOn(text)).toThrow("--fail-on takes off-topic or off-topic=5%");
  });
});

describe("two-letter flags", () => {
  it.each([
    [
      ["-tm", "cosine"],
      ["--timemap-measures", "cosine"],
    ],
    [["-tm=cosine=0.1"], ["--timemap-measures=cosine=0.1"]],
    [["-ot=csv"], ["--output-type=csv"]],
    [
      ["-cf", "x"],
      ["--cachefile", "x"],
    ],
    [["-i=warc=a=b.warc"], ["-i", "warc=a=b.warc"]],
    [["-o="], ["-o", ""]],
    [
      ["-i", "warc=a"],
      ["-i", "warc=a"],
    ],
    [["--output-type=csv"], ["--output-type=csv"]],
    [["-q"], ["-q"]],
  ])("expands the two-letter flags %j to %j", (given, meant) => {
    expect(writeOutShortFlags(given)).toEqual(meant);
  });

  it("does not expand arguments without a hyphen", () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((text) => !text.startsWith("-"))), (argv) => {
        expect(writeOutShortFlags(argv)).toEqual(argv);
      }),
    );
  });
});
