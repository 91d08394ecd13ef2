import { jsonFile } from "../../base/json.js";
import { printable } from "../../base/text.js";
import type { OutputForms } from "../../write/formats/forms.js";
import { scoreText } from "../../write/writing.js";
import type { CarriedDecisions, Comparison, NewOffTopic } from "./compare.js";

/** What two runs say, and what became of decisions on the first. */
interface Compared {
  readonly comparison: Comparison;
  readonly decided?: CarriedDecisions;
}

/** The forms of a comparison. */
export const comparisonForms: OutputForms<"text" | "json", Compared> = {
  text: ({ comparison, decided }) =>
    comparisonText(comparison) + (decided === undefined ? "" : carriedText(decided)),
  json: comparisonJson,
};

/** Returns a line for each memento that is newly off-topic, one for each that differs, as `diff` marks them, and a summary. */
function comparisonText(comparison: Comparison): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  const lines = [
    ...comparison.offTopicSeeds.map((each) => `X ${seedText("off-topic since", each)}`),
    ...comparison.recoveredSeeds.map((each) => `o ${seedText("on-topic again since", each)}`),
    ...comparison.newOffTopic.map(newOffTopicLine),
    ...changed.map(
      ({ uriM, changes }) =>
        `! ${uriM}  ${changes.map((each) => `${each.of}: ${each.before} -> ${each.after}`).join(", ")}`,
    ),
    ...onlyBefore.map((name) => `- ${name}`),
    ...onlyAfter.map((name) => `+ ${name}`),
    ...onlyIn("first", measuresOnlyBefore),
    ...onlyIn("second", measuresOnlyAfter),
    `${changed.length} changed, ${onlyBefore.length} only in the first, ${onlyAfter.length} only in the second, ${same} the same`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** Returns `http://a.example/ is off-topic since 2020-05-15T09:35:00Z: spam, probability 0.943  URI-M`. */
function seedText(state: string, seed: NewOffTopic): string {
  const { uriM, uriR = uriM, mementoDatetime = "an unknown date" } = seed;
  const why = state.startsWith("off") ? whyText(seed) : "";
  return `${uriR} is ${state} ${mementoDatetime}${why}${uriR === uriM ? "" : `  ${uriM}`}`;
}

/** Returns `x http://a.example/ of 2020-05-15T09:35:00Z is newly off-topic: spam, probability 0.943  URI-M`. */
function newOffTopicLine(memento: NewOffTopic): string {
  const { uriM, uriR, mementoDatetime } = memento;
  const when = mementoDatetime === undefined ? "" : ` of ${mementoDatetime}`;
  const link = uriR === undefined ? "" : `  ${uriM}`;
  return `x ${uriR ?? uriM}${when} is newly off-topic${whyText(memento)}${link}`;
}

/** Returns `: spam, probability 0.943`, as far as it is known. */
function whyText({ kind, probability }: NewOffTopic): string {
  const facts = [
    ...(kind === undefined ? [] : [kind]),
    ...(probability === undefined ? [] : [`probability ${scoreText(probability)}`]),
  ];
  return facts.length === 0 ? "" : `: ${facts.join(", ")}`;
}

function onlyIn(which: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`measures of the ${which} only: ${names.join(", ")}`];
}

/** The same as one JSON object. */
function comparisonJson({ comparison, decided }: Compared): string {
  const { changed, onlyBefore, onlyAfter, same, measuresOnlyBefore, measuresOnlyAfter } =
    comparison;
  return jsonFile({
    "newly off-topic": comparison.newOffTopic.map(offTopicJson),
    "seeds newly off-topic": comparison.offTopicSeeds.map(offTopicJson),
    "seeds recovered": comparison.recoveredSeeds.map(offTopicJson),
    changed: changed.map(({ uriM, changes }) => ({ "URI-M": uriM, changes })),
    "only in the first": onlyBefore,
    "only in the second": onlyAfter,
    "measures of the first only": measuresOnlyBefore,
    "measures of the second only": measuresOnlyAfter,
    same,
    ...(decided && carriedJson(decided)),
  });
}

const offTopicJson = (memento: NewOffTopic): object => ({
  "URI-M": memento.uriM,
  "URI-R": memento.uriR,
  "memento-datetime": memento.mementoDatetime,
  "kind of page": memento.kind,
  probability: memento.probability,
});

/** What became of decisions, in lines. */
function carriedText({ changed, both, lost, offers }: CarriedDecisions): string {
  const right = changed.filter(({ label, after }) => after === label).length;
  const lines = [
    ...changed.map(
      ({ uriM, label, before, after }) =>
        `? ${uriM}  ${before} -> ${after}, decided ${label}: ${after === label ? "now right" : "no longer right"}`,
    ),
    ...offers.map(
      ({ uriM, like, label }) => `= ${uriM}  the same text as ${like}, decided ${label}`,
    ),
    `decisions: ${both} on mementos of both, of which ${changed.length} are judged differently (${right} now right); ` +
      `${lost} on mementos that the second does not have; ${offers.length} offered by seed and text`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** The same as a member of the JSON of a comparison. */
const carriedJson = ({ changed, both, lost, offers }: CarriedDecisions): object => ({
  decisions: {
    "on mementos of both": both,
    changed: changed.map(({ uriM, ...change }) => ({ "URI-M": uriM, ...change })),
    "on mementos of the first only": lost,
    offered: offers.map(({ uriM, ...offer }) => ({ "URI-M": uriM, ...offer })),
  },
});
