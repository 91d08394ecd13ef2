import type {
  BoilerplateRemover,
  CollectionMeasure,
  Input,
  Measure,
  ProfileName,
  Writer,
} from "../types.js";

/** `< 0.12`, or `calibrate` for a measure without a default threshold. */
export function cutText({ cuts }: Measure, profile: ProfileName): string {
  const { threshold, comparison } = cuts[profile];
  return threshold === undefined ? "calibrate" : `${comparison} ${threshold}`;
}

/** `0 to 1`; `0 up` where there is no upper bound. */
export function rangeText({ range: [low, high] }: Measure): string {
  return high === Infinity ? `${low} up` : `${low} to ${high}`;
}

/** Measures as lines of help: keyword, when off-topic in both profiles, summary. */
export function measureLines(measures: readonly Measure[]): string[] {
  return columns(
    measures.map((measure) => [
      measure.keyword,
      `${cutText(measure, "paper")}; ${cutText(measure, "otmt-1.0.5")}`,
      `${measure.summary}${measure.aliases.length > 0 ? ` Also: ${measure.aliases.join(", ")}.` : ""}`,
    ]),
  );
}

/** Collection measures as lines of help: keyword, the paper's threshold, summary. */
export function collectionMeasureLines(measures: readonly CollectionMeasure[]): string[] {
  return columns(
    measures.map(({ keyword, paperThreshold, summary, aliases }) => [
      keyword,
      paperThreshold === undefined ? "none" : `< ${paperThreshold}`,
      `${summary}${aliases.length > 0 ? ` Also: ${aliases.join(", ")}.` : ""}`,
    ]),
  );
}

/** Inputs as lines of help. */
export function inputLines(inputs: readonly Input[]): string[] {
  return columns(
    inputs.map(({ keyword, argument, summary }) => [`${keyword}=${argument}`, summary]),
  );
}

/** Writers as lines of help. */
export function writerLines(writers: readonly Writer[]): string[] {
  return columns(writers.map(({ keyword, summary }) => [keyword, summary]));
}

/** Removers as lines of help. */
export function removerLines(removers: readonly BoilerplateRemover[]): string[] {
  return columns(removers.map(({ keyword, summary }) => [keyword, summary]));
}

/** Columns of text that help keeps within. */
const WIDTH = 100;
/** A first cell longer than this stands on a line of its own. */
const LONGEST_KEY = 24;

/** Rows with all cells but the last padded to one width and the last one wrapped, indented by two. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const short = rows.filter(([key = ""]) => key.length <= LONGEST_KEY);
  const widths = (rows[0] ?? [])
    .slice(0, -1)
    .map((_, i) => Math.max(4, ...(i === 0 ? short : rows).map((row) => row[i]!.length)));
  const indent = 2 + widths.reduce((sum, width) => sum + width + 2, 0);
  return rows.flatMap((row) => {
    const cells = row.slice(0, -1).map((cell, i) => cell.padEnd(widths[i]!));
    const head = `  ${cells.join("  ")}`;
    const [first = "", ...rest] = wrapped(row.at(-1) ?? "", WIDTH - indent);
    const hanging = rest.map((line) => " ".repeat(indent) + line);
    if (head.length + 2 > indent) return [head, " ".repeat(indent) + first, ...hanging];
    return [`${head.padEnd(indent)}${first}`.trimEnd(), ...hanging];
  });
}

/** Text as lines of at most so many characters, broken at spaces; a longer word stands alone. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
