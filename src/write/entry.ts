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
  memento.measures.find((each) => each.name === name) ??
  memento.collection?.measures.find((each) => each.name === name);

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

const topicStatus = oneOf("on-topic", "off-topic");
const fault = oneOf(...FAULTS);
const overallStatus = oneOf("on-topic", "off-topic", "unsure");
/** Values that rows of JSON Lines leave out because the line of settings before them contains them. */
export interface RowForm {
  /** Default flags by measure name. A measure that is missing has all flags false. */
  readonly flags: ReadonlyMap<string, PreprocessingFlags>;
  /** Input names of the learned combination, in the order of their values in rows. */
  readonly inputs: readonly string[];
}

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

/** An entry before it is written as JSON. Undefined members are not written. */
type JsonEntry = Readonly<Record<string, Json | undefined>>;

/**
 * Returns a memento in the form of OTMT (figure 8 of the paper) without the Simhash, whose digits JSON.stringify cannot
 * write (see {@link withSimhash}). Values in `form` are left out.
 */
export function toEntry(memento: MementoResult, form?: RowForm): JsonEntry {
  const { problem, capture, measures, collection } = memento;
  const mementoDatetime = toOtmtForm(capture.mementoDatetime);
  const verdict = overrideEntry(memento);
  if (problem !== undefined) {
    return {
      ...{ "access error": problem.message, "memento-datetime": mementoDatetime, ...verdict },
      ...kindEntry(memento),
    };
  }
  const found = valueOf(memento.signs) ?? [];
  if (capture.inferredFrom !== undefined) {
    return {
      ...{ "memento-datetime": mementoDatetime, "timemap measures": {}, ...verdict },
      "inferred from": capture.inferredFrom,
    };
  }
  const entry: JsonEntry = {
    "content length": valueOf(memento.contentLength),
    language: valueOf(memento.language),
    "memento-datetime": mementoDatetime,
    signs: found.length > 0 ? signs.write(found) : undefined,
    // A family of measures that was not requested is left out if the other family was requested.
    "timemap measures":
      collection === undefined || measures.length > 0 ? measuresEntry(measures, form) : undefined,
    "collection measures": collection && measuresEntry(collection.measures, form),
    "collection topic status": collection?.topicStatus,
    "on-topic beyond doubt": collection?.isBeyondDoubt,
    "topic profile": collection?.profile,
  };
  const explained = { evidence: memento.evidence && evidence.write(memento.evidence) };
  return Object.assign(entry, verdict, kindEntry(memento), explained);
}

/** Kind, effective status and fault of a result. Empty in profile otmt-1.0.5. */
const kindEntry = ({
  pageKind,
  effectiveStatus,
  fault: cause,
}: Pick<SavedMemento, "pageKind" | "effectiveStatus" | "fault">): JsonEntry =>
  cause === undefined
    ? {}
    : { "page kind": pageKind, "effective status": effectiveStatus, fault: cause };

/** Returns the verdict, and the computed verdict if a curator's verdict replaces it. */
const overrideEntry = ({
  overall,
  override,
}: Pick<SavedMemento, "overall" | "override">): JsonEntry => ({
  "overall topic status": overall,
  override:
    overall === undefined || override?.by === undefined
      ? undefined
      : { by: override.by, "computed topic status": override.computed ?? "none" },
});

/** Returns the newest name of a page for a capture under another name. */
const nextName = ({ uriR, continuesAs }: Capture): string | undefined =>
  continuesAs === undefined || seedKey(continuesAs) === seedKey(uriR) ? undefined : continuesAs;

/** The Simhash is text, because `jq` and pandas lose digits of numbers above 2^53. */
export function toIdentity({
  key,
  uriT,
  uriM,
  capture,
  comparedWith,
  simhash,
  fault: cause,
}: MementoResult): JsonEntry {
  const entry: JsonEntry = {
    "raw memento simhash value": valueOf(simhash),
    "grouping key": key,
    "URI-T": uriT,
    "URI-R": capture.uriR,
    "URI-M": uriM,
    "HTTP status": capture.status,
    "content type": capture.contentType,
  };
  // Profile otmt-1.0.5 writes nothing about the circumstances of a capture.
  const circumstances = cause !== undefined && {
    "telling headers": capture.headers,
    "reached from": capture.reachedFrom,
  };
  Object.assign(entry, circumstances, {
    "continues as": nextName(capture),
  });
  return Object.assign(entry, capture.via && viaEntry(capture.via), {
    source: capture.source && source.write(capture.source),
    "WARC-Record-ID": capture.recordId,
    "compared with": comparedWith,
    notes: capture.notes,
  });
}

/** Returns further members of JSON Lines that people who decide and the training of a model need later. */
export const toDetails = (
  {
    textSimhash,
    pageKind,
    fault: cause,
    seedNotice,
    hasLostIdentity,
    remark,
    changedSince,
    inputs,
    excerpt,
  }: MementoResult,
  form: RowForm,
): JsonEntry => ({
  "text simhash": valueOf(textSimhash),
  ...(cause === undefined && { "page kind": pageKind }),
  "seed notice": seedNotice,
  "identity lost": hasLostIdentity,
  remark,
  "changed since": changedSince,
  inputs: inputs && inputsEntry(inputs, form.inputs),
  text: valueOf(excerpt),
});

/** Returns only the values if all names are known, with null for a missing value. */
function inputsEntry(inputs: Readonly<Record<string, number>>, names: readonly string[]): Json {
  const isKnown = Object.keys(inputs).every((name) => names.includes(name));
  return isKnown ? names.map((name) => inputs[name] ?? null) : inputs;
}

export const viaEntry = (via: Via): JsonEntry => ({
  [via.kind]: { ...standIn.write(via), ...(via.source && source.write(via.source)) },
});

const measuresEntry = (measures: readonly MeasureResult[], form: RowForm | undefined): Json =>
  Object.fromEntries(measures.map((measure) => [measure.name, measureEntry(measure, form)]));

function measureEntry({ name, flags, outcome, comparedWith }: MeasureResult, form?: RowForm): Json {
  if ("problem" in outcome) return { "measurement error": outcome.problem.message };
  const isSaid = form !== undefined && hasFlags(flagsOf(name, form), flags);
  return {
    ...(isSaid ? {} : preprocessingFlags.write(flags)),
    ...scored.write({ ...outcome.value, comparedWith }),
  };
}

const hasFlags = (one: PreprocessingFlags, other: PreprocessingFlags): boolean =>
  one.stemmed === other.stemmed &&
  one.tokenized === other.tokenized &&
  one.removedBoilerplate === other.removedBoilerplate;

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

/**
 * Returns a memento from its entry in JSON or JSON Lines, written by any version of this tool or by OTMT 1.0.5. Members
 * of the wrong type are left out. `form` has the values in the line of settings to which a row belongs.
 */
export function readEntry(uriT: string, uriM: string, json: unknown, form?: RowForm): SavedMemento {
  const entry = members(json);
  const inside = insideUriM(uriM);
  const message = text.read(entry["access error"]);
  return {
    kind: "memento",
    key: text.read(entry["grouping key"]),
    uriT,
    uriM,
    capture: {
      uriR: text.read(entry["URI-R"]) ?? inside?.uriR,
      mementoDatetime: fromOtmtForm(entry["memento-datetime"]) ?? inside?.mementoDatetime,
      status: finite.read(entry["HTTP status"]),
      contentType: text.read(entry["content type"]),
      headers: texts.read(entry["telling headers"]),
      reachedFrom: text.read(entry["reached from"]),
      source: source.read(entry["source"]),
      recordId: text.read(entry["WARC-Record-ID"]),
      via: readVia(entry),
      inferredFrom: texts.read(entry["inferred from"]),
      continuesAs: text.read(entry["continues as"]),
      notes: texts.read(entry["notes"]),
    },
    problem: message === undefined ? undefined : { stage: "access", message },
    simhash: outcome(digits.read(entry["raw memento simhash value"])),
    textSimhash: outcome(digits.read(entry["text simhash"])),
    contentLength: outcome(finite.read(entry["content length"])),
    language: outcome(text.read(entry["language"])),
    signs: outcome(signs.read(entry["signs"])),
    pageKind: text.read(entry["page kind"]),
    effectiveStatus: finite.read(entry["effective status"]),
    fault: fault.read(entry["fault"]),
    inputs: readInputs(entry["inputs"], form?.inputs ?? []),
    excerpt: outcome(text.read(entry["text"])),
    measures: readMeasures(entry["timemap measures"], form),
    collection: readCollection(entry, form),
    overall: overallStatus.read(entry["overall topic status"]),
    override: readOverride(entry["override"]),
    evidence: evidence.read(entry["evidence"]),
    pattern: pattern.read(entry["pattern"]),
    seedNotice: text.read(entry["seed notice"]),
    hasLostIdentity: oneOf(true).read(entry["identity lost"]),
    remark: text.read(entry["remark"]),
    changedSince: matching(/^\d{14}$/u).read(entry["changed since"]),
    comparedWith: text.read(entry["compared with"]),
  };
}

/** Decimal digits of a Simhash. */
const digits = matching(/^\d{1,20}$/u);

function readInputs(json: unknown, names: readonly string[]): Record<string, number> | undefined {
  const values: readonly unknown[] = Array.isArray(json) ? json : [];
  if (!isObject(json) && (values.length === 0 || values.length !== names.length)) return undefined;
  const named = isObject(json)
    ? Object.entries(json)
    : names.map((name, at) => [name, values[at]] as const);
  return Object.fromEntries(
    named.flatMap(([name, value]) => {
      const read = finite.read(value);
      return read === undefined ? [] : [[name, read]];
    }),
  );
}

const pattern = oneOf("always-on", "step", "single", "oscillating", "first-off", "always-off");

const outcome = <T>(value: T | undefined): Outcome<T> | undefined =>
  value === undefined ? undefined : { value };

function readVia(entry: Readonly<Record<string, unknown>>): Via | undefined {
  for (const kind of ["redirect", "revisit", "substitute"] as const) {
    const via = standIn.read(entry[kind]);
    if (via !== undefined) return { kind, ...via, source: source.read(entry[kind]) };
  }
  return undefined;
}

const readMeasures = (json: unknown, form?: RowForm): MeasureResult[] =>
  Object.entries(members(json)).map(([name, each]) => readMeasure(name, each, form));

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
  const { comparedWith, ...value } = read;
  const hasOwn = ["stemmed", "tokenized", "removed boilerplate"].some((each) => each in entry);
  const flags = (hasOwn ? preprocessingFlags.read(json) : undefined) ?? flagsOf(name, form);
  return { name, flags, outcome: { value }, comparedWith };
}

function readCollection(
  entry: Readonly<Record<string, unknown>>,
  form?: RowForm,
): SavedMemento["collection"] {
  const measures = entry["collection measures"];
  const status = topicStatus.read(entry["collection topic status"]);
  if (!isObject(measures) && status === undefined) return undefined;
  const profile = text.read(entry["topic profile"]) ?? "";
  return {
    measures: readMeasures(measures, form),
    topicStatus: status,
    isBeyondDoubt: flag.read(entry["on-topic beyond doubt"]),
    profile,
  };
}

function readOverride(json: unknown): SavedMemento["override"] {
  if (json === undefined) return undefined;
  const entry = members(json);
  // Version 0.2 marked verdicts that a run had put beside the capture.
  const by = oneOf("URI-M", "URI-R").read(entry["by"] === "mark" ? "URI-M" : entry["by"]);
  return by === undefined
    ? {}
    : { by, computed: overallStatus.read(entry["computed topic status"]) };
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
