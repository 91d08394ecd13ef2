import { surt } from "../mementos/surt.js";
import { parseDatetime, toFourteenDigits } from "../mementos/datetime.js";
import { uriMParts, uriROf } from "../timemaps/uri-m.js";
import type { Override, TopicStatus } from "../types.js";
import { members } from "./json-object.js";
import { savedCapture } from "./saved-capture.js";
import { savedEvidence } from "./saved-evidence.js";
import type { SavedMemento, SavedScore } from "./saved-memento.js";

/**
 * JSON text parsed with all digits of Simhashes kept: they are above 2^53, where a number would lose them. Throws what
 * `JSON.parse` throws.
 */
export function parseKeepingSimhash(text: string): unknown {
  // Inside a string the closing quote of the name would have a backslash before it: only members match.
  return JSON.parse(
    text.replace(
      /("raw memento simhash value"\s{0,9}:\s{0,9})(\d{1,20})(?=\s{0,9}[,}])/gu,
      '$1"$2"',
    ),
  ) as unknown;
}

/** One memento from its JSON entry (figure 8 of the paper); what is of another type than it should be is left out. */
export function savedMemento(
  uriT: string,
  uriM: string,
  entry: ReadonlyMap<string, unknown>,
): SavedMemento {
  const inside = insideUriM(uriM);
  const uriR = text(entry.get("URI-R")) ?? inside?.uriR;
  const written = text(entry.get("memento-datetime"));
  const mementoDatetime =
    (written === undefined ? undefined : fromOtmtForm(written)) ?? inside?.mementoDatetime;
  const simhash = text(entry.get("raw memento simhash value"));
  const language = text(entry.get("language"));
  const accessError = text(entry.get("access error"));
  const overall = status(entry.get("overall topic status"));
  const topicVote = status(entry.get("collection topic status"));
  const capture = savedCapture(entry);
  const evidence = savedEvidence(entry.get("evidence"));
  const measures = new Map<string, SavedScore>();
  for (const [name, each] of members(entry.get("timemap measures"))) {
    measures.set(name, savedScore(each));
  }
  for (const [name, each] of members(entry.get("collection measures"))) {
    measures.set(name, { ...savedScore(each), ofTopic: true });
  }
  return {
    kind: "memento",
    uriT,
    uriM,
    ...(uriR !== undefined && { uriR }),
    ...(mementoDatetime !== undefined && { mementoDatetime }),
    ...(simhash !== undefined && /^\d{1,20}$/u.test(simhash) && { simhash }),
    ...(language !== undefined && { language }),
    ...(capture !== undefined && { capture }),
    ...(accessError !== undefined && { accessError }),
    measures,
    ...(topicVote !== undefined && { topicVote }),
    ...(overall !== undefined && { overall }),
    ...(evidence !== undefined && { evidence }),
    ...(entry.has("override") && { override: savedOverride(entry.get("override")) }),
  };
}

function savedOverride(value: unknown): Override | true {
  const entry = members(value);
  const by = (["URI-M", "URI-R"] as const).find((each) => each === entry.get("by"));
  const computed = status(entry.get("computed topic status"));
  if (by === undefined) return true;
  return { by, ...(computed !== undefined && { computed }) };
}

function savedScore(value: unknown): SavedScore {
  const entry = members(value);
  const error = text(entry.get("measurement error"));
  if (error !== undefined) return { error };
  const score = entry.get("comparison score");
  const topicStatus = status(entry.get("topic status"));
  const comparedWith = text(entry.get("compared with"));
  const bound = (["at most", "at least"] as const).find(
    (each) => each === entry.get("comparison score is"),
  );
  if (typeof score !== "number" || !Number.isFinite(score)) {
    const skipped = text(entry.get("skipped"));
    const error = skipped === undefined ? "no score" : `skipped: ${skipped}`;
    return { error, ...(topicStatus !== undefined && { topicStatus }) };
  }
  return {
    score,
    ...(bound !== undefined && { bound }),
    ...(topicStatus !== undefined && { topicStatus }),
    ...(comparedWith !== undefined && { comparedWith }),
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

const status = (value: unknown): TopicStatus | undefined =>
  value === "on-topic" || value === "off-topic" ? value : undefined;

/** The canonical datetime of `2013/02/02 10:00:00 GMT`, or of any form that {@link parseDatetime} reads. */
function fromOtmtForm(written: string): string | undefined {
  const [, date, time] = /^(\d{4}\/\d{2}\/\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/u.exec(written) ?? [];
  if (date === undefined || time === undefined) return parseDatetime(written);
  return parseDatetime(`${date.replaceAll("/", "-")}T${time}Z`);
}

/** URI-R and datetime that a URI-M names: `from-warc::DIGITS::URI-R` or an archive's. */
export function insideUriM(
  uriM: string,
): { readonly uriR: string; readonly mementoDatetime: string | undefined } | undefined {
  const own = /^from-warc::(\d{14})(?:~\d+)?::/u.exec(uriM);
  if (own !== null) {
    return { uriR: uriM.slice(own[0].length), mementoDatetime: parseDatetime(own[1] ?? "") };
  }
  const uriR = uriROf(uriM);
  if (uriR === undefined) return undefined;
  return { uriR, mementoDatetime: parseDatetime(uriMParts(uriM)?.timestamp ?? "") };
}

/** What two descriptions of one capture share: SURT of the URI-R and second; undefined where either is unknown. */
export function captureKey(
  uriR: string | undefined,
  mementoDatetime: string | undefined,
): string | undefined {
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  return `${surt(uriR)} ${toFourteenDigits(mementoDatetime)}`;
}
