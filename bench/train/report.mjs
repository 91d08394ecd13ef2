import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { findCases } from "../../build/report/cases.js";
import { Checks } from "../../build/report/review-list.js";
import { figureCells, FIGURE_HEADINGS } from "../figure-cells.mjs";
import { figuresFrom } from "../../build/extensions/lab/figures.js";
import { count, grouped, interval, share } from "./counting.mjs";

const forms = [
  ["whole", "as it is"],
  ["anonymous", "as it is, its URIs say nothing"],
  ["composed", "composed"],
  ["half", "half captured again"],
  ["most", "four fifths captured again"],
  ["taken", "taken over, fewer of the second", "fewer-of-the-second"],
  ["taken", "taken over, more of the second", "more-of-the-second"],
];

/**
 * Returns tables in which each set is judged by a model of the others: rates with intervals by site, hits by pattern,
 * and the reliability of probabilities.
 */
export function report(judged) {
  const lines = [
    "| set left out | form | F1 | 95 % by site | precision | recall | off-topic |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const patterns = [];
  for (const [set, ofSet] of grouped(judged, (one) => one.set)) {
    for (const [form, title, of] of forms) {
      const some = ofSet.filter(
        (one) => one.form === form && (of === undefined || one.pattern === of),
      );
      if (some.length === 0) continue;
      lines.push(`| ${set} | ${title} | ${figures(some)} |`);
      if (form !== "whole" && form !== "composed") continue;
      for (const [pattern, ofPattern] of grouped(some, (one) => one.pattern)) {
        const counts = count(ofPattern);
        if (counts.tp + counts.fp + counts.fn === 0) continue;
        patterns.push(
          `${set}, ${title}, ${pattern}: found ${counts.tp} of ${counts.tp + counts.fn}, ${counts.fp} false alarms`,
        );
      }
    }
  }
  return [...lines, "", ...byChange(judged), "", ...reliability(judged), "", ...patterns].join(
    "\n",
  );
}

/**
 * Returns a table of all histories by how much their pages change, each site judged by a model of other sites. Repeats
 * each row for histories of whole pages.
 */
function byChange(judged) {
  const lines = [
    "| histories | form | F1 | 95 % by site | precision | recall | off-topic |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  for (const [form, title] of forms.slice(0, 2)) {
    const some = judged.filter((one) => one.form === form && one.group !== undefined);
    for (const [pages, taken] of [
      ["", some],
      [", whole pages", some.filter(({ source }) => source !== BARE_TEXTS)],
    ]) {
      for (const [group, of] of [["all", taken], ...grouped(taken, (one) => one.group)])
        lines.push(`| ${group}${pages} | ${title} | ${figures(of)} |`);
    }
  }
  return lines;
}

/**
 * Returns tables of the gold standard, judged by a model of the other sets, by its own labels and by those of other
 * files (columns id, date, URI, label; rows that a file lacks are left out): mementos, then the figures of `evaluate`.
 */
export function goldReport(judged, files) {
  const lines = [
    "| gold, left out | F1 | 95 % by TimeMap | precision | recall | off-topic | unsure |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const more = [
    `| gold, left out | ${FIGURE_HEADINGS.join(" | ")} |`,
    `| --- | ${FIGURE_HEADINGS.map(() => "---").join(" | ")} |`,
  ];
  const listed = withLooks(judged);
  for (const file of [undefined, ...files]) {
    const labels = file === undefined ? undefined : labelsIn(file);
    const some = listed.flatMap((one) => {
      const label =
        labels === undefined ? one.label : labels.get(`${one.id} ${one.date} ${one.URI}`);
      return label === undefined ? [] : [{ ...one, label, site: one.timeMap }];
    });
    const unsure = some.filter(({ isUnsure }) => isUnsure).length;
    const name = file === undefined ? "as labelled" : basename(file);
    lines.push(`| ${name} | ${figures(some)} | ${unsure} |`);
    more.push(`| ${name} | ${figureCells(byTimeMap(some, listed)).join(" | ")} |`);
  }
  return ["", ...lines, "", ...more, ""].join("\n");
}

/** Returns the mementos with the reason why a curator looks at each: all that are off-topic or unsure are in cases. */
function withLooks(judged) {
  const checks = new Checks();
  for (const one of judged) {
    if (one.isOff || one.isUnsure) continue;
    const { timeMap: seed, date, probability } = one;
    // The nearest to the threshold of those below it is the one with the highest probability.
    checks.add({ seed, uriM: date, certainty: 1 - probability, one });
  }
  const checked = new Set(checks.chosen().map(({ one }) => one));
  return judged.map((one) => ({
    ...one,
    look: one.isOff || one.isUnsure ? "case" : checked.has(one) ? "check" : undefined,
  }));
}

/** Returns the number of cases, without the kinds of pages, which would divide some of them. */
function casesIn(listed) {
  return [...grouped(listed, (one) => one.timeMap).values()].flatMap((mementos, timeMap) =>
    findCases(
      timeMap,
      mementos.toSorted(byDate).map(({ isOff, isUnsure }, place) => ({
        place,
        overall: isOff ? "off-topic" : isUnsure ? "unsure" : "on-topic",
      })),
    ),
  ).length;
}

const byDate = (a, b) => (a.date < b.date ? -1 : 1);

/** Returns the figures of labelled mementos of which `listed` are all. */
function byTimeMap(some, listed) {
  const timeMaps = [...grouped(some, ({ timeMap }) => timeMap)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return figuresFrom(
    timeMaps.map(([, of]) =>
      of.toSorted(byDate).map(({ label, isOff, isUnsure = false, look, probability }) => ({
        ...{ isOffTopic: label === 1, isCalled: isOff, isUnsure, look },
        scores: [probability],
      })),
    ),
    {
      rankings: [{ name: "probability", isHighOff: true }],
      list: {
        cases: casesIn(listed),
        captures: listed.filter(({ look }) => look === "case").length,
        checks: listed.filter(({ look }) => look === "check").length,
      },
      ...{ resamples: 1000, seed: 1 },
    },
  );
}

function labelsIn(file) {
  const [, ...rows] = readFileSync(file, "utf8").trim().split("\n");
  return new Map(
    rows.map((row) => {
      const [id, date, uri, label] = row.split("\t");
      return [`${id} ${date} ${uri}`, label === "0" ? 1 : 0];
    }),
  );
}

/** A source that stores only the texts of pages, without title and markup. */
export const BARE_TEXTS = "tosdr/tosback2";

function figures(some) {
  const { tp, fp, fn, f1 } = count(some);
  const cells = [f1.toFixed(3), interval(some), share(tp, tp + fp), share(tp, tp + fn)];
  return `${cells.join(" | ")} | ${tp + fn} of ${some.length}`;
}

const ends = [0, 0.02, 0.1, 0.35, 0.65, 0.9, 0.98, 1];

/**
 * Returns a table of the share of off-topic mementos in each range of probability, for unchanged sets judged by models
 * of the others.
 */
function reliability(judged) {
  const lines = [
    "| probability | mementos | mean probability | off-topic | 95 % by site |",
    "| --- | --- | --- | --- | --- |",
  ];
  const whole = judged.filter(({ form }) => form === "whole");
  for (const [at, low] of ends.slice(0, -1).entries()) {
    const high = ends[at + 1];
    const some = whole.filter(
      (one) => one.probability >= low && (one.probability < high || high === 1),
    );
    if (some.length === 0) continue;
    const mean = some.reduce((sum, one) => sum + one.probability, 0) / some.length;
    // All are counted as if judged off-topic, so that precision is the share of off-topic mementos.
    const called = some.map((one) => ({ ...one, isOff: true }));
    const { tp } = count(called);
    const range = interval(called, ({ tp: off, fp }) => off / (off + fp || 1));
    lines.push(
      `| ${low} to ${high} | ${some.length} | ${mean.toFixed(3)} | ${tp} (${share(tp, some.length)}) | ${range} |`,
    );
  }
  return lines;
}
