import { describe, expect, it } from "vitest";
import { COMBINED } from "../../../src/score/decide.js";
import type { MementoResult } from "../../../src/score/types.js";
import { junit } from "../../../src/write/writers/junit.js";
import { parseXml, type XmlElement } from "../../support/xml.js";
import { memento, missed, missedTimeMap, NASTY, scored, undecided, written } from "./results.js";

const seed = (name: string, ...statuses: readonly MementoResult["overall"][]): MementoResult[] =>
  statuses.map((overall, i) =>
    memento({
      overall,
      uriT: `from-warc::timemap::http://${name}.example/`,
      uriM: `from-warc::${2010 + i}0202100000::http://${name}.example/`,
      capture: {
        ...memento().capture,
        uriR: `http://${name}.example/`,
        mementoDatetime: `${2010 + i}-02-02T10:00:00Z`,
      },
    }),
  );

/** Checks a document against the rules of the JUnit XML schema that concern our elements. */
function suiteOf(text: string): XmlElement {
  const root = parseXml(text);
  expect(root.name).toBe("testsuites");
  const [suite, ...others] = root.children;
  expect([suite?.name, suite?.attributes["name"], others]).toEqual([
    "testsuite",
    "detect_off_topic",
    [],
  ]);
  const cases = suite!.children;
  for (const each of cases) {
    expect(each.name).toBe("testcase");
    expect(Object.keys(each.attributes).sort()).toEqual(["classname", "name"]);
    expect(each.children.length).toBeLessThanOrEqual(1);
  }
  const count = (name: string): string =>
    String(cases.filter(({ children: [outcome] }) => outcome?.name === name).length);
  const counts = {
    ...{ tests: String(cases.length), failures: count("failure"), errors: count("error") },
  };
  // Jenkins refuses a file that has other attributes than its schema (junit-10.xsd of the xUnit plugin): there is no
  // `skipped` at the root.
  expect(root.attributes).toEqual(counts);
  const skipped = count("skipped");
  expect(suite!.attributes).toEqual({ name: "detect_off_topic", ...counts, skipped });
  return suite!;
}

describe("-ot junit", () => {
  it("-ot junit has a test case for each seed that fails only if the seed is off-topic now", async () => {
    const text = await written(junit, [
      ...seed("gone", "on-topic", "off-topic", "off-topic"),
      ...seed("back", "off-topic", "on-topic"),
      ...seed("open", "unsure"),
      undecided(),
      { ...missed, uriT: "from-warc::timemap::http://lost.example/" },
      missedTimeMap,
    ]);
    expect(
      suiteOf(text).children.map(({ attributes, children: [outcome] }) => [
        attributes["name"],
        outcome?.name,
        outcome?.attributes["message"],
        outcome?.text,
      ]),
    ).toEqual([
      [
        ...["http://gone.example/", "failure", "off-topic since 2011-02-02T10:00:00Z"],
        "from-warc::20110202100000::http://gone.example/",
      ],
      ["http://back.example/", undefined, undefined, undefined],
      ["http://open.example/", "skipped", "every verdict is unsure", ""],
      ["http://seed.example/", "skipped", "no capture has a verdict", ""],
      ["http://seed.example/", "error", "redirects to nowhere", ""],
      [missedTimeMap.uriT, "error", "HTTP status 404", ""],
    ]);
  });

  it("-ot junit shows kind and probability and links to the replayed capture", async () => {
    const result = memento({
      evidence: {
        scores: [],
        pageKind: { kind: "parked", title: "parked or for sale", strength: 1, marks: [] },
      },
      measures: [scored(COMBINED, 0.94321, "off-topic")],
    });
    const text = await written(junit, [result], undefined, { replay: "http://localhost:8080/my/" });
    const [outcome] = suiteOf(text).children[0]!.children;
    expect(outcome?.attributes["message"]).toBe(
      "off-topic since 2013-02-02T10:00:00Z: parked or for sale, probability 0.943",
    );
    expect(outcome?.text).toBe("http://localhost:8080/my/20130202100000/http://seed.example/");
  });

  it("-ot junit replaces characters that XML forbids and escapes all others", async () => {
    const odd = `${NASTY}\u0000\ud800\uffff]]>&amp;<x a='b'>`;
    const problem = { stage: "access", message: odd } as const;
    const text = await written(junit, [
      memento({ uriM: odd, capture: { ...memento().capture, uriR: odd } }),
      { kind: "timemap-problem", uriT: odd, problem },
    ]);
    expect(suiteOf(text).children.map(({ children }) => children[0]?.name)).toEqual([
      "failure",
      "error",
    ]);
  });

  it("-ot junit writes a suite without test cases for a run without seeds", async () => {
    expect(suiteOf(await written(junit, [])).children).toEqual([]);
  });
});
