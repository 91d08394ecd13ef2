import { type PageTimeMap, STRIP } from "../page-data.js";
import { daysOf } from "./time-columns.js";
import { grouped, offWhen, patternTitle, unsureOf, visible } from "./words.js";

/** A TimeMap of the list, with what its cases and the decisions on it say. */
export interface ListedSeed {
  readonly timeMap: PageTimeMap;
  /** Kinds of its off-topic mementos. */
  readonly kinds: readonly string[];
  readonly isOpen: boolean;
  readonly decided: number;
  readonly leftOut: number;
}

interface SeedColumn {
  /** Name in the fragment of the URI. */
  readonly key: string;
  readonly title: string;
  readonly className: string;
  /** Noun after the number where the table has no heads, as on a phone. */
  readonly noun?: string;
  /** Verdict of the captures that the number counts. A press on it opens the timeline at the first of them. */
  readonly counts?: RegExp;
  /** Value by which the list is sorted. */
  readonly value: (seed: ListedSeed) => string | number;
  /** Text of the cell; the value if it is absent. */
  readonly text?: (seed: ListedSeed) => string;
}

export const SEED_COLUMNS: readonly SeedColumn[] = [
  {
    key: "seed",
    title: "Seed",
    className: "seed",
    value: ({ timeMap }) => timeMap.seed,
    text: ({ timeMap }) => visible(timeMap.seed),
  },
  {
    key: "mementos",
    title: "Captures",
    className: "number",
    noun: "captures",
    counts: /./u,
    value: ({ timeMap }) => timeMap.strip.length,
  },
  {
    key: "offTopic",
    title: "Off-topic",
    className: "number off-count",
    noun: "off-topic",
    counts: new RegExp(STRIP.offTopic, "u"),
    value: ({ timeMap }) => timeMap.offTopic,
  },
  {
    key: "unsure",
    title: "Unsure",
    className: "number",
    noun: "unsure",
    counts: new RegExp(STRIP.unsure, "u"),
    value: ({ timeMap }) => unsureOf(timeMap),
  },
  {
    key: "pattern",
    title: "Pattern",
    className: "pattern",
    value: ({ timeMap }) => timeMap.pattern ?? "none",
    text: ({ timeMap }) => patternTitle(timeMap.pattern),
  },
  {
    key: "since",
    title: "What, when",
    className: "what",
    value: ({ timeMap }) => timeMap.offFrom ?? "",
    text: ({ timeMap, kinds }) => [...kinds.map(visible), ...offWhen(timeMap)].join(", "),
  },
  {
    key: "decided",
    title: "Decided",
    className: "number",
    noun: "decided",
    value: ({ decided }) => decided,
    // A circle says that a decision is needed.
    text: ({ decided, isOpen }) => `${grouped(decided)}${isOpen ? " ○" : ""}`,
  },
];

export const cellText = ({ value, text }: SeedColumn, seed: ListedSeed): string =>
  text?.(seed) ?? grouped(Number(value(seed)));

/** Conditions under which seeds are shown, by their names in the fragment of the URI. */
export const SHOWN_SEEDS: Readonly<
  Record<string, readonly [title: string, has: (seed: ListedSeed) => boolean]>
> = {
  "": ["all seeds", () => true],
  open: ["needs a decision", ({ isOpen }) => isOpen],
  "off-topic": ["off-topic captures", ({ timeMap }) => timeMap.offTopic > 0],
  unsure: ["unsure captures", ({ timeMap }) => unsureOf(timeMap) > 0],
  none: ["captures without a verdict", ({ timeMap }) => timeMap.undecided > unsureOf(timeMap)],
  decided: ["decisions", ({ decided }) => decided > 0],
  "left-out": ["captures that filter leaves out", ({ leftOut }) => leftOut > 0],
};

export interface ListChoice {
  /** Part of the seed, of the URI-T or of a kind of page. Case is ignored. */
  readonly query: string;
  /** Empty for any pattern. */
  readonly pattern: string;
  /** Empty for any kind. */
  readonly kind: string;
  /** A name in {@link SHOWN_SEEDS}. */
  readonly show: string;
  /** A year in which the seed has captures. Empty for any year. */
  readonly year: string;
  /** Key of a column. */
  readonly sort: string;
  readonly descending: boolean;
}

/** Returns the places of the selected TimeMaps in order. TimeMaps with equal values keep the order of the results. */
export function chosenTimeMaps(seeds: readonly ListedSeed[], choice: ListChoice): number[] {
  const query = choice.query.trim().toLowerCase();
  const [, has] = SHOWN_SEEDS[choice.show]!;
  const places = [...seeds.keys()].filter((place) => {
    const { timeMap, kinds } = seeds[place]!;
    const { seed, uriT, pattern = "none" } = timeMap;
    return (
      (choice.pattern === "" || pattern === choice.pattern) &&
      (choice.kind === "" || kinds.includes(choice.kind)) &&
      has(seeds[place]!) &&
      (choice.year === "" || hasYear(timeMap, choice.year)) &&
      [seed, uriT, ...kinds].some((text) => text.toLowerCase().includes(query))
    );
  });
  const sign = choice.descending ? -1 : 1;
  const { value } = SEED_COLUMNS.find(({ key }) => key === choice.sort)!;
  const values = seeds.map(value);
  const compared = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  return places.sort((a, b) => sign * compared(values[a]!, values[b]!) || a - b);
}

const hasYear = (timeMap: PageTimeMap, year: string): boolean =>
  daysOf(timeMap).some((day) => String(new Date(day).getUTCFullYear()).padStart(4, "0") === year);
