import { counted, printable } from "../../mementos/text.js";
import { hasVote } from "../../scoring/decide.js";
import type { MeasureResult, MementoResult, Result, Via, Writer } from "../../types.js";
import { evidenceSentence } from "../evidence-text.js";
import { byTimeMap, scoreText } from "../writing.js";

/** A page of text for people: each TimeMap with its mementos in time, off-topic ones marked. */
export const text: Writer = {
  keyword: "text",
  title: "text for people",
  summary: "Each TimeMap as a timeline: date, HTTP status, verdict and scores of every memento.",
  example: "detect_off_topic -i warc=fixtures/collection -ot text",

  async *write(results) {
    let timeMap: Result[] = [];
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst && timeMap.length > 0) {
        yield section(timeMap);
        timeMap = [];
      }
      timeMap.push(result);
    }
    if (timeMap.length > 0) yield section(timeMap);
  },
};

function section(timeMap: readonly Result[]): string {
  const mementos = timeMap.filter((result) => result.kind === "memento");
  const offTopic = mementos.filter(({ overall }) => overall === "off-topic").length;
  const [first] = mementos;
  const name = first === undefined ? timeMap[0]!.uriT : first.capture.uriR;
  const pattern = first?.pattern === undefined ? "" : `, ${first.pattern}`;
  const count = `${counted(mementos.length, "memento")}, ${offTopic} off-topic${pattern}`;
  const lines = timeMap.map((result) =>
    result.kind === "memento" ? mementoLine(result) : `  ! ${printable(result.problem.message)}`,
  );
  return `${printable(name)}  (${count})\n${lines.join("\n")}\n\n`;
}

function mementoLine(result: MementoResult): string {
  const { capture, overall, override, problem, comparedWith, uriM } = result;
  const mark = overall === "off-topic" ? "x" : problem !== undefined ? "?" : " ";
  const when = capture.mementoDatetime.slice(0, 16).replace("T", " ");
  const status = String(capture.status ?? "-").padStart(3);
  const verdict = (overall ?? (problem === undefined ? "no verdict" : "error")).padEnd(10);
  const remarks = [
    comparedWith === uriM && "first memento",
    override !== undefined && `a curator's verdict; computed: ${override.computed ?? "none"}`,
    capture.via !== undefined && `${capture.via.kind}: ${standIn(capture.via)}`,
    ...(capture.notes ?? []),
  ].filter((remark) => remark !== false);
  const names = result.measures.map(({ name }) => name);
  const { measures: topical = [], topicStatus } = result.collection ?? {};
  const scores = [
    ...result.measures.map((each) => scoreCell(each, hasVote(each.name, names))),
    ...topical.map((each) => scoreCell(each, topicStatus === "off-topic")),
  ];
  const said = problem === undefined ? scores.join("  ") : problem.message;
  const remark = remarks.length === 0 ? "" : `  (${remarks.join("; ")})`;
  const line = printable(`  ${mark} ${when}  ${status}  ${verdict}  ${said}${remark}`).trimEnd();
  if (result.evidence === undefined) return line;
  const why = evidenceSentence(result.evidence);
  return why === "" ? line : `${line}\n${INDENT}${printable(why)}`;
}

/** A substitute is of the same URI-R as a rule: its date tells. */
const standIn = ({ kind, uriR, mementoDatetime }: Via): string =>
  kind === "substitute" ? `${mementoDatetime} ${uriR}` : uriR;

/** Evidence stands below the verdict. */
const INDENT = " ".repeat(27);

/** A star stands at a score that calls the memento off-topic, where it `counts`. */
function scoreCell({ name, outcome }: MeasureResult, counts: boolean): string {
  if ("problem" in outcome) return `${name}: ${outcome.problem.message}`;
  if ("skipped" in outcome) return `${name} ${"skipped".padStart(6)} `;
  const { score, bound, topicStatus } = outcome.value;
  const sign = bound === undefined ? "" : bound === "at most" ? "<= " : ">= ";
  return `${name} ${(sign + scoreText(score)).padStart(6)}${counts && topicStatus === "off-topic" ? "*" : " "}`;
}
