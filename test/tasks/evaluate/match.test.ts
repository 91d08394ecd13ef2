import { describe, expect, it } from "vitest";
import {
  parseGold,
  matchGold,
  requireAnyMatch,
  type Matching,
} from "../../../src/tasks/evaluate/gold.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { saved, savedResults } from "./saved.js";

const SEED = "http://a.example/page";
const WHEN = "2013-02-02T10:00:00Z";
const ARCHIVED = "https://archive.example/web/20130202100000/http://a.example/page";

/** Gold rows of one second, as `URI label`. */
function match(rows: readonly string[], ...mementos: readonly SavedMemento[]): Matching {
  const lines = rows.map((row) => `1\t20130202100000\t${row.replace(" ", "\t")}`);
  return matchGold(parseGold(lines.join("\n"), "gold.tsv"), savedResults(...mementos));
}

const found = ({ judged }: Matching): (string | undefined)[] =>
  judged.map(({ memento }) => memento?.uriM);

describe("a gold row finds its memento", () => {
  it.each([
    ["by URI-R and second", SEED],
    ["by another spelling of the URI-R", "https://www.A.example:443/page/"],
    ["by the URI-M that we derive", `from-warc::20130202100000::${SEED}`],
    ["by an archive's URI-M of that capture", ARCHIVED],
  ])("%s", (_, uri) => {
    const memento = saved(SEED, WHEN, 1);
    expect(found(match([`${uri} 1`], memento))).toEqual([memento.uriM]);
  });

  it("by the URI-M that an archive gave", () => {
    const memento = saved(SEED, WHEN, 1, { uriM: ARCHIVED });
    expect(found(match([`${ARCHIVED} 1`], memento))).toEqual([ARCHIVED]);
    expect(found(match([`${SEED} 1`], memento))).toEqual([ARCHIVED]);
  });

  it("several captures of one second go to several rows, in their order", () => {
    const first = saved(SEED, WHEN, 1);
    const second = saved(SEED, WHEN, 0, { uriM: `from-warc::20130202100000~2::${SEED}` });
    const matching = match([`${SEED} 1`, `${SEED} 0`], first, second);
    expect(found(matching)).toEqual([first.uriM, second.uriM]);
    expect(matching.duplicates.count).toBe(0);
  });

  it("an exact URI-R goes before another spelling, whatever the order of the rows", () => {
    const plain = saved(SEED, WHEN, 1);
    const secure = saved("https://a.example/page", WHEN, 0);
    expect(found(match(["https://a.example/page 0", `${SEED} 1`], plain, secure))).toEqual([
      secure.uriM,
      plain.uriM,
    ]);
  });
});

describe("what does not fit is counted, never dropped without a word", () => {
  it("a row without a memento stays, without a verdict", () => {
    const matching = match(["http://other.example/ 0"], saved(SEED, WHEN, 1));
    expect(matching.missing).toMatchObject({ count: 1 });
    expect(found(matching)).toEqual([undefined]);
    expect(matching.withoutGold).toBe(1);
  });

  it("a row without a memento stays with the TimeMap of its seed, which is never split", () => {
    const other = saved(SEED, "2014-01-01T00:00:00Z", 1);
    const { judged } = match([`https://www.a.example/page 0`], other);
    expect(judged.map(({ memento, timeMap }) => [memento, timeMap])).toEqual([
      [undefined, other.uriT],
    ]);
  });

  it("rows of another collection altogether are a mistake, reported with one of them", () => {
    const one = saved(SEED, WHEN, 1);
    const gold = { file: "gold.tsv" };
    const none = match(["http://other.example/ 0", "http://third.example/ 1"], one);
    expect(() => requireAnyMatch(none, gold, savedResults(one))).toThrow(
      "no gold row (2 in gold.tsv) matches a memento of run.json, e.g. line 1: http://other.example/.",
    );
    const some = match(["http://other.example/ 0", `${SEED} 1`], one);
    expect(() => requireAnyMatch(some, gold, savedResults(one))).not.toThrow();
  });

  it("a row given twice is left out, and reported when it contradicts the first", () => {
    const matching = match([`${SEED} 1`, `${SEED} 0`, `${SEED} 1`], saved(SEED, WHEN, 1));
    expect(matching.judged).toHaveLength(1);
    expect(matching.duplicates.count).toBe(2);
    expect(matching.contradictions).toBe(1);
  });
});

describe("a file of overrides as gold data", () => {
  const mementos = [saved(SEED, WHEN, 1), saved(SEED, "2014-01-01T00:00:00Z", 0)];
  const label = (text: string): string[] =>
    matchGold(parseGold(text, "overrides.tsv"), savedResults(...mementos)).judged.map(
      ({ gold, memento }) =>
        `${memento?.capture.mementoDatetime?.slice(0, 4) ?? "missing"} ${gold.label}`,
    );

  it("a URI-R labels all its mementos", () => {
    expect(label(`${SEED}\t1`)).toEqual(["2013 on-topic", "2014 on-topic"]);
  });

  it("a URI-M goes before its URI-R, whichever comes first", () => {
    const both = label(`${SEED}\t1\nfrom-warc::20140101000000::${SEED}\t0`);
    expect(both.toSorted()).toEqual(["2013 on-topic", "2014 off-topic"]);
  });

  it("a URI that nothing has is missing", () => {
    expect(label("http://other.example/\t0")).toEqual(["missing off-topic"]);
  });
});
