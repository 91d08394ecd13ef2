import { parseDatetime, toFourteenDigits, toOtmtForm } from "../base/datetime.js";
import { isObject, members } from "../base/json.js";
import {
  type Capture,
  FAULTS,
  type Json,
  type Outcome,
  type Source,
  type Via,
} from "../base/types.js";
import { seedKey } from "../base/uri.js";
import { uriMParts, uriROf } from "../read/timemaps/uri.js";
import type { Override } from "../score/settings/types.js";
import type { MeasureResult, MementoResult, PreprocessingFlags, Score } from "../score/types.js";
import {
  finite,
  flag,
  matching,
  object,
  type ObjectCodec,
  oneOf,
  orElse,
  text,
} from "../base/codec.js";
import type { TimeMapProblem } from "./types.js";
import { bound, evidence, signs, standIn, texts } from "./evidence.js";

/** A memento of saved results, which may lack some members of a result. Every result of a run is one. */
export interface SavedMemento extends Omit<MementoResult, "key" | "capture" | "override"> {
  readonly key?: string;
  readonly capture: Partial<Capture>;
  /** Empty if the computed verdict is unknown. */
  readonly override?: Partial<Override>;
}

/** A row of saved results: a memento, or a TimeMap that failed. */
export type SavedResult = SavedMemento | TimeMapProblem;

/** Returns the value of an outcome, or undefined if it has none. */
export const valueOf = <T>(outcome: Outcome<T> | undefined): T | undefined =>
  outcome !== undefined && "value" in outcome ? outcome.value : undefined;

/** Returns the results of all measures of a memento, with those of the TimeMap first. */
export const measuresOf = ({ measures, collection }: SavedMemento): readonly MeasureResult[] =>
  collection === undefined ? measures : [...measures, ...collection.measures];

export const measureOf = (memento: SavedMemento, name: string): MeasureResult | undefined =>
  measuresOf(memento).find((each) => each.name === name);

/**
 * Returns the score of a result by the name of its measure, as in outputs: `cosine`, `combined` (the probability of being
 * off-topic), `cosine@median`. Returns undefined for a result without it: of a measure that was not computed or has failed,
 * and of a memento or TimeMap that failed.
 *
 * @example
 * ```js
 * for await (const result of detect({ input: "warc=crawl.warc", measures: "cosine" })) {
 *   console.log(result.overall, scoreOf(result, "cosine")?.toFixed(3));
 * }
 * // on-topic 1.000
 * // off-topic 0.026
 * ```
 */
export function scoreOf(result: SavedResult, name: string): number | undefined {
  if (result.kind === "timemap-problem") return undefined;
  const measure = measureOf(result, name);
  return measure && scoreIn(measure)?.score;
}

export const scoreIn = ({ outcome }: MeasureResult): Score | undefined => valueOf(outcome);

export const whyNoScore = ({ outcome }: MeasureResult): string | undefined =>
  "problem" in outcome ? outcome.problem.message : undefined;

/** Values that rows of JSON Lines leave out because the line of settings before them contains them. */
export interface RowForm {
  /** Default flags by measure name. A measure that is missing has all flags false. */
  readonly flags: ReadonlyMap<string, PreprocessingFlags>;
  /** Input names of the learned combination, in the order of their values in rows. */
  readonly inputs: readonly string[];
}

/** The JSON form of a value, which may leave out what the line of settings contains. */
interface ValueForm<T> {
  write(value: T, form?: RowForm): Json | undefined;
  read(json: unknown, form?: RowForm): T | undefined;
}

/** A member of an entry: its name in JSON, and its place in a memento. */
export interface Member {
  readonly name: string;
  readonly write: (memento: SavedMemento, form?: RowForm) => Json | undefined;
  readonly read: (json: unknown, memento: SavedMemento, form?: RowForm) => void;
}

/** Returns a function that makes members of the values in one part of a memento. */
const membersOf =
  <Part extends object>(partOf: (memento: SavedMemento) => Part | undefined) =>
  <Key extends keyof Part>(
    key: Key,
    name: string,
    value: ValueForm<NonNullable<Part[Key]>>,
    isSaid: (memento: SavedMemento) => boolean = () => true,
  ): Member => ({
    name,
    write(memento, form) {
      const given = partOf(memento)?.[key];
      if (given === undefined || given === null || !isSaid(memento)) return undefined;
      return value.write(given, form);
    },
    read(json, memento, form) {
      const part: { -readonly [K in keyof Part]?: unknown } | undefined = partOf(memento);
      const read = value.read(json, form);
      if (part !== undefined && read !== undefined) part[key] = read;
    },
  });

const fact = membersOf((memento) => memento);
const captured = membersOf(({ capture }) => capture);
const topical = membersOf(({ collection }) => collection);

const outcome = <T>(of: ValueForm<T>): ValueForm<Outcome<T>> => ({
  write: (result) => ("value" in result ? of.write(result.value) : undefined),
  read(json) {
    const value = of.read(json);
    return value === undefined ? undefined : { value };
  },
});

const topicStatus = oneOf("on-topic", "off-topic");
const overallStatus = oneOf("on-topic", "off-topic", "unsure");
/** Decimal digits of a Simhash. As text, because `jq` and pandas lose digits of numbers above 2^53. */
const digits = matching(/^\d{1,20}$/u);

const pattern = oneOf("always-on", "step", "single", "oscillating", "first-off", "always-off");

const NO_FLAGS: PreprocessingFlags = {
  stemmed: false,
  tokenized: false,
  removedBoilerplate: false,
};

const flagsOf = (name: string, form: RowForm | undefined): PreprocessingFlags =>
  form?.flags.get(name) ?? NO_FLAGS;

export const preprocessingFlags: ObjectCodec<PreprocessingFlags> = object<PreprocessingFlags>({
  stemmed: ["stemmed", orElse(flag, false)],
  tokenized: ["tokenized", orElse(flag, false)],
  removedBoilerplate: ["removed boilerplate", orElse(flag, false)],
});

const scored = object<Score & Pick<MeasureResult, "comparedWith">>({
  score: ["comparison score", finite],
  bound: ["comparison score is", bound, "optional"],
  topicStatus: ["topic status", topicStatus, "optional"],
  comparedWith: ["compared with", text, "optional"],
});

const source = object<Pick<Source, "file" | "offset" | "unit">>({
  file: ["file", text],
  offset: ["offset", finite],
  unit: ["unit", oneOf("item"), "optional"],
});

const via = (kind: Via["kind"]): Member =>
  captured("via", kind, {
    write: (of) =>
      of.kind === kind
        ? { ...standIn.write(of), ...(of.source && source.write(of.source)) }
        : undefined,
    read(json) {
      const read = standIn.read(json);
      return read && { kind, ...read, source: source.read(json) };
    },
  });

/** Profile otmt-1.0.5 writes nothing about the kind of a page and the circumstances of a capture. */
const hasFault = ({ fault }: SavedMemento): boolean => fault !== undefined;

const pageKind = (isSaid: (memento: SavedMemento) => boolean): Member =>
  fact("pageKind", "page kind", text, isSaid);

const comparedWith = fact("comparedWith", "compared with", text);

const otmtDatetime: ValueForm<string> = { write: toOtmtForm, read: fromOtmtForm };

const measures: ValueForm<readonly MeasureResult[]> = {
  write: (all, form) =>
    Object.fromEntries(all.map((measure) => [measure.name, measureEntry(measure, form)])),
  read: (json, form) =>
    Object.entries(members(json)).map(([name, each]) => readMeasure(name, each, form)),
};

/** Empty if the computed verdict is unknown. */
const override: ValueForm<Partial<Override>> = {
  write: ({ by, computed = "none" }) => by && { by, "computed topic status": computed },
  read(json) {
    const entry = members(json);
    // Version 0.2 marked verdicts that a run had put beside the capture.
    const by = oneOf("URI-M", "URI-R").read(entry["by"] === "mark" ? "URI-M" : entry["by"]);
    const computed = overallStatus.read(entry["computed topic status"]);
    return by === undefined ? {} : { by, computed };
  },
};

/** Only the values if the line of settings has all names, with null for a missing value. */
const inputs: ValueForm<Readonly<Record<string, number>>> = {
  write(values, { inputs: names } = NO_FORM) {
    const isKnown = Object.keys(values).every((name) => names.includes(name));
    return isKnown ? names.map((name) => values[name] ?? null) : values;
  },
  read(json, { inputs: names } = NO_FORM) {
    const values: readonly unknown[] = Array.isArray(json) ? json : [];
    const named =
      values.length > 0 && values.length === names.length
        ? names.map((name, at) => [name, values[at]])
        : isObject(json) && Object.entries(json);
    if (named === false) return undefined;
    return Object.fromEntries(named.filter(([, value]) => finite.is(value))) as Record<
      string,
      number
    >;
  },
};

const NO_FORM: RowForm = { flags: new Map(), inputs: [] };

/** The members in the form of OTMT (figure 8 of the paper), without the Simhash (see {@link withSimhash}). */
const ENTRY: readonly Member[] = [
  fact("problem", "access error", {
    write: ({ message }) => message,
    read(json) {
      const message = text.read(json);
      return message === undefined ? undefined : { stage: "access", message };
    },
  }),
  fact("contentLength", "content length", outcome(finite)),
  fact("language", "language", outcome(text)),
  captured("mementoDatetime", "memento-datetime", otmtDatetime),
  fact(
    "signs",
    "signs",
    outcome({ ...signs, write: (all) => (all.length > 0 ? signs.write(all) : undefined) }),
  ),
  // A family of measures that was not requested is left out if the other family was requested.
  fact(
    "measures",
    "timemap measures",
    measures,
    ({ problem, collection, measures: own }) =>
      problem === undefined && (collection === undefined || own.length > 0),
  ),
  topical("measures", "collection measures", measures),
  topical("topicStatus", "collection topic status", topicStatus),
  topical("isBeyondDoubt", "on-topic beyond doubt", flag),
  topical("profile", "topic profile", text),
  fact("overall", "overall topic status", overallStatus),
  fact("override", "override", override, ({ overall }) => overall !== undefined),
  pageKind(hasFault),
  fact("effectiveStatus", "effective status", finite, hasFault),
  fact("fault", "fault", oneOf(...FAULTS)),
  fact("evidence", "evidence", evidence),
  captured("inferredFrom", "inferred from", texts),
];

/** The members of the nested object of a TimeMap. `saysReference` adds the memento with which each was compared. */
export const jsonMembers = (saysReference: boolean): readonly Member[] => [
  ...ENTRY,
  via("substitute"),
  ...(saysReference ? [comparedWith] : []),
];

/** The members of JSON Lines: identity, entry, and what people who decide and the training of a model need later. */
export const LINE_MEMBERS: readonly Member[] = [
  fact("simhash", "raw memento simhash value", outcome(digits)),
  fact("key", "grouping key", text),
  fact("uriT", "URI-T", text),
  captured("uriR", "URI-R", text),
  fact("uriM", "URI-M", text),
  captured("status", "HTTP status", finite),
  captured("contentType", "content type", text),
  captured("headers", "telling headers", texts, hasFault),
  captured("reachedFrom", "reached from", text, hasFault),
  // The newest name of a page, for a capture under another name.
  captured(
    "continuesAs",
    "continues as",
    text,
    ({ capture: { uriR = "", continuesAs = "" } }) => seedKey(continuesAs) !== seedKey(uriR),
  ),
  via("redirect"),
  via("revisit"),
  via("substitute"),
  captured("source", "source", source),
  captured("recordId", "WARC-Record-ID", text),
  comparedWith,
  captured("notes", "notes", texts),
  ...ENTRY,
  fact("textSimhash", "text simhash", outcome(digits)),
  pageKind((memento) => !hasFault(memento)),
  fact("seedNotice", "seed notice", text),
  fact("hasLostIdentity", "identity lost", oneOf(true)),
  fact("remark", "remark", text),
  fact("changedSince", "changed since", matching(/^\d{14}$/u)),
  fact("inputs", "inputs", inputs),
  fact("excerpt", "text", outcome(text)),
  fact("pattern", "pattern", pattern),
];

/** Returns the entry of a memento. Values in `form` are left out. */
export function toEntry(
  memento: SavedMemento,
  chosen: readonly Member[],
  form?: RowForm,
): Record<string, Json> {
  const entry: Record<string, Json> = {};
  for (const { name, write } of chosen) {
    const value = write(memento, form);
    if (value !== undefined) entry[name] = value;
  }
  return entry;
}

/**
 * Returns a memento from its entry in JSON or JSON Lines, written by any version of this tool or by OTMT 1.0.5. Members
 * of the wrong type are left out. `form` has the values in the line of settings to which a row belongs.
 */
export function readEntry(uriT: string, uriM: string, json: unknown, form?: RowForm): SavedMemento {
  const entry = members(json);
  const memento: SavedMemento = {
    kind: "memento",
    key: undefined,
    uriT,
    uriM,
    capture: { ...insideUriM(uriM) },
    measures: [],
    collection: isObject(entry["collection measures"]) ? { measures: [], profile: "" } : undefined,
    // V8 gives an object a hash table if more than twelve members are added later.
    overall: undefined,
    comparedWith: undefined,
    pageKind: undefined,
    effectiveStatus: undefined,
    fault: undefined,
    contentLength: undefined,
    language: undefined,
  };
  for (const { name, read } of LINE_MEMBERS) {
    if (entry[name] !== undefined) read(entry[name], memento, form);
  }
  return memento;
}

function measureEntry(
  { name, flags, outcome: found, comparedWith: reference }: MeasureResult,
  form?: RowForm,
): Json {
  if ("problem" in found) return { "measurement error": found.problem.message };
  const isSaid = form !== undefined && hasFlags(flagsOf(name, form), flags);
  return {
    ...(isSaid ? {} : preprocessingFlags.write(flags)),
    ...scored.write({ ...found.value, comparedWith: reference }),
  };
}

const hasFlags = (one: PreprocessingFlags, other: PreprocessingFlags): boolean =>
  one.stemmed === other.stemmed &&
  one.tokenized === other.tokenized &&
  one.removedBoilerplate === other.removedBoilerplate;

function readMeasure(name: string, json: unknown, form?: RowForm): MeasureResult {
  const entry = members(json);
  const error = text.read(entry["measurement error"]);
  const read = error === undefined ? scored.read(json) : undefined;
  if (read === undefined) {
    // Version 0.2 could leave out measures of a memento that was off-topic already.
    const skipped = text.read(entry["skipped"]);
    const message = error ?? (skipped === undefined ? "no score" : `skipped: ${skipped}`);
    return { name, flags: NO_FLAGS, outcome: { problem: { stage: "score", message } } };
  }
  const { comparedWith: reference, ...value } = read;
  const hasOwn = ["stemmed", "tokenized", "removed boilerplate"].some((each) => each in entry);
  const flags = (hasOwn ? preprocessingFlags.read(json) : undefined) ?? flagsOf(name, form);
  return { name, flags, outcome: { value }, comparedWith: reference };
}

/**
 * Returns the text of a JSON object with the Simhash inserted before its members. OTMT writes and reads the Simhash as
 * a number, which may exceed 2^53, so its digits are inserted as text. JSON Lines contain it as a string.
 */
export function withSimhash(object: string, digits: string | undefined, space: string): string {
  if (digits === undefined) return object;
  return `{${space}"raw memento simhash value": ${digits},${object.slice(1)}`;
}

/**
 * Parses JSON text and keeps all digits of Simhashes, which may exceed 2^53. Throws the same errors as `JSON.parse`.
 */
export function parseKeepingSimhash(text: string): unknown {
  // Matches only members, because inside a string the closing quote of the name would follow a backslash.
  return JSON.parse(
    text.replace(
      /("raw memento simhash value"\s{0,9}:\s{0,9})(\d{1,20})(?=\s{0,9}[,}])/gu,
      '$1"$2"',
    ),
  ) as unknown;
}

/** Returns the canonical datetime of `2013/02/02 10:00:00 GMT`, or of any form that {@link parseDatetime} reads. */
function fromOtmtForm(json: unknown): string | undefined {
  const written = text.read(json);
  if (written === undefined) return undefined;
  const [, date, time] = /^(\d{4}\/\d{2}\/\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/u.exec(written) ?? [];
  if (date === undefined || time === undefined) return parseDatetime(written);
  return parseDatetime(`${date.replaceAll("/", "-")}T${time}Z`);
}

/**
 * Returns the URI-R and datetime in a URI-M, which has the form `from-warc::DIGITS::URI-R` or comes from an archive.
 */
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

/**
 * Returns a key that two descriptions of one capture share: the SURT of the URI-R, and the second. Returns undefined if
 * either is unknown.
 */
export function captureKey({ uriR, mementoDatetime }: Partial<Capture>): string | undefined {
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  return `${seedKey(uriR)} ${toFourteenDigits(mementoDatetime)}`;
}
