import * as codec from "../../../base/codec.js";
import { UsageError } from "../../../base/errors.js";
import { jsonLine, parseObject } from "../../../base/json.js";
import { groupBy } from "../../../base/math/group-by.js";
import { hash53 } from "../../../base/math/sketch.js";
import type { TopicStatus } from "../../../base/types.js";
import { surt } from "../../../base/uri.js";
import type { TopicMeasure } from "../../../score/settings/topic-types.js";
import { type Overrides, verdictOn } from "../../../write/overrides.js";
import { topicMeasures } from "../profile/document.js";

const { all, count, finite, flag, mapOf, oneOf, optional, record, text } = codec;

/** Groups of candidates by the measures that recognised them, which are the five groups of the paper. */
const candidateGroups = ["undoubted", "words", "vsm", "passage", "directory"] as const;

type RecognitionGroup = (typeof candidateGroups)[number];

/** A page that a crawl recommends. */
export interface PageCandidate {
  readonly "URI-R": string;
  readonly "URI-M": string;
  readonly "memento-datetime": string;
  readonly title: string;
  readonly language: string;
  readonly group: RecognitionGroup;
  /** Score from 0 to 1. A page exactly at the thresholds of the topic has 0.5. */
  readonly score: number;
  readonly measures: Readonly<Partial<Record<TopicMeasure, number>>>;
  readonly "recognised by": readonly TopicMeasure[];
  readonly parents: readonly string[];
  /** Position among the pages that were compared with the topic, from 1. */
  readonly visit: number;
  /** Probability with which the candidates of its batch were drawn. Only for candidates that a person should judge. */
  readonly sample?: number;
  /** Verdict of a person. */
  readonly label?: TopicStatus;
  /** Absent until the batch has been judged. */
  readonly accepted?: boolean;
}

export interface UnreadPage {
  readonly "URI-R": string;
  readonly problem: string;
}

export interface CrawlFigures {
  /** Pages that were opened, including those that could not be read. */
  readonly visited: number;
  /** Pages that were compared with the topic. */
  readonly evaluated: number;
  readonly failed: number;
  /** Pages that were compared and repeat an earlier page. */
  readonly duplicates: number;
  /** Pages that were found but not opened. */
  readonly waiting: number;
  /**
   * Numbers of recognised pages among the first `every`, 2 × `every`, ... compared pages. The last number is for all of
   * them.
   */
  readonly harvest: { readonly every: number; readonly recognised: readonly number[] };
}

export interface PageCandidates {
  readonly figures: CrawlFigures;
  readonly candidates: readonly PageCandidate[];
  readonly unread: readonly UnreadPage[];
}

/** A page that two metrics recognise is undoubted. */
const METRICS = {
  words: ["terms", "collocations2", "collocations3"],
  vsm: ["vsm"],
  passage: ["passage"],
} as const satisfies Readonly<Partial<Record<RecognitionGroup, readonly TopicMeasure[]>>>;

export function groupOfCandidate(measures: readonly TopicMeasure[]): RecognitionGroup {
  const recognising = (["words", "vsm", "passage"] as const).filter((metric) =>
    METRICS[metric].some((measure) => measures.includes(measure)),
  );
  return recognising.length === 1 ? recognising[0]! : "undoubted";
}

const CHART_POINTS = 200;

/** Returns the harvest in at most {@link CHART_POINTS} points. */
export function harvestOf(recognised: readonly boolean[]): CrawlFigures["harvest"] {
  const every = Math.max(1, Math.ceil(recognised.length / CHART_POINTS));
  const counts: number[] = [];
  let count = 0;
  for (const [at, isRecognised] of recognised.entries()) {
    if (isRecognised) count += 1;
    if ((at + 1) % every === 0 || at + 1 === recognised.length) counts.push(count);
  }
  return { every, recognised: counts };
}

/**
 * Share of each batch that a person judges, and minimum share of on-topic pages of a batch that is accepted (the paper,
 * step 7).
 */
const SAMPLE = 0.2;
const ACCEPTED_FROM = 0.75;

/** Candidates of the same host and group are judged together. */
const batchOf = (candidate: PageCandidate): string =>
  `${candidate.group} ${surt(candidate["URI-R"]).split(")", 1)[0]!}`;

/** `seed` decides which candidates are marked. */
export function withSample(candidates: readonly PageCandidate[], seed: number): PageCandidate[] {
  const chosen = new Map<PageCandidate, number>();
  for (const batch of groupBy(candidates, batchOf).values()) {
    const size = Math.ceil(SAMPLE * batch.length);
    const drawn = batch
      .map((candidate) => ({ candidate, order: hash53(`${seed} ${candidate["URI-M"]}`) }))
      .sort((a, b) => a.order - b.order)
      .slice(0, size);
    for (const { candidate } of drawn)
      chosen.set(candidate, Number((size / batch.length).toFixed(4)));
  }
  return candidates.map((each) => {
    const sample = chosen.get(each);
    return sample === undefined ? each : { ...each, sample };
  });
}

/**
 * Returns the candidates with the labels of a person, and with the decisions for other candidates that follow from the
 * labels. If more than 75 % of the judged candidates of a batch are on-topic, all but the off-topic ones are accepted.
 * Otherwise only the on-topic ones are accepted. Undoubted candidates are accepted unless a person rejects them.
 */
export function withLabels(
  candidates: readonly PageCandidate[],
  overrides: Overrides,
): PageCandidate[] {
  const labelled = candidates.map((candidate): PageCandidate => {
    const { "URI-M": uriM, "URI-R": uriR, "memento-datetime": mementoDatetime } = candidate;
    const verdict = verdictOn({ uriM, capture: { uriR, mementoDatetime } }, overrides);
    return verdict === undefined ? candidate : { ...candidate, label: verdict.label };
  });
  const isAccepted = new Map<string, boolean>();
  for (const [name, batch] of groupBy(labelled, batchOf)) {
    const judged = batch.filter(({ label }) => label !== undefined);
    const relevant = judged.filter(({ label }) => label === "on-topic");
    if (judged.length > 0) isAccepted.set(name, relevant.length > ACCEPTED_FROM * judged.length);
  }
  return labelled.map((candidate) => {
    const { label, group } = candidate;
    const accepted =
      label === undefined
        ? group === "undoubted" || isAccepted.get(batchOf(candidate))
        : label === "on-topic";
    return accepted === undefined ? candidate : { ...candidate, accepted };
  });
}

/** Figures of a group, or of all candidates, for tables 4 to 6 of the paper. */
export interface GroupFigures {
  readonly group: RecognitionGroup | "all";
  readonly candidates: number;
  readonly sample: number;
  readonly judged: number;
  readonly offTopic: number;
  readonly accepted: number;
}

/** Returns the figures of each group, then those of all candidates. */
export function groupFigures(candidates: readonly PageCandidate[]): GroupFigures[] {
  const figures = (group: GroupFigures["group"], of: readonly PageCandidate[]): GroupFigures => ({
    group,
    candidates: of.length,
    sample: of.filter(({ sample }) => sample !== undefined).length,
    judged: of.filter(({ label }) => label !== undefined).length,
    offTopic: of.filter(({ label }) => label === "off-topic").length,
    accepted: of.filter(({ accepted }) => accepted).length,
  });
  return [
    ...candidateGroups.map((name) =>
      figures(
        name,
        candidates.filter(({ group }) => group === name),
      ),
    ),
    figures("all", candidates),
  ];
}

const CANDIDATES_FORM = "detect_off_topic candidates";

/**
 * Returns candidates as JSON Lines: first the figures of the crawl, then the candidates, then the pages that could not
 * be read.
 */
export function formatCandidates({ figures, candidates, unread }: PageCandidates): string {
  const lines = [{ form: CANDIDATES_FORM, ...figures }, ...candidates, ...unread];
  return lines.map((line) => `${jsonLine(line)}\n`).join("");
}

/** Throws a `UsageError` for any other text. */
export function parseCandidates(content: string, file: string): PageCandidates {
  const [first = "", ...lines] = content.split("\n").filter((line) => line.trim() !== "");
  const { form, ...figures } = parseObject(first) ?? {};
  if (form !== CANDIDATES_FORM || !isFigures(figures)) {
    throw new UsageError(`${file} holds no candidates: give the JSON Lines that collect wrote.`);
  }
  const candidates: PageCandidate[] = [];
  const unread: UnreadPage[] = [];
  for (const [at, line] of lines.entries()) {
    const row = parseObject(line);
    if (isUnread(row)) unread.push(row);
    else if (isCandidate(row)) candidates.push(row);
    else {
      const why = `${file}, line ${at + 2}: not a candidate. Have collect write it again.`;
      throw new UsageError(why);
    }
  }
  return { figures, candidates, unread };
}

const { is: isUnread } = record<UnreadPage>({ "URI-R": text, problem: text });

const { is: isFigures } = record<CrawlFigures>({
  visited: count,
  evaluated: count,
  failed: count,
  duplicates: count,
  waiting: count,
  harvest: record<CrawlFigures["harvest"]>({ every: count, recognised: all(count) }),
});

const { is: isCandidate } = record<PageCandidate>({
  "URI-R": text,
  "URI-M": text,
  "memento-datetime": text,
  title: text,
  language: text,
  group: oneOf(...candidateGroups),
  score: finite,
  measures: mapOf(finite),
  "recognised by": all(oneOf(...topicMeasures)),
  parents: all(text),
  visit: count,
  sample: optional(finite),
  label: optional(oneOf("on-topic", "off-topic")),
  accepted: optional(flag),
});
