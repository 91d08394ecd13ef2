import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../src/base/content-type.js";
import { UsageError } from "../../../src/base/errors.js";
import {
  absentLine,
  decodeLine,
  encodeLine,
  encodeProblem,
  frontOf,
  keyOfLine,
  parseLine,
} from "../../../src/run/lines/lines.js";
import { RecordReader } from "../../../src/run/lines/record-reader.js";
import {
  pointerLines,
  requestLine,
  searchOf,
  targetLines,
} from "../../../src/run/lines/pointer-lines.js";
import type { Capture } from "../../../src/base/types.js";

const capture: Capture = {
  uriR: "http://example.org/",
  mementoDatetime: "2015-03-01T10:00:00Z",
};
const head = { key: "org,example)/", tie: "a.warc:000000000000007:000000000000000", capture };
const words = JSON.stringify({ value: { terms: ["memento".repeat(10)], counts: [3] } });

const outcomes = fc.array(
  fc.oneof(
    fc.json().map((json) => `{"value":${json}}`),
    fc.constant(words),
    fc.constant('{"problem":{"stage":"extract","message":"no text"}}'),
  ),
  { maxLength: 6 },
);

describe("a record as a line", () => {
  it("decodes an encoded line to an equal record", () => {
    fc.assert(
      fc.property(outcomes, (features) => {
        const line = encodeLine(head, features);
        expect(keyOfLine(line)).toBe(head.key);
        expect(decodeLine(line)).toEqual({
          ...head,
          features: features.map((outcome) => JSON.parse(outcome) as unknown),
        });
      }),
    );
  });

  it("holds no control or hidden character of an address or a message, if another process reads it", () => {
    const odd = "http://example.org/\u007f\u0085\u202e\u2028\u001b";
    const of = { ...head, stamp: "x", capture: { ...capture, uriR: odd, uriM: odd } };
    const lines = [
      encodeLine(of, [JSON.stringify({ value: odd })]),
      encodeLine({ ...of, problem: { stage: "access", message: odd } }, []),
      encodeProblem({
        kind: "timemap-problem",
        uriT: odd,
        problem: { stage: "access", message: odd },
      }),
    ];
    expect(lines.join("").match(/[^\t -~]/gu)).toBeNull();
    expect(decodeLine(lines[0]!).capture).toEqual(of.capture);
  });

  it("decodes a line to an equal record if it was written for another process", () => {
    fc.assert(
      fc.property(outcomes, (features) => {
        const line = encodeLine({ ...head, stamp: "x" }, features);
        expect(decodeLine(line)).toEqual({
          ...head,
          stamp: "x",
          features: features.map((outcome) => JSON.parse(outcome) as unknown),
        });
        expect(frontOf(line)).toMatchObject({ capture, stamp: "x" });
      }),
    );
  });

  it.each(FORMATS.filter((format) => format !== "html"))(
    "reduce accepts records of documents of format %s from another process",
    (format) => {
      const reader = new RecordReader({ stamp: "x", features: [] });
      const line = encodeLine({ ...head, capture: { ...capture, format }, stamp: "x" }, []);
      expect(reader.decode(line).capture.format).toBe(format);
    },
  );

  it.each(["", "AAAA", "!", "ÿÿÿÿAAAA"])(
    "refuses a record with %j instead of packed features",
    (text) => {
      const line = encodeLine(head, []).replace("[]", JSON.stringify(text));
      expect(() => decodeLine(line)).toThrow(UsageError);
    },
  );

  it("writes an outcome only once even if several features share it", () => {
    const line = encodeLine(head, [words, '{"value":7}', words, '{"value":7}']);
    expect(line.endsWith(`"features":[${words},{"value":7},{"same":0},{"value":7}]}`)).toBe(true);
    const { features } = decodeLine(line);
    expect(features[2]).toBe(features[0]);
  });

  it.each(['{"same":1}', '{"same":9}', '{"same":-1}', "null", "7"])(
    "refuses a record with %s instead of an outcome, because it refers to no outcome",
    (outcome) => {
      const line = encodeLine(head, ['{"value":1}']).replace('{"value":1}', outcome);
      expect(() => decodeLine(line)).toThrow(UsageError);
    },
  );

  it.each(["null", '"x"', "{}", '{"uriR":5,"mementoDatetime":"2015-03-01T10:00:00Z"}'])(
    "refuses a record with %s instead of the capture",
    (written) => {
      const line = encodeLine(head, []).replace(JSON.stringify(capture), written);
      expect(() => decodeLine(line)).toThrow(UsageError);
    },
  );

  it.each(["3", "{}", "false", '{"kind":"revisit"}'])(
    "refuses a record with %s instead of the mark of a revisit",
    (written) => {
      const line = encodeLine(head, []).replace('"features"', `"pointer":${written},"features"`);
      expect(() => decodeLine(line)).toThrow(UsageError);
    },
  );

  it("refuses a record whose features are not a list", () => {
    const line = encodeLine(head, []).replace("[]", '{"length":1}');
    expect(() => decodeLine(line)).toThrow(UsageError);
  });

  it("does not read a page's text as a reference to another outcome", () => {
    const outcome = '{"value":{"same":0}}';
    expect(decodeLine(encodeLine(head, [words, outcome])).features[1]).toEqual(JSON.parse(outcome));
  });
});

describe("parseLine", () => {
  const by = { groupBy: "surt", groupCapturesBy: "surt" } as const;
  const redirect = { kind: "redirect", capture, location: "http://example.org/new" } as const;
  const [asTarget = "", search = ""] = pointerLines(redirect, by);
  const problem = { stage: "access", message: "no answer" } as const;

  it.each([
    ["a record", encodeLine(head, []), { kind: "record", state: "final" }],
    [
      "a provisional record of a redirect",
      encodeLine({ ...head, pointer: true }, []),
      { kind: "record", state: "provisional" },
    ],
    ["an absent record", absentLine("a\tb\tc"), { kind: "record", state: "absent" }],
    ["a target", targetLines(capture, "page", by)[0]!, { kind: "target" }],
    ["a redirect as the target of others", asTarget, { kind: "target" }],
    ["a pointer that looks for its target", search, { kind: "pointer", state: "looks" }],
    [
      "a pointer that has found its record",
      requestLine(searchOf(redirect), "a\tb\tc"),
      { kind: "pointer", state: "found" },
    ],
    [
      "a TimeMap that failed",
      encodeProblem({ kind: "timemap-problem", uriT: "http://example.org/timemap", problem }),
      { kind: "timemap-problem" },
    ],
  ])(
    "parseLine distinguishes %s from all other lines and returns its place and body",
    (_, line, expected) => {
      const parsed = parseLine(line);
      expect(parsed).toMatchObject(expected);
      expect(`${parsed.place}\t${parsed.body}`).toBe(line);
    },
  );
});
