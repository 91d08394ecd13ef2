import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

/** Memento of a labelled set; `label` is 1 for off-topic. */
interface Memento {
  readonly id: string;
  readonly date: string;
  readonly URI: string;
  readonly label: 0 | 1;
  readonly pattern: string;
  readonly kind: string;
  readonly site: string;
  readonly key: string;
  /** Name that stands for the content of the page. */
  readonly page: string;
}

type Forms = Readonly<Record<"whole" | "composed" | "half" | "most" | "taken", readonly Memento[]>>;

const script = pathToFileURL(join("bench", "train", "compose.mjs")).href;
const { formsOf } = (await import(script)) as {
  readonly formsOf: (mementos: readonly Memento[]) => Forms;
};

/** Three sites of ten mementos each; the last one of each is off-topic. */
const set = [1, 2, 3].flatMap((site) =>
  Array.from({ length: 10 }, (_, at): Memento => {
    const isOff = at === 9;
    return {
      ...{ id: String(site), date: `${2001 + at}0504100000`, URI: `http://site-${site}.org/` },
      ...{ label: isOff ? 1 : 0, pattern: "step", kind: isOff ? "parked" : "original" },
      ...{ site: `s${site}`, key: `org,site-${site})/`, page: `${isOff ? "off" : "on"} s${site}` },
    };
  }),
);
const timeMapsOf = (mementos: readonly Memento[]): readonly (readonly Memento[])[] =>
  [...new Set(mementos.map(({ key }) => key))].map((key) =>
    mementos.filter((memento) => memento.key === key),
  );

describe("compose.mjs", () => {
  const made = formsOf(set);

  it("compose.mjs puts off-topic mementos of other sites into the positions that the form of a composed TimeMap requires", () => {
    for (const { site, label, page } of made.composed) {
      if (label === 0) expect(page).toBe(`on ${site}`);
      else expect(page).toMatch(new RegExp(`off s[^${site.slice(1)}]`, "u"));
    }
    for (const timeMap of timeMapsOf(made.composed)) {
      const said = timeMap.map(({ label }) => (label === 0 ? "N" : "F")).join("");
      expect(said).toBe(timeMap[0]!.pattern.replaceAll("G", "F"));
      expect(new Set(timeMap.map(({ URI: uri }) => uri)).size).toBe(1);
    }
    expect(made.composed.some(({ pattern }) => pattern.length === 1)).toBe(true);
  });

  it("compose.mjs adds pages of another site after the pages of a TimeMap that is taken over", () => {
    for (const timeMap of timeMapsOf(made.taken)) {
      const own = timeMap.filter(({ page, site }) => page === `on ${site}`);
      expect(own.length).toBeGreaterThanOrEqual(2);
      expect(timeMap.slice(0, own.length)).toEqual(own);
      expect(timeMap.map(({ label }) => label)).toEqual(
        timeMap.map((_, at) => (at < own.length ? 0 : 1)),
      );
      const isMore = timeMap.length > 2 * own.length;
      expect(timeMap[0]!.pattern).toBe(isMore ? "more-of-the-second" : "fewer-of-the-second");
    }
  });

  it("compose.mjs adds the requested share of on-topic recaptures, each a second after its original", () => {
    for (const [form, least, most] of [
      ["half", 9, 18],
      ["most", 19, 26],
    ] as const) {
      const rows = made[form];
      const again = rows.filter(({ kind }) => kind === "recaptured");
      expect(rows).toHaveLength(set.length + again.length);
      expect(again.length).toBeGreaterThanOrEqual(least);
      expect(again.length).toBeLessThanOrEqual(most);
      for (const { date, label, URI: uri } of again) {
        expect(label).toBe(0);
        expect(date).toMatch(/0504100001$/u);
        const before = date.replace(/1$/u, "0");
        expect(rows.filter((row) => row.URI === uri && row.date === before)).toHaveLength(1);
      }
    }
  });

  it("compose.mjs makes the same sets for any order of the labelled set", () => {
    expect(formsOf(set.toReversed())).toEqual(made);
  });
});
