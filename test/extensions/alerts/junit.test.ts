import { describe, expect, it } from "vitest";
import { COMBINED } from "../../../src/score/verdict/decide.js";
import type { MementoResult } from "../../../src/score/types.js";
import { junit } from "../../../src/extensions/alerts/junit.js";
import { schemaErrors } from "../../support/schemas.js";
import { parseXml, type XmlElement } from "../../support/xml.js";
import {
  memento,
  missed,
  missedTimeMap,
  NASTY,
  scored,
  undecided,
  written,
} from "../../write/writers/results.js";

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

/** Checks a document against the schema of Jenkins, and its counts; returns the suite. */
async function suiteOf(text: string): Promise<XmlElement> {
  expect(await schemaErrors(text, "junit-10.xsd")).toEqual([]);
  const root = parseXml(text);
  const [suite, ...others] = root.children;
  expect([suite?.attributes["name"], others]).toEqual(["detect_off_topic", []]);
  const cases = suite!.children;
  const count = (name: string): string =>
    String(cases.filter(({ children: [outcome] }) => outcome?.name === name).length);
  const counts = {
    ...{ tests: String(cases.length), failures: count("failure"), errors: count("error") },
  };
  expect(root.attributes).toEqual(counts);
  expect(suite!.attributes).toMatchObject({ ...counts, skipped: count("skipped"), time: "0" });
  for (const each of cases) expect(each.attributes["time"]).toBe("0");
  return suite!;
}

describe("-ot junit", () => {
  it("-ot junit fails only the seeds that --fail-on fails, and tells the others as properties", async () => {
    const results = [...seed("new", "on-topic", "off-topic"), ...seed("known", "off-topic")];
    const failing = (): ((uriM: string) => boolean) => (uriM) => uriM.includes("//new.");
    const text = await written(junit, results, undefined, { failing });
    expect(await schemaErrors(text, "junit-10.xsd")).toEqual([]);
    const [properties, first, second] = parseXml(text).children[0]!.children;
    expect(properties?.children.map(({ attributes }) => attributes)).toEqual([
      { name: "http://known.example/", value: "off-topic since 2010-02-02T10:00:00Z" },
    ]);
    expect([first, second].map((each) => each?.children.length)).toEqual([1, 0]);
    expect(text).toContain('failures="1"');
  });

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
      (await suiteOf(text)).children.map(({ attributes, children: [outcome] }) => [
        attributes["name"],
        outcome?.name,
        outcome?.attributes["message"],
        outcome?.text,
      ]),
    ).toEqual([
      [
        ...["http://gone.example/", "failure", "off-topic since 2011-02-02T10:00:00Z"],
        "from-warc::20110202100000::http://gone.example/\na.warc.gz:4096",
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
    const [outcome] = (await suiteOf(text)).children[0]!.children;
    expect(outcome?.attributes["message"]).toBe(
      "off-topic since 2013-02-02T10:00:00Z: parked or for sale, probability 0.943",
    );
    expect(outcome?.text).toBe(
      "http://localhost:8080/my/20130202100000/http://seed.example/\na.warc.gz:4096",
    );
  });

  it("-ot junit has the date of the newest capture as the time of the suite, and no place for a capture that an archive sent", async () => {
    const { source: _, ...fetched } = memento().capture;
    const text = await written(junit, [
      ...seed("old", "on-topic"),
      memento({ capture: { ...fetched, mementoDatetime: "2015-02-02T10:00:00Z" } }),
      ...seed("older", "off-topic"),
    ]);
    const suite = await suiteOf(text);
    expect(suite.attributes["timestamp"]).toBe("2015-02-02T10:00:00Z");
    expect(suite.children[1]?.children[0]?.text).toBe(memento().uriM);
    expect((await suiteOf(await written(junit, []))).attributes).not.toHaveProperty("timestamp");
  });

  it("-ot junit replaces characters that XML forbids and escapes all others", async () => {
    const odd = `${NASTY}\u0000\ud800\uffff]]>&amp;<x a='b'>`;
    const problem = { stage: "access", message: odd } as const;
    const text = await written(junit, [
      memento({ uriM: odd, capture: { ...memento().capture, uriR: odd } }),
      { kind: "timemap-problem", uriT: odd, problem },
    ]);
    expect((await suiteOf(text)).children.map(({ children }) => children[0]?.name)).toEqual([
      "failure",
      "error",
    ]);
  });
});
