import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  caseSentence,
  casesOf,
  type FacetName,
  filterQueue,
  goodPlace,
  placesOf,
  removalList,
  type ReviewCase,
} from "../../../src/report/browser/review/cases.js";
import type { PageHead } from "../../../src/report/page-data.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { scored } from "../../write/writers/results.js";
import { dataOf, item, offItem, reportText, run } from "../items.js";

const parked = { kind: "parked", title: "parked or for sale", strength: 1, marks: [] };
const evidence = { scores: [], pageKind: parked };
const year = (of: number): { readonly mementoDatetime: string } => ({
  mementoDatetime: `${of}-01-27T00:00:00Z`,
});
const head: PageHead = dataOf(
  await reportText([
    item({ ...year(2010), pattern: "step" }),
    offItem({ ...year(2011), evidence, pattern: "step" }),
    item({ ...year(2012), overall: undefined, pattern: "step" }),
    offItem({ ...year(2013), evidence, pattern: "step" }),
    offItem({ ...year(2014), evidence, pattern: "step" }),
    offItem({ ...year(2010), uriT: "http://archive.example/timemap/other", pattern: "always-off" }),
  ]),
).head;
const cases = casesOf(head);
const step = cases.find(({ timeMap, look }) => timeMap === 0 && look === "case")!;

describe("the queue of cases", () => {
  it("queues the off-topic cases and the audit sample with the places of their mementos", () => {
    expect(cases.map((each) => [each.computed, each.kind, placesOf(head, each)])).toEqual([
      ["off-topic", "parked or for sale", [1, 3, 4]],
      ["off-topic", "not known", [0]],
      ["on-topic", undefined, [0]],
    ]);
  });

  it("describes a case in one sentence", () => {
    expect(cases.map((each) => caseSentence(head, each))).toEqual([
      "off-topic: parked or for sale, since 27 January 2011 (3 captures)",
      "off-topic: other content, of no known kind, in all captures (1 capture)",
      "on-topic: drawn at random, on 27 January 2010",
    ]);
  });

  it("says how likely a verdict is, and the reason if the kind of page is unknown", () => {
    const unknown = cases.find(({ kind }) => kind === "not known")!;
    const redirect = { uriR: "http://casino.example/", mementoDatetime: "2010-01-27T00:00:00Z" };
    const language = { first: "en", memento: "de" };
    const words = { first: 900, memento: 20 };
    const sentences = [{ redirect }, { language }, { words }].map((evidence) =>
      caseSentence(head, unknown, { probability: 0.97, evidence }),
    );
    expect(sentences).toEqual([
      "off-topic, 97 %: redirected to http://casino.example/, in all captures (1 capture)",
      "off-topic, 97 %: language de in place of en, in all captures (1 capture)",
      "off-topic, 97 %: 20 words in place of 900, in all captures (1 capture)",
    ]);
    const sampled = cases.find(({ look }) => look === "random")!;
    expect(caseSentence(head, sampled, { probability: 0.001 })).toMatch(/^on-topic, 99 %: /u);
  });

  it("splits a case into two cases without losing a memento", () => {
    expect(casesOf(head, new Set(["0.4"])).map(({ id, to }) => [id, to])).toEqual([
      ["0.1", 3],
      ["0.4", 4],
      ["1.0", 0],
      ["0.0", 0],
    ]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 6 })), (places) => {
        const split = casesOf(head, new Set(places.map((place) => `0.${place}`)));
        const own = split.filter(({ timeMap, look }) => timeMap === 0 && look === "case");
        expect(own.flatMap((each) => placesOf(head, each))).toEqual(placesOf(head, step));
      }),
    );
  });

  it("counts the cases that each value of a facet would show", () => {
    const filter = (...facets: readonly [FacetName, string][]): ReturnType<typeof filterQueue> =>
      filterQueue(
        cases,
        { look: "case", facets: new Map(facets), query: "" },
        (each) => (each === step ? "agreed" : "open"),
        ({ timeMap }) => head.timeMaps[timeMap]!.seed,
      );
    const all = filter();
    expect(all.cases).toEqual(cases.filter(({ look }) => look === "case"));
    expect([...all.counts.get("decision")!]).toEqual([
      ["agreed", 1],
      ["open", 1],
    ]);
    const open = filter(["decision", "open"]);
    expect(open.cases).not.toContain(step);
    expect(open.counts.get("decision")).toEqual(all.counts.get("decision"));
    expect([...open.counts.get("kind")!]).toEqual([["not known", 1]]);
    for (const [name, values] of all.counts) {
      for (const [value, count] of values) expect(filter([name, value]).cases.length).toBe(count);
    }
  });
});

describe("the audit sample in the queue", () => {
  const text = (digits: string): { readonly textSimhash: { readonly value: string } } => ({
    textSimhash: { value: digits },
  });
  const [same, nearly, other] = [text("0"), text("7"), text("18446744073709551615")];

  it("forms one case of sampled mementos of a TimeMap with the same text, with their probability", async () => {
    const html = await reportText([
      item({ ...year(2010), ...same }),
      offItem({ ...year(2011), evidence }),
      item({ ...year(2012), ...nearly }),
      item({ ...year(2013), ...other }),
      item({ ...year(2014), ...same }),
      item({ ...year(2010), ...same, uriT: "http://archive.example/other" }),
    ]);
    const sampled = dataOf(html).head;
    const drawn = casesOf(sampled).filter(({ look }) => look === "random");
    const first = drawn.find(({ id }) => id === "0.0")!;
    expect(new Map(drawn.map((each) => [each.id, placesOf(sampled, each)]))).toEqual(
      new Map([
        ["0.0", [0, 2, 4]],
        ["0.3", [3]],
        ["1.0", [0]],
      ]),
    );
    expect(first.drawn).toBe(1);
    expect(caseSentence(sampled, first)).toBe(
      "on-topic: drawn at random, this page from 27 January 2010 to 27 January 2014 (3 captures)",
    );
  });

  it("forms a case for each sampled memento whose text is unknown", async () => {
    const sampled = dataOf(await reportText([item(year(2010)), item(year(2011))])).head;
    expect(
      casesOf(sampled)
        .map((each) => placesOf(sampled, each))
        .sort(),
    ).toEqual([[0], [1]]);
  });
});

describe("the good capture beside a case", async () => {
  const same = { textSimhash: { value: "0" } };
  const { head: known } = dataOf(
    await reportText([
      item({ ...year(2010), ...same }),
      item({ ...year(2011), textSimhash: { value: "255" } }),
      offItem({ ...year(2012), evidence }),
      item({ ...year(2013), ...same }),
      offItem({ ...year(2014), evidence }),
    ]),
  );
  const caseOf = (id: string): ReviewCase => casesOf(known).find((each) => each.id === id)!;

  it("returns the last on-topic memento before a case if there are no decisions", () => {
    expect(goodPlace(known, caseOf("0.4"), 4, () => undefined)).toBe(3);
    expect(goodPlace(known, caseOf("0.2"), 2, () => undefined)).toBe(1);
  });

  it("skips mementos before a case that are decided as off-topic or unsure, or on which reviewers contradict each other", () => {
    for (const label of ["off-topic", "unsure", "contradicted"] as const) {
      const labelAt = (_: number, place: number): typeof label | undefined =>
        place === 3 ? label : undefined;
      expect(goodPlace(known, caseOf("0.4"), 4, labelAt)).toBe(1);
    }
    expect(goodPlace(known, caseOf("0.4"), 4, () => "off-topic")).toBeUndefined();
  });

  it("returns the first on-topic memento after a case if no on-topic memento precedes the case", () => {
    const labelAt = (_: number, place: number): "off-topic" | undefined =>
      place < 2 ? "off-topic" : undefined;
    expect(goodPlace(known, caseOf("0.2"), 2, labelAt)).toBe(3);
  });

  it("returns a memento before a case that is decided as on-topic, whatever its verdict", () => {
    const labelAt = (_: number, place: number): "on-topic" | "off-topic" =>
      place === 2 ? "on-topic" : "off-topic";
    expect(goodPlace(known, caseOf("0.4"), 4, labelAt)).toBe(2);
  });

  it("skips the equal captures of the same case", () => {
    expect(placesOf(known, caseOf("0.0"))).toEqual([0, 3]);
    expect(goodPlace(known, caseOf("0.0"), 3, () => undefined)).toBe(1);
    expect(goodPlace(known, caseOf("0.0"), 0, () => undefined)).toBe(1);
  });
});

describe("a case that begins with a lasting change, and a check", async () => {
  const since = { changedSince: "20120127000000" };
  const text = (digits: string): Partial<SavedMemento> => ({ textSimhash: { value: digits } });
  const close = scored("combined", 0.4, "on-topic");
  const of = { ...run, cuts: [{ name: "combined", threshold: 0.5, comparison: ">" }] } as const;
  const other = { uriT: "http://archive.example/other", measures: [close] };
  const { head: known } = dataOf(
    await reportText(
      [
        offItem({ ...year(2010), evidence }),
        item({ ...year(2011) }),
        item({ ...year(2012), ...since }),
        offItem({ ...year(2013), ...since }),
        item({ ...year(2010), ...other, ...text("18446744073709551615") }),
        item({ ...year(2011), ...other, ...text("0"), measures: [scored("combined", 0.45)] }),
        item({ ...year(2012), ...other, ...text("3") }),
        item({ ...year(2013), ...other, ...text("18446744073709551615") }),
      ],
      of,
    ),
  );
  const all = casesOf(known);
  const none = (): undefined => undefined;

  it("is one case, shown beside the last memento before it whatever its verdict is", () => {
    const change = all.find(({ isChange }) => isChange === true)!;
    expect(placesOf(known, change)).toEqual([2, 3]);
    expect(goodPlace(known, change, 3, none)).toBe(1);
    expect(goodPlace(known, change, 3, () => "off-topic")).toBe(1);
    expect(caseSentence(known, change)).toBe(
      "unsure: changed for good, other content, of no known kind, this page since 27 January 2012 (2 captures)",
    );
  });

  it("decides with a check all that show the same, and stands beside the reference memento", () => {
    const check = all.find(({ look, timeMap }) => look === "check" && timeMap === 1)!;
    expect([check.place, placesOf(known, check)]).toEqual([1, [1, 2]]);
    expect(goodPlace(known, check, 2, none)).toBe(0);
    expect(caseSentence(known, check)).toBe(
      "on-topic: nearest to the threshold, this page from 27 January 2011 to 27 January 2012 (2 captures)",
    );
    const random = all.filter(({ look, timeMap }) => look === "random" && timeMap === 1);
    expect(random.flatMap((each) => placesOf(known, each))).toEqual([0, 3]);
  });
});

describe("a list of what is to be removed", () => {
  const memento = {
    uriM: "from-warc::20130202100000::http://seed.example/",
    date: "2013-02-02T10:00:00Z",
    source: { file: 0, offset: 4096 },
    recordId: "urn:uuid:1",
  };

  it("lists mementos to remove as URI-Ms or positions of records", () => {
    expect(removalList([memento], "uri-m", [])).toEqual([memento.uriM]);
    expect(removalList([memento], "record", ["a.warc.gz"])).toEqual([
      "a.warc.gz\t4096\turn:uuid:1",
    ]);
  });

  it("writes one line with escaped names for each memento to remove, and omits mementos without the needed data", () => {
    const hostile = { ...memento, uriM: "http://a.example/\n\thttp://b.example/" };
    expect(removalList([hostile], "uri-m", [])).toEqual([
      "http://a.example/%0A%09http://b.example/",
    ]);
    const bare = { uriM: memento.uriM, date: memento.date };
    expect(removalList([bare], "record", [])).toEqual([]);
  });
});
