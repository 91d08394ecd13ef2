import type {
  Change,
  CombinationEvidence,
  Contribution,
  Evidence,
  PageKind,
  ScoreEvidence,
  TopicEvidence,
} from "../types.js";
import { members } from "./json-object.js";

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
