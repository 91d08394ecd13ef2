import type { BoilerplateRemover, Input, Measure, ProfileName, Writer } from "../types.js";

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

/** Rows with all cells but the last padded to one width, indented by two. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    `  ${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join("  ")}`.trimEnd(),
  );
}
