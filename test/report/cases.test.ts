import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchesOf, type Case, type CaseMemento, findCases } from "../../src/report/cases.js";
import { hammingDistance } from "../../src/base/math/simhash.js";

const text = (low: number): { readonly high: number; readonly low: number } => ({ high: 0, low });
const off = (place: number, more: Partial<CaseMemento> = {}): CaseMemento => ({
  place,
  overall: "off-topic",
  kind: "spam",
  simhash: text(0),
  ...more,
});
const on = (place: number): CaseMemento => ({ place, overall: "on-topic", simhash: text(-1) });

const casesOf = (...timeMaps: readonly (readonly CaseMemento[])[]): readonly Case[] =>
  timeMaps.flatMap((mementos, timeMap) => findCases(timeMap, mementos));

describe("a case", () => {
  it("forms one case from a run of off-topic mementos of one kind, even if mementos without a verdict are between them", () => {
    const cases = casesOf([on(0), off(1), { place: 2 }, off(3), on(4), off(5)], [off(0)]);
    expect(cases.map(({ shown: { timeMap, places } }) => [timeMap, places])).toEqual([
      [0, [1, 3]],
      [0, [5]],
      [1, [0]],
    ]);
  });

  it("forms one case from a run of unsure mementos, and puts this case into no batch", () => {
    const unsure = (place: number): CaseMemento => off(place, { overall: "unsure" });
    const cases = casesOf([off(0), unsure(1), { place: 2 }, unsure(3), off(4)], [unsure(0), on(1)]);
    expect(cases.map(({ shown: { places, computed } }) => [places, computed])).toEqual([
      [[0], "off-topic"],
      [[1, 3], "unsure"],
      [[4], "off-topic"],
      [[0], "unsure"],
    ]);
    expect(batchesOf(cases)).toEqual([]);
  });

  it("forms one case of the mementos since a lasting change, whatever their verdicts and kinds are", () => {
    const since = (place: number, changedSince: string, more: Partial<CaseMemento>): CaseMemento =>
      off(place, { kind: undefined, changedSince, ...more });
    const [one, other, last, ...others] = casesOf([
      on(0),
      since(1, "20120101000000", { overall: "on-topic" }),
      since(2, "20120101000000", { kind: "home page" }),
      { place: 3 },
      since(4, "20120101000000", { overall: "on-topic" }),
      since(5, "20150101000000", { overall: "on-topic" }),
      on(6),
      off(7),
    ]);
    const change = { isChange: true, places: [1, 2, 4], computed: "unsure", kind: "home page" };
    expect(one?.shown).toMatchObject(change);
    expect(other?.shown).toMatchObject({ isChange: true, places: [5], computed: "on-topic" });
    expect(last?.shown).toMatchObject({ isChange: false, places: [7], computed: "off-topic" });
    expect(others).toEqual([]);
  });

  it("counts the texts of a case and finds the places at which the text changes", () => {
    const texts = [0, 0b111, 0b1111000, 0, 0b1111000].map((bits, at) =>
      off(at, { simhash: text(bits) }),
    );
    expect(casesOf(texts)[0]?.shown).toMatchObject({ texts: 2, breaks: [2, 3, 4] });
  });

  const memento = fc.record({
    overall: fc.constantFrom("on-topic", "off-topic", undefined),
    kind: fc.constantFrom("spam", "parked", undefined),
    simhash: fc.option(fc.record({ high: fc.constant(0), low: fc.nat(63) }), { nil: undefined }),
  });
  const timeMaps = fc
    .array(fc.array(memento, { maxLength: 12 }), { maxLength: 8 })
    .map((all) => all.map((each) => each.map((facts, place) => ({ ...facts, place }))));

  it("puts each off-topic memento into exactly one case, and other mementos into no case", () => {
    fc.assert(
      fc.property(timeMaps, (all) => {
        const seen = new Set<string>();
        for (const { shown } of casesOf(...all)) {
          const { timeMap, places, kind } = shown;
          for (const place of places) {
            const { overall, kind: own = "no known kind" } = all[timeMap]![place]!;
            expect(overall).toBe("off-topic");
            expect(own).toBe(kind);
            expect(seen.has(`${timeMap} ${place}`)).toBe(false);
            seen.add(`${timeMap} ${place}`);
          }
        }
        const offTopic = all.flatMap((each) => each.filter((one) => one.overall === "off-topic"));
        expect(seen.size).toBe(offTopic.length);
      }),
    );
  });

  it("puts a case into at most one batch, with cases of its kind in other TimeMaps", () => {
    fc.assert(
      fc.property(timeMaps, (all) => {
        const cases = casesOf(...all);
        const batches = batchesOf(cases);
        const places = batches.flat();
        expect(new Set(places).size).toBe(places.length);
        for (const batch of batches) {
          const members = batch.map((at) => cases[at]!);
          const shown = members.map((each) => each.shown);
          expect(new Set(shown.map(({ kind }) => kind)).size).toBe(1);
          expect(shown[0]?.kind).not.toBe("no known kind");
          expect(new Set(shown.map(({ timeMap }) => timeMap)).size).toBeGreaterThan(1);
          for (const one of members) {
            const isNear = members.some(
              (other) => other !== one && hammingDistance(one.simhash!, other.simhash!) <= 8,
            );
            expect(isNear).toBe(true);
          }
        }
      }),
    );
  });
});

describe("a batch", () => {
  it("forms a batch of cases with nearly the same text in several TimeMaps", () => {
    const cases = casesOf(
      [off(0)],
      [off(0, { simhash: text(0b11) })],
      [off(0, { simhash: text(0x7fffffff) })],
      [off(0, { kind: "parked" })],
    );
    expect(batchesOf(cases)).toEqual([[0, 1]]);
  });
});
