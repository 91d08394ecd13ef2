import { jsonFile } from "../../base/json.js";
import { printable } from "../../base/text.js";
import type { OutputForms } from "../../write/formats/forms.js";
import {
  type ChangedSeed,
  changedSeedJson,
  linked,
  offTopicSeedText,
  recoveredSeedText,
  reasonText,
} from "../../write/seed-change.js";
import type { CarriedDecisions, RunComparison } from "./compare.js";

interface ComparedRuns {
  readonly comparison: RunComparison;
  readonly decided?: CarriedDecisions | undefined;
  /** Prefix of a replay system for links. */
  readonly replay?: string | undefined;
}

export const comparisonFormatters: OutputForms<"text" | "json", ComparedRuns> = {
  text: ({ comparison, decided, replay }) =>
    comparisonText(comparison, replay) + (decided === undefined ? "" : carriedText(decided)),
  json: comparisonJson,
};

/**
 * Returns a line for each changed seed, each newly off-topic memento and each difference, with the marks of `diff`, and
 * a summary.
 */
function comparisonText(comparison: RunComparison, replay: string | undefined): string {
  const { changed, onlyBefore, onlyAfter, same } = comparison;
  const lines = [
    ...comparison.offTopicSeeds.map((each) => `X ${offTopicSeedText(linked(each, replay))}`),
    ...comparison.recoveredSeeds.map((each) => `o ${recoveredSeedText(linked(each, replay))}`),
    ...comparison.newOffTopic.map((each) => newOffTopicLine(linked(each, replay))),
    ...changed.map(
      ({ uriM, changes, reason }) =>
        `! ${uriM}  ${changes.map((each) => `${each.of}: ${each.before} -> ${each.after}`).join(", ")}` +
        (reason === undefined ? "" : `  (${reason})`),
    ),
    ...onlyBefore.map((name) => `- ${name}`),
    ...onlyAfter.map((name) => `+ ${name}`),
    `${changed.length} changed, ${onlyBefore.length} only in the first, ${onlyAfter.length} only in the second, ${same} the same`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** Returns `x http://a.example/ of 2020-05-15T09:35:00Z is newly off-topic: spam, probability 0.943  URI-M`. */
function newOffTopicLine(memento: ChangedSeed): string {
  const { uriM, uriR, mementoDatetime } = memento;
  const when = mementoDatetime === undefined ? "" : ` of ${mementoDatetime}`;
  const link = uriR === undefined ? "" : `  ${uriM}`;
  return `x ${uriR ?? uriM}${when} is newly off-topic${reasonText(memento)}${link}`;
}

function comparisonJson({ comparison, decided, replay }: ComparedRuns): string {
  const json = (each: ChangedSeed): object => changedSeedJson(each, replay);
  const { changed, onlyBefore, onlyAfter, same } = comparison;
  return jsonFile({
    "seeds newly off-topic": comparison.offTopicSeeds.map(json),
    "seeds recovered": comparison.recoveredSeeds.map(json),
    "newly off-topic": comparison.newOffTopic.map(json),
    changed: changed.map(({ uriM, changes, reason }) => ({ "URI-M": uriM, changes, reason })),
    "only in the first": onlyBefore,
    "only in the second": onlyAfter,
    same,
    ...(decided && carriedJson(decided)),
  });
}

function carriedText({ changed, both, lost, offers }: CarriedDecisions): string {
  const right = changed.filter(({ label, after }) => after === label).length;
  const lines = [
    ...changed.map(
      ({ uriM, label, before, after }) =>
        `? ${uriM}  ${before} -> ${after}, decided ${label}: ${after === label ? "now right" : "no longer right"}`,
    ),
    ...offers.map(({ uriM, like, how, label }) => `= ${uriM}  ${how} ${like}, decided ${label}`),
    `decisions: ${both} on mementos of both, of which ${changed.length} are judged differently (${right} now right); ` +
      `${lost} on mementos that the second does not have; ${offers.length} offered by seed and text or kind of page`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

const carriedJson = ({ changed, both, lost, offers }: CarriedDecisions): object => ({
  decisions: {
    "on mementos of both": both,
    changed: changed.map(({ uriM, ...change }) => ({ "URI-M": uriM, ...change })),
    "on mementos of the first only": lost,
    offered: offers.map(({ uriM, ...offer }) => ({ "URI-M": uriM, ...offer })),
  },
});
