import { COMBINED, SIGNS_VOTE, hasVote } from "../decide/overall.js";
import type { MeasureResult, Result, Settings } from "../types.js";
import { version } from "../version.js";
import type { ReportCut, ReportItem, ReportRun, ReportScore } from "./report-item.js";

/** What a report shows of a result of a run. */
export function fromResult(result: Result): ReportItem {
  if (result.kind === "timemap-problem") {
    return { kind: result.kind, uriT: result.uriT, message: result.problem.message };
  }
  const { capture, problem, overall, override, evidence, pattern, comparedWith, excerpt } = result;
  const { status, source, via, notes } = capture;
  const { collection } = result;
  const names = result.measures.map(({ name }) => name);
  return {
    kind: "memento",
    uriT: result.uriT,
    uriM: result.uriM,
    uriR: capture.uriR,
    mementoDatetime: capture.mementoDatetime,
    ...(overall !== undefined && { overall }),
    ...(problem !== undefined && { problem: problem.message }),
    ...(status !== undefined && { status }),
    measures: [
      ...result.measures.map((each) => scoreOf(each, hasVote(each.name, names))),
      ...(collection?.measures ?? []).map((each) => ({
        ...scoreOf(each, true),
        ofTopic: true as const,
      })),
    ],
    ...(collection?.topicStatus !== undefined && { topicVote: collection.topicStatus }),
    ...(override !== undefined && { override }),
    ...(evidence !== undefined && { evidence }),
    ...(pattern !== undefined && { pattern }),
    ...(comparedWith !== undefined && { comparedWith }),
    ...(source !== undefined && { source }),
    ...(via !== undefined && { via }),
    ...(notes !== undefined && { notes }),
    ...(excerpt !== undefined && "value" in excerpt && { excerpt: excerpt.value }),
  };
}

function scoreOf({ name, outcome, comparedWith }: MeasureResult, votes: boolean): ReportScore {
  const against = comparedWith === undefined ? {} : { comparedWith };
  if ("problem" in outcome) return { name, error: outcome.problem.message, ...against };
  if ("skipped" in outcome) return { name, error: `skipped: ${outcome.skipped}`, ...against };
  const { score, bound, topicStatus } = outcome.value;
  return {
    name,
    score,
    ...(bound !== undefined && { bound }),
    ...(votes && topicStatus !== undefined && { topicStatus }),
    ...against,
  };
}

/** What a report says of a run with these settings. */
export function runOfSettings(settings: Settings): ReportRun {
  const { measures, collection, combine } = settings;
  const cuts = measures.map(({ name, threshold, comparison }): ReportCut => ({
    name,
    comparison,
    ...(threshold !== undefined && { threshold }),
  }));
  // Where none was given the threshold is the topic profile's, another one for each language.
  const topic = (collection?.measures ?? []).map(({ keyword, threshold }): ReportCut => ({
    name: keyword,
    comparison: "<",
    ...(threshold !== undefined && { threshold }),
  }));
  return {
    tool: `detect_off_topic ${version}`,
    combine: String(combine),
    cuts: [...ownVotes(settings), ...cuts, ...topic],
  };
}

/** Votes that are measures of the output, not of the settings: of a learned combination, and of strong signals. */
function ownVotes({ model, signsVote, signStrength }: Settings): ReportCut[] {
  return [
    ...(model === undefined
      ? []
      : [{ name: COMBINED, threshold: model.threshold, comparison: ">" as const }]),
    ...(signsVote === true && signStrength !== undefined
      ? [{ name: SIGNS_VOTE, threshold: signStrength, comparison: ">=" as const }]
      : []),
  ];
}
