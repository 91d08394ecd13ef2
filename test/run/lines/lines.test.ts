import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import {
  absentLine,
  decodeLine,
  encodeProblem,
  encodeRecord,
  frontOf,
  keyOfLine,
  kindOfLine,
  mayPass,
  placeOfLine,
  sortKeyOf,
  writtenFeatures,
} from "../../../src/run/lines/lines.js";
import {
  pointerLines,
  requestLine,
  searchOf,
  targetLines,
} from "../../../src/run/lines/pointers.js";
import type { Capture } from "../../../src/base/types.js";

const capture: Capture = {
  uriR: "http://example.org/",
  mementoDatetime: "2015-03-01T10:00:00Z",
  source: { file: "a.warc", offset: 7 },
};
const head = { key: "org,example)/", capture };
const words = JSON.stringify({ value: { terms: ["memento".repeat(10)], counts: [3] } });

const lineOf = (of: Partial<Parameters<typeof encodeRecord>[0]>, ...outcomes: string[]): string =>
  encodeRecord({ ...head, ...of, features: writtenFeatures(outcomes, of.stamp !== undefined) });

const outcomes = fc.array(
  fc.oneof(
    fc.json().map((json) => `{"value":${json}}`),
    fc.constant(words),
    fc.constant('{"problem":{"stage":"extract","message":"no text"}}'),
  ),
  { maxLength: 6 },
);

describe("a record as a line", () => {
  it.each([undefined, "x"])(
    "is decoded to an equal record, also if it was written for another process (stamp %s)",
    (stamp) => {
      fc.assert(
        fc.property(outcomes, (written) => {
          const line = lineOf(stamp === undefined ? {} : { stamp }, ...written);
          expect([keyOfLine(line), kindOfLine(line)]).toEqual([head.key, "record"]);
          const features = written.map((outcome) => JSON.parse(outcome) as unknown);
          const tie = sortKeyOf(capture);
          expect(decodeLine(line)).toEqual({ ...head, tie, ...(stamp && { stamp }), features });
          expect(frontOf(line)).toMatchObject({ capture, ...(stamp && { stamp }) });
        }),
      );
    },
  );

  it("holds no control or hidden character of an address or a message, if another process reads it", () => {
    const odd = "http://example.org/\u007f\u0085\u202e\u2028\u001b";
    const of = { stamp: "x", capture: { ...capture, uriR: odd, uriM: odd } };
    const problem = { stage: "access", message: odd } as const;
    const lines = [
      lineOf(of, JSON.stringify({ value: odd })),
      lineOf({ ...of, problem }),
      encodeProblem({ kind: "timemap-problem", uriT: odd, problem }),
    ];
    expect(lines.join("").match(/[^\t -~]/gu)).toBeNull();
    expect(decodeLine(lines[0]!).capture).toEqual(of.capture);
  });

  it("says that a page is worth reading again in a later run if the machine had too little memory or time for it, and for no other problem", () => {
    const ofMachine = [
      "a page of 60000000 bytes: there is memory for 13281962 (node --max-old-space-size)",
      "reading this page stopped a worker: Worker terminated due to reaching memory limit",
      "the PDF cannot be read: it takes more than 30 seconds",
      "the PDF cannot be read: Worker terminated due to reaching memory limit: JS heap out of memory",
    ];
    const others = ["a page of more than 3000000 tags", "the PDF cannot be read: no password"];
    const isRead = (message: string): boolean =>
      mayPass(lineOf({ problem: { stage: "extract", message } }));
    expect([...ofMachine, ...others].filter(isRead)).toEqual(ofMachine);
    expect(mayPass(lineOf({}, JSON.stringify({ value: ofMachine[0] })))).toBe(false);
  });

  it("has an outcome only once even if several features share it", () => {
    const line = lineOf({}, words, '{"value":7}', words, '{"value":7}');
    expect(line.split("memento".repeat(10))).toHaveLength(2);
    expect(decodeLine(line).features[2]).toEqual(JSON.parse(words));
  });

  it("is refused if it is not one that map writes", () => {
    const outcomes = ['"AAAA"', '{"length":1}', "", "[", '[{"same":1}]', '[{"same":-1}]', "[null]"];
    const captures = ["null", '"x"', "{}", '{"uriR":5,"mementoDatetime":"2015"}'];
    const odd = [
      "a\tb",
      ...outcomes.map((features) => encodeRecord({ ...head, features })),
      ...captures.map((each) => lineOf({}).replace(JSON.stringify(capture), each)),
    ];
    for (const line of odd) expect(() => decodeLine(line)).toThrow(UsageError);
  });

  it("has no reference to another outcome in a page's text", () => {
    const outcome = '{"value":{"same":0}}';
    expect(decodeLine(lineOf({}, words, outcome)).features[1]).toEqual(JSON.parse(outcome));
  });
});

it("the lines of a place sort so that what is decided comes before what is temporary, and both before a pointer to it", () => {
  const by = { groupBy: "surt", groupCapturesBy: "surt" } as const;
  const moved = { ...capture, status: 302 };
  const redirect = {
    kind: "redirect",
    capture: moved,
    location: "http://example.org/new",
  } as const;
  const [asTarget = "", search = ""] = pointerLines(redirect, by);
  const place = placeOfLine(lineOf({}));
  const lines = [
    absentLine(place),
    lineOf({}),
    encodeRecord({ ...head, features: "[]" }, "temporary"),
    requestLine(searchOf(redirect), place),
  ];
  expect(lines.toReversed().sort()).toEqual(lines);
  const kinds = [...lines, ...targetLines(capture, "page", by), asTarget, search].map(kindOfLine);
  expect(kinds).toEqual([
    ...["absent", "record", "temporary", "wants", "target-page", "target-pointer", "looks"],
  ]);
});
