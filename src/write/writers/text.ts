import { counted, printable } from "../../base/text.js";
import { LOST_IDENTITY } from "../../score/evidence/seed-identity.js";
import { COMBINED, hasVote } from "../../score/verdict/decide.js";
import { PATTERN_TITLES } from "../../score/verdict/course.js";
import type { Via } from "../../base/types.js";
import type { MeasureResult, MementoResult } from "../../score/types.js";
import type { Result, Terminal, Writer } from "../types.js";
import { evidenceSentence } from "../evidence.js";
import { byTimeMap, pageKindTitle, scoreText } from "../writing.js";

export const text: Writer = {
  keyword: "text",
  lacksSimhash: true,
  usualSuffix: ".txt",
  title: "text for people",
  summary:
    "Each TimeMap as a timeline: date, HTTP status, verdict, probability or scores, kind of page and reason of every memento.",
  example: "detect_off_topic -i warc=fixtures/collection -ot text",

  async *write(results, _settings, { terminal, showsAllScores = false } = {}) {
    const view: TextView = { terminal, showsAllScores };
    let timeMap: Result[] = [];
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst && timeMap.length > 0) {
        yield section(timeMap, view);
        timeMap = [];
      }
      timeMap.push(result);
    }
    if (timeMap.length > 0) yield section(timeMap, view);
  },
};

interface TextView {
  readonly terminal?: Terminal;
  readonly showsAllScores: boolean;
}

const RED = 31;
const YELLOW = 33;

/** Returns text in a colour (SGR) if the terminal has colours. */
const coloured = (text: string, colour: number, { terminal }: TextView): string =>
  terminal?.hasColors === true ? `\u{1b}[${colour}m${text}\u{1b}[39m` : text;

/** Other outputs do not cut URIs, because a program may need all of them. */
function cutUri(uri: string, others: number, { terminal }: TextView): string {
  const most = Math.max(LEAST_OF_URI, (terminal?.columns ?? Infinity) - others);
  return uri.length <= most ? uri : `${uri.slice(0, most - 1)}…`;
}

const LEAST_OF_URI = 30;

function section(timeMap: readonly Result[], view: TextView): string {
  const mementos = timeMap.filter((result) => result.kind === "memento");
  const offTopic = mementos.filter(({ overall }) => overall === "off-topic").length;
  const [first] = mementos;
  const name = first === undefined ? timeMap[0]!.uriT : first.capture.uriR;
  const pattern = first?.pattern === undefined ? "" : `, ${PATTERN_TITLES[first.pattern]}`;
  const count = `${counted(mementos.length, "memento")}, ${offTopic} off-topic${offTopic === 0 ? "" : pattern}`;
  const notice = first?.seedNotice === undefined ? "" : `  ${printable(first.seedNotice)}\n`;
  const lines = timeMap.map((result) =>
    result.kind === "memento"
      ? lineOfMemento(result, view)
      : `  ${coloured("!", YELLOW, view)} ${printable(result.problem.message)}`,
  );
  const shown = cutUri(printable(name), count.length + 4, view);
  return `${shown}  (${count})\n${notice}${lines.join("\n")}\n\n`;
}

function lineOfMemento(result: MementoResult, view: TextView): string {
  const { capture, overall, override, problem, comparedWith, uriM } = result;
  const isOpen = overall === "unsure" || problem !== undefined;
  const mark = overall === "off-topic" ? "x" : isOpen ? "?" : " ";
  const when = capture.mementoDatetime.slice(0, 16).replace("T", " ");
  const status = String(capture.status ?? "-").padStart(3);
  const verdict = (overall ?? (problem === undefined ? "no verdict" : "error")).padEnd(10);
  const remarks = [
    reasonOf(result),
    comparedWith === uriM && "first memento",
    override !== undefined && `a curator's verdict; computed: ${override.computed ?? "none"}`,
    capture.inferredFrom !== undefined && "not read, inferred from those beside it",
    capture.via !== undefined && `${capture.via.kind}: ${cutUri(standIn(capture.via), 0, view)}`,
    ...(capture.notes ?? []),
  ].filter((remark) => remark !== false && remark !== undefined);
  const names = result.measures.map(({ name }) => name);
  const { measures: topical = [], topicStatus } = result.collection ?? {};
  const scores = [
    ...result.measures
      .filter((each) => view.showsAllScores || !isIdle(each, names))
      .map((each) => scoreCell(each, hasVote(each.name, names))),
    ...topical.map((each) => scoreCell(each, topicStatus === "off-topic")),
  ];
  const said = problem === undefined ? scores.join("  ") : problem.message;
  const remark = remarks.length === 0 ? "" : `  (${remarks.join("; ")})`;
  const head = printable(`${mark} ${when}  ${status}  ${verdict}`);
  const marked = mark === " " ? head : coloured(head, mark === "x" ? RED : YELLOW, view);
  const line = `  ${marked}  ${printable(`${said}${remark}`)}`.trimEnd();
  if (result.evidence === undefined) return line;
  const why = evidenceSentence(result.evidence);
  return why === "" ? line : `${line}\n${INDENT}${printable(why)}`;
}

/** A score without a vote. A measure that failed is always shown, since its failure is counted. */
const isIdle = ({ name, outcome }: MeasureResult, names: readonly string[]): boolean =>
  !("problem" in outcome) && !hasVote(name, names);

/**
 * Returns the reason of a verdict other than on-topic as far as results without evidence have it: the kind of page, and the fault.
 * The evidence below the verdict says more.
 */
function reasonOf(result: MementoResult): string | undefined {
  const { overall, evidence, fault, hasLostIdentity } = result;
  if (overall === undefined || overall === "on-topic" || evidence !== undefined) return undefined;
  const said = [
    pageKindTitle(result),
    fault === "none" ? undefined : fault,
    hasLostIdentity === true ? LOST_IDENTITY : undefined,
  ].filter((each) => each !== undefined);
  return said.length === 0 ? undefined : said.join(", ");
}

/** A substitute usually has the same URI-R, so its date is shown. */
const standIn = ({ kind, uriR, mementoDatetime }: Via): string =>
  kind === "substitute" ? `${mementoDatetime} ${uriR}` : uriR;

const INDENT = " ".repeat(27);

/**
 * The score of the learned combination is the probability of being off-topic. A star marks a score that counts and that
 * calls the memento off-topic.
 */
function scoreCell({ name: measure, outcome }: MeasureResult, counts: boolean): string {
  const name = measure === COMBINED ? "probability" : measure;
  if ("problem" in outcome) return `${name}: ${outcome.problem.message}`;
  const { score, bound, topicStatus } = outcome.value;
  const sign = bound === undefined ? "" : bound === "at most" ? "<= " : ">= ";
  return `${name} ${(sign + scoreText(score)).padStart(6)}${counts && topicStatus === "off-topic" ? "*" : " "}`;
}
