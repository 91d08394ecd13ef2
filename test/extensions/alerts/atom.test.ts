import { describe, expect, it } from "vitest";
import type { MementoResult } from "../../../src/score/types.js";
import { atom } from "../../../src/extensions/alerts/atom.js";
import { schemaErrors } from "../../support/schemas.js";
import { parseXml, type XmlElement } from "../../support/xml.js";
import {
  memento,
  missed,
  missedTimeMap,
  NASTY,
  undecided,
  written,
} from "../../write/writers/results.js";

const seed = (
  name: string,
  first: number,
  ...statuses: readonly MementoResult["overall"][]
): MementoResult[] =>
  statuses.map((overall, i) =>
    memento({
      overall,
      uriT: `from-warc::timemap::http://${name}.example/`,
      uriM: `from-warc::${first + i}0202100000::http://${name}.example/`,
      capture: {
        ...memento().capture,
        uriR: `http://${name}.example/`,
        mementoDatetime: `${first + i}-02-02T10:00:00Z`,
      },
    }),
  );

const UUID = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u;

const inside = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);
const textIn = (element: XmlElement, name: string): string => inside(element, name)[0]?.text ?? "";

/** Checks a feed against the schema of RFC 4287 and the rules that the schema lacks; returns the feed and its entries. */
async function entriesOf(
  text: string,
): Promise<{ readonly feed: XmlElement; readonly entries: XmlElement[] }> {
  expect(await schemaErrors(text, "atom.rng")).toEqual([]);
  const feed = parseXml(text);
  const entries = inside(feed, "entry");
  for (const element of [feed, ...entries]) expect(textIn(element, "id")).toMatch(UUID);
  expect(textIn(inside(feed, "author")[0]!, "name")).not.toBe("");
  const ids = entries.map((entry) => textIn(entry, "id"));
  expect(new Set(ids).size).toBe(ids.length);
  for (const entry of entries) {
    expect(inside(entry, "content")).toHaveLength(1);
    for (const { attributes } of inside(entry, "link"))
      expect(URL.canParse(attributes["href"]!)).toBe(true);
  }
  return { feed, entries };
}

describe("-ot atom", () => {
  it("-ot atom has an entry for each seed that is off-topic now, the newest first, with dates from the results", async () => {
    const results = [
      ...seed("a", 2010, "on-topic", "off-topic", "off-topic"),
      ...seed("b", 2011, "off-topic", "on-topic"),
      ...seed("c", 2014, "on-topic", "off-topic", "unsure"),
      ...[undecided(), missed, missedTimeMap],
    ];
    const { feed, entries } = await entriesOf(await written(atom, results));
    expect(entries.map((each) => [textIn(each, "title"), textIn(each, "updated")])).toEqual([
      ["http://c.example/ is off-topic", "2015-02-02T10:00:00Z"],
      ["http://a.example/ is off-topic", "2011-02-02T10:00:00Z"],
    ]);
    expect(textIn(feed, "updated")).toBe("2016-02-02T10:00:00Z");
  });

  it("-ot atom keeps the id of an entry while the seed stays off-topic and gives a new id when it goes off-topic again", async () => {
    const idOf = async (...statuses: readonly MementoResult["overall"][]): Promise<string> => {
      const { entries } = await entriesOf(await written(atom, seed("a", 2010, ...statuses)));
      return textIn(entries[0]!, "id");
    };
    const first = await idOf("on-topic", "off-topic");
    expect(await idOf("on-topic", "off-topic", "off-topic")).toBe(first);
    expect(await idOf("on-topic", "off-topic", "on-topic", "off-topic")).not.toBe(first);
  });

  it("-ot atom gives two TimeMaps of one seed different ids", async () => {
    const twin = memento({ uriT: "from-warc::timemap::https://seed.example/", key: "https" });
    expect((await entriesOf(await written(atom, [memento(), twin]))).entries).toHaveLength(2);
  });

  it("-ot atom links to the replayed capture, else to the page, and never to a URI other than http", async () => {
    const linkOf = async (result: MementoResult, replay?: string): Promise<string | undefined> => {
      const { entries } = await entriesOf(
        await written(atom, [result], undefined, replay === undefined ? {} : { replay }),
      );
      return inside(entries[0]!, "link")[0]?.attributes["href"];
    };
    expect(await linkOf(memento())).toBe("http://seed.example/");
    expect(await linkOf(memento(), "http://localhost:8080/my/")).toBe(
      "http://localhost:8080/my/20130202100000/http://seed.example/",
    );
    const [uriM, uriR] = ["javascript:alert(1)", "urn:x:y"];
    expect(
      await linkOf(memento({ uriM, capture: { ...memento().capture, uriR } })),
    ).toBeUndefined();
  });

  it("-ot atom stays a valid feed with hostile URIs, a capture without a date and a run without seeds", async () => {
    const odd = `${NASTY}\u0000\ud800\uffff]]>&amp;<x a='b'>|^`;
    const { capture } = memento();
    const { entries } = await entriesOf(
      await written(atom, [
        memento({ uriM: odd, capture: { ...capture, uriR: odd } }),
        memento({ uriT: "x", key: "x", capture: { ...capture, mementoDatetime: "" } }),
      ]),
    );
    expect(entries).toHaveLength(2);
    expect(textIn(entries[1]!, "content")).toMatch(/^off-topic since an unknown date, /u);
    expect((await entriesOf(await written(atom, []))).entries).toEqual([]);
  });
});
