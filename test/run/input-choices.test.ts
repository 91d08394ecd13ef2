import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inputs } from "../../src/read/inputs/index.js";
import { chooseInputs, inputOfWord, recognisedInput } from "../../src/run/input-choices.js";
import "../support/all-extensions.js";
import { temporaryFolder } from "../support/run-bin.js";

const choose = (...texts: string[]): (readonly [string, readonly string[]])[] =>
  chooseInputs(texts, inputs).map(({ input, values }) => [input.keyword, values] as const);

describe("values of -i", () => {
  it("splits a value of -i at the first = only", () => {
    expect(choose("timemap=http://archive.example/timemap?url=a&form=link")).toEqual([
      ["timemap", ["http://archive.example/timemap?url=a&form=link"]],
    ]);
  });

  it("merges several values of -i with the same keyword into one input, in their order", () => {
    expect(choose("warc=b.warc", "timemap=x", "warc=a.warc,c.warc")).toEqual([
      ["warc", ["b.warc", "a.warc,c.warc"]],
      ["timemap", ["x"]],
    ]);
  });

  it.each([
    [
      "crawl.warc.gz",
      '"crawl.warc.gz" does not say what kind of input it is. Write -i warc=crawl.warc.gz',
    ],
    ["wrac=a.warc", 'unknown input "wrac". Did you mean "warc"?'],
    ["warc=", "-i warc= has no value. Write -i warc=FILE"],
    ["warc= ", "-i warc= has no value."],
    ["=a.warc", 'unknown input ""'],
  ])("refuses %j as a value of -i", (text, message) => {
    expect(() => choose(text)).toThrow(message);
  });
});

describe("recognised inputs", () => {
  it.each([
    ["crawl.warc", "warc"],
    ["crawl.wacz", "wacz"],
    ["http://archive.example/timemap/link/http://a.example/", "timemap"],
    ["https://archive-it.org/collections/7877", "archiveit"],
    ["7877", "archiveit"],
    ["notes.txt", undefined],
  ])("recognises the input of %s by its name", (name, keyword) => {
    expect(recognisedInput(name, inputs)?.keyword).toBe(keyword);
  });

  it.each([
    ["WARC/1.1\r\n", "warc"],
    ["filedesc://a.arc 0.0.0.0", "warc"],
    ["PK\u0003\u0004", "wacz"],
    ['<http://a.example/>; rel="original",', "timemap"],
    ["1\t2010\thttp://archive.example/web/2010/http://a.example/\t1\n", "goldtest"],
    ["anything", undefined],
  ])("recognises the input of a file that begins with %j under any name", (start, keyword) => {
    const file = join(temporaryFolder(), "7877");
    writeFileSync(file, start);
    expect(recognisedInput(file, inputs)?.keyword).toBe(keyword);
  });
});

describe("arguments of the command map", () => {
  it.each([
    ["http://archive.example/timemap/http://a.example/?a,b", null],
    ["a,b.warc.gz", "warc=a%2Cb.warc.gz"],
    ["./year=2010/100%.warc.gz", "warc=./year%3D2010/100%25.warc.gz"],
    ["7877", "warc=7877"],
  ])("accepts %s as an argument of map", (word, value) => {
    expect(inputOfWord(word, inputs)).toBe(value ?? `timemap=${word}`);
  });
});

describe("names in an argument", () => {
  it.each(
    inputs
      .map((input) => [input.keyword, input] as const)
      .filter(
        ([, { usesHttp, keyword }]) => !usesHttp || keyword === "goldtest" || keyword === "timemap",
      ),
  )(
    "accepts escaped commas, equals signs and percent signs in the names of input %s",
    async (keyword, input) => {
      const refused = input.prepare([join(temporaryFolder(), "a%2Cb%3Dc%25.x")]);
      await expect(refused, keyword).rejects.toThrow("a,b=c%.x");
    },
  );
});
