import { sortDigits } from "../../mementos/datetime.js";
import type { Capture, TimeMapProblem } from "../../types.js";
import { ascii, bodyOf, isCapture, isPointer, noRecord, tieOf, type PointerItem } from "./lines.js";

/**
 * Lines between processes that are no mementos. Their keys sort before and after every grouping key: `!` a TimeMap that
 * could not be had, `~` what only the resolve step needs.
 */
const PROBLEM_KEY = "!";
const SIDE_KEY = "~";

/** What the resolve step must know besides the mementos. */
export type SideItem =
  /** A capture that is no page, but that a revisit of another mapper may point to. */
  | { readonly other: Capture }
  /** A revisit or redirect of something that is no page, as far as this mapper knows. */
  | { readonly pointer: PointerItem };

/** A TimeMap that could not be had, as a line. */
export function encodeProblem({ uriT, problem }: TimeMapProblem): string {
  return [PROBLEM_KEY, ascii(uriT), "-", JSON.stringify({ uriT, problem })].join("\t");
}

/** The TimeMap's problem that a line holds; undefined for any other line. */
export function decodeProblem(line: string): TimeMapProblem | undefined {
  if (!line.startsWith(`${PROBLEM_KEY}\t`)) return undefined;
  const names = ["uriT", "problem"] as const;
  const body = bodyOf<Omit<TimeMapProblem, "kind">>(line, line.lastIndexOf("\t"), names);
  return { kind: "timemap-problem", ...body };
}

export function encodeSide(item: SideItem): string {
  const capture = "other" in item ? item.other : item.pointer.capture;
  const time = sortDigits(capture.mementoDatetime);
  return [SIDE_KEY, time, tieOf(capture), JSON.stringify(item)].join("\t");
}

/** True for a line that only the resolve step needs. */
export function isSide(line: string): boolean {
  return line.startsWith(`${SIDE_KEY}\t`);
}

/** The side item that a line holds; undefined for any other line. */
export function decodeSide(line: string): SideItem | undefined {
  if (!isSide(line)) return undefined;
  const item = bodyOf<SideItem>(line, line.lastIndexOf("\t"), []);
  if ("other" in item ? isCapture(item.other) : isPointer(item.pointer)) return item;
  throw noRecord(line);
}
