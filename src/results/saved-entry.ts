import { parseDatetime, toFourteenDigits } from "../mementos/datetime.js";
import { surt } from "../mementos/uri.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import type {
  BoundedScore,
  Capture,
  Change,
  CombinationEvidence,
  Contribution,
  Evidence,
  Override,
  PageKind,
  ScoreEvidence,
  TopicEvidence,
  TopicStatus,
} from "../types.js";

/** Members of a JSON object by name; empty for anything else. Page text may name them, so no plain object. */
export function members(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
/** What JSON Lines say of a capture, for people to find it by; other forms say nothing of it. */
export type SavedCapture = Pick<Capture, "status" | "source" | "notes"> & {
  /** URI-M of the first memento. */
  readonly comparedWith?: string;
  readonly via?: Pick<NonNullable<Capture["via"]>, "kind" | "uriR" | "mementoDatetime">;
};

/** Undefined where the entry says nothing; what is of another type than it should be is left out. */
export function savedCapture(entry: ReadonlyMap<string, unknown>): SavedCapture | undefined {
  const status = entry.get("HTTP status");
  const comparedWith = entry.get("compared with");
  const source = sourceOf(entry.get("source"));
  const notes = entry.get("notes");
  const via = viaOf(entry, "redirect") ?? viaOf(entry, "revisit") ?? viaOf(entry, "substitute");
  const capture: SavedCapture = {
    ...(typeof status === "number" && { status }),
    ...(typeof comparedWith === "string" && { comparedWith }),
    ...(source !== undefined && { source }),
    ...(Array.isArray(notes) && {
      notes: (notes as unknown[]).filter((note) => typeof note === "string"),
    }),
    ...(via !== undefined && { via }),
  };
  return Object.keys(capture).length === 0 ? undefined : capture;
}

function sourceOf(value: unknown): SavedCapture["source"] {
  const entry = members(value);
  const [file, offset] = [entry.get("file"), entry.get("offset")];
  return typeof file === "string" && typeof offset === "number" ? { file, offset } : undefined;
}

function viaOf(
  entry: ReadonlyMap<string, unknown>,
  kind: NonNullable<Capture["via"]>["kind"],
): SavedCapture["via"] {
  const via = members(entry.get(kind));
  const [uriR, mementoDatetime] = [via.get("URI-R"), via.get("memento-datetime")];
  return typeof uriR === "string" && typeof mementoDatetime === "string"
    ? { kind, uriR, mementoDatetime }
    : undefined;
}
/** What a results file says of one measure on one memento. */
export interface SavedScore {
  /** Absent where the measure failed. */
  readonly score?: number;
  /** Set when the score is only a bound of the score. */
  readonly bound?: BoundedScore["bound"];
  readonly topicStatus?: TopicStatus;
  /** Why there is no score. */
  readonly error?: string;
  /** What it was compared with, where that is not the first memento. */
  readonly comparedWith?: string;
  /** Set when it was compared with the topic of its collection: it is a part of one vote. */
  readonly ofTopic?: true;
}

/** What a results file says of one memento, whichever form it is in. */
export interface SavedMemento {
  readonly kind: "memento";
  readonly uriT: string;
  readonly uriM: string;
  /** As the file has it, else read out of the URI-M. */
  readonly uriR?: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string;
  /** All decimal digits of the 64-bit Simhash. */
  readonly simhash?: string;
  /** BCP 47, as the file has it. */
  readonly language?: string;
  /** Where it was found and how, of JSON Lines. */
  readonly capture?: SavedCapture;
  /** Why the memento could not be had. */
  readonly accessError?: string;
  /** By name of the measure, as the file writes it. */
  readonly measures: ReadonlyMap<string, SavedScore>;
  /** The one vote of the topic of its collection. */
  readonly topicVote?: TopicStatus;
  readonly overall?: TopicStatus;
  /** Why it has its verdict, of runs with `--explain`. */
  readonly evidence?: Evidence;
  /** Set when `overall` is a curator's own verdict; true where the file does not say what was computed. */
  readonly override?: Override | true;
}

/** A TimeMap that could not be had. */
export interface SavedTimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly accessError: string;
}

export type SavedResult = SavedMemento | SavedTimeMapProblem;

/** A measure as the settings of a run name it. */
export interface SavedChoice {
  readonly keyword: string;
  readonly name: string;
  /** What it is compared with; absent for the first memento. */
  readonly reference?: string;
  readonly threshold?: number;
  readonly comparison: "<" | "<=" | ">" | ">=";
}

/** What a results file says of the run as a whole: only JSON Lines do. */
export interface SavedRun {
  readonly tool: string;
  /** Settings as they were written; other versions may write other ones. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly choices: readonly SavedChoice[];
}

/** A results file that has been read. */
export interface SavedResults {
  /** Path as the user gave it. */
  readonly file: string;
  readonly mementos: readonly SavedMemento[];
  readonly timeMapProblems: readonly SavedTimeMapProblem[];
  readonly run?: SavedRun;
}
type Members = ReadonlyMap<string, unknown>;

/**
 * The evidence of a saved memento (docs/explain.md), undefined where there is none. What is of another type than it
 * should be is left out: files come from anywhere.
 */
export function savedEvidence(value: unknown): Evidence | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entry = members(value);
  return {
    scores: objects(entry.get("scores")).flatMap(scoreOf),
    ...withoutUndefined({
      language: change(entry.get("language"), text),
      bytes: change(entry.get("bytes"), finite),
      words: change(entry.get("words"), finite),
      httpStatus: change(entry.get("HTTP status"), finite),
      redirect: redirectOf(members(entry.get("redirect"))),
      pageKind: pageKindOf(members(entry.get("page kind"))),
      termsLost: texts(entry.get("terms lost")),
      termsGained: texts(entry.get("terms gained")),
      topic: topicOf(members(entry.get("topic"))),
      combination: combinationOf(members(entry.get("combination"))),
    }),
  };
}

function scoreOf(entry: Members): ScoreEvidence[] {
  const measure = text(entry.get("measure"));
  const score = finite(entry.get("score"));
  const threshold = finite(entry.get("threshold"));
  const distance = finite(entry.get("distance"));
  const normalised = finite(entry.get("normalised distance"));
  if (measure === undefined || score === undefined || threshold === undefined) return [];
  if (distance === undefined || normalised === undefined) return [];
  const said = entry.get("score is");
  const bound = said === "at most" || said === "at least" ? said : undefined;
  return [{ measure, score, threshold, distance, normalised, ...withoutUndefined({ bound }) }];
}

function change<T>(value: unknown, read: (side: unknown) => T | undefined): Change<T> | undefined {
  const entry = members(value);
  const [first, memento] = [read(entry.get("first")), read(entry.get("memento"))];
  if (first === undefined && memento === undefined) return undefined;
  return {
    ...(first !== undefined && { first }),
    ...(memento !== undefined && { memento }),
  };
}

function redirectOf(entry: Members): Evidence["redirect"] {
  const uriR = text(entry.get("URI-R"));
  const mementoDatetime = text(entry.get("memento-datetime"));
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  const status = finite(entry.get("HTTP status"));
  const uriM = text(entry.get("URI-M"));
  return { uriR, mementoDatetime, ...withoutUndefined({ status, uriM }) };
}

function pageKindOf(entry: Members): PageKind | undefined {
  const kind = text(entry.get("kind"));
  const strength = finite(entry.get("strength"));
  if (kind === undefined || strength === undefined) return undefined;
  const title = text(entry.get("title")) ?? kind;
  return { kind, title, strength, marks: texts(entry.get("marks")) ?? [] };
}

function topicOf(entry: Members): TopicEvidence | undefined {
  const language = text(entry.get("language"));
  const needed = finite(entry.get("needed"));
  if (language === undefined || needed === undefined) return undefined;
  return {
    language,
    scores: objects(entry.get("scores")).flatMap(scoreOf),
    recognisedBy: texts(entry.get("recognised by")) ?? [],
    needed,
  };
}

function combinationOf(entry: Members): CombinationEvidence | undefined {
  const probability = finite(entry.get("probability"));
  const threshold = finite(entry.get("threshold"));
  const bias = finite(entry.get("bias"));
  if (probability === undefined || threshold === undefined || bias === undefined) return undefined;
  return { probability, threshold, bias, inputs: objects(entry.get("inputs")).flatMap(inputOf) };
}

const forms = ["distance", "relative", "log-distance", "log-relative", "value"] as const;

function inputOf(entry: Members): Contribution[] {
  const name = text(entry.get("of"));
  const as = forms.find((form) => form === entry.get("as"));
  const value = finite(entry.get("value"));
  const contribution = finite(entry.get("contribution"));
  if (name === undefined || as === undefined) return [];
  if (value === undefined || contribution === undefined) return [];
  const missing = entry.get("missing") === true ? { missing: true as const } : {};
  return [{ of: name, as, value, ...missing, contribution }];
}

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

const objects = (value: unknown): Members[] => list(value).map(members);

const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? list(value).filter((each) => typeof each === "string") : undefined;

const finite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}
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
