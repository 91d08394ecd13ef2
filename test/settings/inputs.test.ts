import { describe, expect, it } from "vitest";
import { inputs } from "../../src/inputs/index.js";
import { chooseInputs } from "../../src/settings/inputs.js";

const choose = (...texts: string[]): (readonly [string, readonly string[]])[] =>
  chooseInputs(texts, inputs).map(({ input, values }) => [input.keyword, values] as const);

describe("what stands after -i", () => {
  it("is split at the first = only", () => {
    expect(choose("timemap=http://archive.example/timemap?url=a&form=link")).toEqual([
      ["timemap", ["http://archive.example/timemap?url=a&form=link"]],
    ]);
  });

  it("is one input where a kind is given several times, in the order of the values", () => {
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
    ["warc=", "-i warc= names nothing. Write -i warc=FILE"],
    ["warc= ", "-i warc= names nothing."],
    ["=a.warc", 'unknown input ""'],
  ])("%j is refused", (text, message) => {
    expect(() => choose(text)).toThrow(message);
  });
});
