import { grouped } from "./counting.mjs";

/** Patterns of short TimeMaps. N is an on-topic memento, F an off-topic page, G another off-topic page. */
const SHORT = ["N", "F", "NN", "FN", "NF", "FF", "FFN", "FNN", "FGN", "NFN", "FFG", "FNF"];
const LONGER = [
  "FNNNN",
  "FFNNNN",
  "FGFNNNNN",
  "FFFF",
  "FFFNN",
  "FFFGFF",
  "NFFFFF",
  "FFFFFFNNN",
  "FNNNNNNN",
];

/**
 * Returns sets made of a labelled one, by form. Each is a list of mementos (`id`, `date`, `URI`, `label` 1 for
 * off-topic, `pattern`, `kind`, `site`, `key` of the TimeMap), with the oldest memento of a TimeMap first. The same
 * mementos give the same sets.
 *
 * `composed`: TimeMaps that are short, begin off-topic or are off-topic throughout, from the on-topic mementos of one
 *     TimeMap and the off-topic ones of TimeMaps of other sites
 * `taken`: TimeMaps in which the beginning of one on-topic history is followed by the end of another site's
 * `half`, `most`: the set with half and four fifths of its on-topic mementos captured again
 * `whole`: the set unchanged
 */
export function formsOf(mementos) {
  let seed = 17;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const sorted = [...mementos].sort(
    (a, b) => Number(a.id) - Number(b.id) || (a.date < b.date ? -1 : 1),
  );
  return {
    whole: sorted,
    composed: composed(sorted, random),
    half: recaptured(sorted, 1 / 2, random),
    most: recaptured(sorted, 4 / 5, random),
    taken: takenOver(sorted, random),
  };
}

/** Returns a memento under a URI whose host has no meaning, as in an anonymised set. */
export function withoutWords(memento) {
  const { pathname, search } = new URL(memento.URI);
  return { ...memento, URI: `http://site-${memento.id}.example.org${pathname}${search}` };
}

function composed(mementos, random) {
  const whole = mementos.filter(({ isRevisit }) => !isRevisit);
  const off = whole.filter(({ label }) => label === 1);
  const made = [];
  let turn = 0;
  for (const list of grouped(whole, ({ id }) => id).values()) {
    const on = list.filter(({ label }) => label === 0);
    const others = off.filter(({ site }) => site !== list[0].site);
    if (on.length === 0) continue;
    for (const forms of [SHORT, SHORT, SHORT, LONGER, LONGER]) {
      const form = forms[(turn += 1) % forms.length];
      const [f, g] = [others[random(others.length)], others[random(others.length)]];
      const from = random(Math.max(1, on.length - form.replace(/[FG]/g, "").length + 1));
      let next = from;
      const id = String(made.length + 1);
      made.push(
        [...form].map((letter, at) => ({
          ...(letter === "N" ? on[Math.min(next++, on.length - 1)] : letter === "F" ? f : g),
          ...placed("composed", id, at, list[0]),
          pattern: form,
          ...(letter === "N" && { kind: "original" }),
        })),
      );
    }
  }
  return made.flat();
}

/** Returns the set with a share of its on-topic mementos captured again a second later. */
function recaptured(mementos, share, random) {
  return mementos.flatMap((memento) => {
    if (memento.label === 1 || random(1000) >= share * 1000) return [memento];
    return [memento, { ...memento, date: later(memento.date), kind: "recaptured" }];
  });
}

/**
 * Returns as many TimeMaps as the set has, but at most 80. `pattern` tells which of the two sites has more mementos.
 */
function takenOver(mementos, random) {
  const on = mementos.filter(({ label, isRevisit }) => label === 0 && !isRevisit);
  const histories = [...grouped(on, ({ id }) => id).values()];
  const made = [];
  for (let turn = 0; made.length < Math.min(80, histories.length) && turn < 5000; turn += 1) {
    const [before, after] = [
      histories[random(histories.length)],
      histories[random(histories.length)],
    ];
    const [own, others] = [before.slice(0, 2 + random(8)), after.slice(-1 - random(9))];
    if (before[0].site === after[0].site || before.length < 2) continue;
    const id = String(made.length + 1);
    const pattern = others.length > own.length ? "more-of-the-second" : "fewer-of-the-second";
    made.push(
      [...own, ...others].map((memento, at) => ({
        ...memento,
        ...placed("taken", id, at, before[0]),
        pattern,
        ...(at < own.length ? { kind: "original" } : { kind: "takeover", label: 1 }),
      })),
    );
  }
  return made.flat();
}

/**
 * Returns the properties that place a memento in a composed TimeMap. The URI keeps host and path, because models read words in them.
 */
const placed = (form, id, at, { URI: uri, site }) => ({
  ...{ id, site, key: `${form}-${id}`, date: `${2001 + at}0504100000` },
  URI: new URL(`?${form}=${id}`, uri).href,
});

function later(date) {
  const [, year, ...rest] = /^(....)(..)(..)(..)(..)(..)$/.exec(date);
  const [month, day, hour, minute, second] = rest.map(Number);
  const at = Date.UTC(Number(year), month - 1, day, hour, minute, second + 1);
  return new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
}
