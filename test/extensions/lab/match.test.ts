import { describe, expect, it } from "vitest";
import {
  parseGold,
  matchGold,
  requireAnyMatch,
  type Matching,
} from "../../../src/extensions/lab/gold.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { saved, savedResults } from "./saved.js";

const SEED = "http://a.example/page";
const WHEN = "2013-02-02T10:00:00Z";
const ARCHIVED = "https://archive.example/web/20130202100000/http://a.example/page";

/** Matches gold rows of one second, given as `URI label`. */
function match(rows: readonly string[], ...mementos: readonly SavedMemento[]): Matching {
  const lines = rows.map((row) => `1\t20130202100000\t${row.replace(" ", "\t")}`);
  return matchGold(parseGold(lines.join("\n"), "gold.tsv"), savedResults(...mementos));
}

const found = ({ judged }: Matching): (string | undefined)[] =>
  judged.map(({ memento }) => memento?.uriM);

describe("matching of gold rows", () => {
  it.each([
    ["by URI-R and second", SEED],
    ["by another spelling of the URI-R", "https://www.A.example:443/page/"],
    ["by the URI-M that we derive from a capture", `from-warc::20130202100000::${SEED}`],
    ["by the archive's URI-M of the capture", ARCHIVED],
  ])("finds the memento of a gold row %s", (_, uri) => {
    const memento = saved(SEED, WHEN, 1);
    expect(found(match([`${uri} 1`], memento))).toEqual([memento.uriM]);
  });

  it("finds the memento of a gold row by the URI-M that an archive has given", () => {
    const memento = saved(SEED, WHEN, 1, { uriM: ARCHIVED });
    expect(found(match([`${ARCHIVED} 1`], memento))).toEqual([ARCHIVED]);
    expect(found(match([`${SEED} 1`], memento))).toEqual([ARCHIVED]);
  });

  it("matches several captures of the same second with several rows in order", () => {
    const first = saved(SEED, WHEN, 1);
    const second = saved(SEED, WHEN, 0, { uriM: `from-warc::20130202100000~2::${SEED}` });
    const matching = match([`${SEED} 1`, `${SEED} 0`], first, second);
    expect(found(matching)).toEqual([first.uriM, second.uriM]);
    expect(matching.duplicates.count).toBe(0);
  });
});

describe("gold rows that do not match", () => {
  it("keeps a gold row without a memento, and gives the row no verdict", () => {
    const matching = match(["http://other.example/ 0"], saved(SEED, WHEN, 1));
    expect(matching.missing).toMatchObject({ count: 1 });
    expect(found(matching)).toEqual([undefined]);
    expect(matching.withoutGold).toBe(1);
  });

  it("assigns a row without a memento to the TimeMap of its seed, so that folds do not split the TimeMap", () => {
    const other = saved(SEED, "2014-01-01T00:00:00Z", 1);
    const { judged } = match([`https://www.a.example/page 0`], other);
    expect(judged.map(({ memento, timeMap }) => [memento, timeMap])).toEqual([
      [undefined, other.uriT],
    ]);
  });

  it("refuses rows that all belong to another collection, with an example", () => {
    const one = saved(SEED, WHEN, 1);
    const gold = { file: "gold.tsv" };
    const none = match(["http://other.example/ 0", "http://third.example/ 1"], one);
    expect(() => requireAnyMatch(none, gold, savedResults(one))).toThrow(
      "no gold row (2 in gold.tsv) matches a memento of run.json, e.g. line 1: http://other.example/.",
    );
    const some = match(["http://other.example/ 0", `${SEED} 1`], one);
    expect(() => requireAnyMatch(some, gold, savedResults(one))).not.toThrow();
  });
});

describe("overrides as gold data", () => {
  const mementos = [saved(SEED, WHEN, 1), saved(SEED, "2014-01-01T00:00:00Z", 0)];
  const label = (text: string): string[] =>
    matchGold(parseGold(text, "overrides.tsv"), savedResults(...mementos)).judged.map(
      ({ gold, memento }) =>
        `${memento?.capture.mementoDatetime?.slice(0, 4) ?? "missing"} ${gold.label}`,
    );

  it("labels all mementos of an overridden URI-R", () => {
    expect(label(`${SEED}\t1`)).toEqual(["2013 on-topic", "2014 on-topic"]);
  });
});
