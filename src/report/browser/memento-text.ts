import type { Change } from "../../score/types.js";
import type { PageMemento } from "../page-data.js";
import { dateTitle, grouped, scoreTitle, verdictTitle, visible } from "./words.js";

export interface ShownMemento extends Omit<PageMemento, "text" | "beside"> {
  readonly excerpt?: string | undefined;
  /** The memento whose text is shown next to this memento's text, and the passages of that other text. */
  readonly beside?: (NonNullable<PageMemento["beside"]> & { readonly excerpt: string }) | undefined;
}
/** Returns `undefined` unless the scheme is http or https, because other schemes can run scripts. */
export function archiveHref(uri: string): string | undefined {
  if (!/^https?:\/\//iu.test(uri) || !URL.canParse(uri)) return undefined;
  return new URL(uri).href;
}

/** Returns the address at which a memento can be viewed: its replay, or else the archive's own address. */
export function mementoHref({
  uriM,
  replayed,
}: Pick<PageMemento, "uriM" | "replayed">): string | undefined {
  return archiveHref(replayed ?? uriM);
}

/** The link opens a new tab, and the new tab gets no referrer. */
export const LINK_OUT = { target: "_blank", rel: "noopener noreferrer" } as const;
/** One thing that is known of a memento, in words. */
export interface Fact {
  readonly title: string;
  readonly text: string;
}

const MOST_LISTED_TERMS = 20;

/** Returns the evidence for the verdict on a memento, strongest first. Omits facts that have not changed. */
export function evidenceLines({ evidence, topicVote, inferredFrom }: ShownMemento): Fact[] {
  const lines: Fact[] = [];
  const add = (title: string, text: string | undefined): void => {
    if (text !== undefined && text !== "") lines.push({ title, text });
  };
  add("not read", inferredFrom && `judged by ${inferredFrom.map(visible).join(" and ")}`);
  if (evidence === undefined) return lines;
  const { pageKind, httpStatus, redirect, language, words, bytes } = evidence;
  add("unsure", evidence.doubt);
  if (pageKind !== undefined) {
    add("kind of page", `${visible(pageKind.title)} (${quotedMarks(pageKind.marks)})`);
  }
  add("HTTP status", changed(httpStatus, String));
  if (redirect !== undefined) {
    add("redirected to", `${visible(redirect.uriR)} of ${redirect.mementoDatetime.slice(0, 10)}`);
  }
  add("headers", list(evidence.headers));
  add("reached by a redirect from", evidence.reachedFrom && visible(evidence.reachedFrom));
  add("topic", topicVote === undefined ? undefined : visible(topicVote));
  add("language", changed(language, visible));
  add("words", changed(words, grouped));
  add("bytes", changed(bytes, grouped));
  add("terms lost", list(evidence.termsLost));
  add("terms gained", list(evidence.termsGained));
  return lines;
}

function changed<T>(
  change: Change<T> | undefined,
  write: (value: T) => string,
): string | undefined {
  if (change?.memento === undefined) return undefined;
  if (change.first === undefined) return write(change.memento);
  if (change.first === change.memento) return undefined;
  return `${write(change.first)} → ${write(change.memento)}`;
}

const list = (terms: readonly string[] | undefined): string | undefined =>
  terms?.slice(0, MOST_LISTED_TERMS).map(visible).join(", ");

export const quotedMarks = (marks: readonly string[]): string =>
  marks.map((mark) => `“${visible(mark)}”`).join(", ");

/** Says whose verdict replaces the computed one. */
export const OWN_VERDICT = "a curator's own verdict";

/** Screen readers read the whole label aloud. */
const MOST_SCORES = 4;

/** Describes a memento in one line: its date, its verdict, and its scores or the reason for missing scores. */
export function mementoLabel(memento: ShownMemento, measureNames: readonly string[]): string {
  const { date, overall, problem, scores, evidence, override } = memento;
  const parts = [dateTitle(date), verdictTitle(overall)];
  if (memento.inferredFrom !== undefined) parts.push("not read");
  if (override !== undefined) parts.push(OWN_VERDICT);
  if (problem !== undefined) parts.push(visible(problem));
  for (const { measure, score, error } of scores.slice(0, MOST_SCORES)) {
    const name = visible(measureNames[measure] ?? "");
    parts.push(
      score === undefined ? `${name}: ${visible(error ?? "")}` : `${name} ${scoreTitle(score)}`,
    );
  }
  if (evidence?.pageKind !== undefined) parts.push(visible(evidence.pageKind.title));
  return parts.join(", ");
}
