import { UsageError, whyUnreadable } from "../base/errors.js";
import { isObject, type JsonRecord, members, parsedJson } from "../base/json.js";
import { unzippedBytes } from "../base/platform/files.js";
import { finite, listOf, object, oneOf, text } from "../base/codec.js";
import {
  parseKeepingSimhash,
  readEntry,
  type RowForm,
  type SavedMemento,
  type SavedResult,
} from "./entry.js";
import { readSettingsLine } from "./read-settings-line.js";
import type { Comparison } from "../score/settings/types.js";
import type { TimeMapProblem } from "./types.js";

/** A measure in the settings of a saved run. */
export interface SavedChoice {
  readonly keyword: string;
  readonly name: string;
  /** Reference memento. Absent if it is the first memento. */
  readonly reference?: string;
  readonly threshold?: number;
  readonly comparison: Comparison;
}

/** Facts about the run as a whole. Only JSON Lines have them. */
export interface SavedRun {
  readonly tool: string;
  /** Settings as they were written. Other versions may write other settings. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly choices: readonly SavedChoice[];
}

/** The contents of a results file. */
export interface SavedResults {
  /** Path, as the user gave it. */
  readonly file: string;
  readonly mementos: readonly SavedMemento[];
  readonly timeMapProblems: readonly TimeMapProblem[];
  readonly run?: SavedRun;
}

/** Maximum length of a line in characters, more than any memento needs. */
const LONGEST_LINE: number = 16 * 1024 * 1024;

/**
 * Yields the lines of a text in chunks, without line ends and empty lines. Throws a `UsageError` for a line that is too
 * long.
 */
async function* textLines(chunks: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let pending = "";
  for await (const chunk of chunks) {
    const lines = chunk.split("\n");
    lines[0] = pending + (lines[0] ?? "");
    pending = lines.pop() ?? "";
    if (pending.length > LONGEST_LINE) {
      throw new UsageError(`${file} has a line that is too long. Give results as JSON Lines.`);
    }
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (pending.trim() !== "") yield pending;
}
/** `-` is standard input. Throws a `UsageError` if the file cannot be read. */
async function* resultText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of unzippedBytes(file)) yield decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
  yield decoder.decode();
}

/**
 * Reads a results file, gzipped or not: our JSON, our JSON Lines, or the JSON of OTMT 1.0.5. Only scores and verdicts
 * are kept in memory. Throws a `UsageError` for a file that cannot be read or has another format.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * for (const { capture, overall } of mementos) console.log(capture.mementoDatetime, overall);
 * // 2009-04-14T10:15:07Z on-topic
 * // 2018-01-27T22:18:45Z off-topic
 * ```
 */
export async function readResults(file: string): Promise<SavedResults> {
  if (typeof file !== "string") {
    throw new UsageError("readResults takes the path of a file, not its contents.");
  }
  return parseResults(resultText(file), file);
}

/** Returns the same as {@link readResults}, for text in chunks. `file` is its name for messages. */
export async function parseResults(
  chunks: AsyncIterable<string>,
  file: string,
): Promise<SavedResults> {
  const { first, all } = await peek(chunks);
  // A run that finds no page writes empty JSON Lines.
  if (first === "") return { file, mementos: [], timeMapProblems: [] };
  if (!/^[[{]/u.test(first)) {
    throw new UsageError(
      `${file} is ${kindOfOther(first)}, and this needs results as JSON Lines or JSON. ` +
        "Make them with -ot jsonl -o run.jsonl, and give that file.",
    );
  }
  return isJsonLine(first) ? readLines(all, file) : readObject(all, file);
}

/** Returns the name of a file's format, given the first line of a file that is not JSON. */
function kindOfOther(first: string): string {
  if (/^<(?:!doctype|html)\b/iu.test(first)) return "an HTML page, such as a report";
  if (/^(?:URI-T,|URI-R,)/u.test(first)) return "a CSV table";
  if (first.startsWith("PAR1")) return "a Parquet file";
  if (/^(?:WARC\/|filedesc:\/\/)/u.test(first)) return "an archive file";
  return "text of another form";
}

/** Maximum number of characters from which the format is recognised. No first line that we write is longer. */
const PEEK = 4 * 1024 * 1024;

/** Returns the first line, as far as it has been read, and the whole text. */
async function peek(
  chunks: AsyncIterable<string>,
): Promise<{ readonly first: string; readonly all: AsyncIterable<string> }> {
  const source = chunks[Symbol.asyncIterator]();
  let head = "";
  let done = false;
  while (!done && head.length < PEEK && !head.trimStart().includes("\n")) {
    const next = await source.next();
    if (next.done === true) done = true;
    else head += next.value;
  }
  const start = head.replace(/^\u{feff}/u, "").trimStart();
  const end = start.indexOf("\n");
  async function* all(): AsyncGenerator<string> {
    yield start;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      yield next.value;
    }
  }
  return { first: end < 0 ? start : start.slice(0, end), all: all() };
}

/** Tells whether a line is one of our JSON Lines, which has a TimeMap or the settings. */
function isJsonLine(line: string): boolean {
  const entry = members(parsedJson(line));
  return typeof entry["URI-T"] === "string" || readSettingsLine(entry) !== undefined;
}

type ResultRow = Readonly<Record<string, unknown>>;

/** Rows refer to the lines by digest. Before version 0.2, each row contained its settings. */
class SettingsLines {
  readonly #byDigest = new Map<string, { readonly form: RowForm; readonly run?: SavedRun }>();

  /** Returns false for any other line. */
  take(entry: ResultRow): boolean {
    const line = readSettingsLine(entry);
    if (line === undefined) return false;
    if (!this.#byDigest.has(line.digest)) {
      this.#byDigest.set(line.digest, { form: line.form, run: savedRun(entry) });
    }
    return true;
  }

  runOf(row: ResultRow): SavedRun | undefined {
    return typeof row["digest"] === "string" ? this.#of(row)?.run : savedRun(row);
  }

  /** Returns false for a row whose line of settings has not been read yet. */
  isKnown(row: ResultRow): boolean {
    return typeof row["digest"] !== "string" || this.#of(row) !== undefined;
  }

  /** Returns undefined for an object that is not a result. */
  resultOf(row: ResultRow): SavedResult | undefined {
    const { "URI-T": uriT, "URI-M": uriM } = row;
    if (typeof uriT !== "string") return undefined;
    return typeof uriM === "string"
      ? readEntry(uriT, uriM, row, this.#of(row)?.form)
      : timeMapProblem(uriT, row["access error"], row["no capture because"]);
  }

  #of({ digest }: ResultRow): { readonly form: RowForm; readonly run?: SavedRun } | undefined {
    return typeof digest === "string" ? this.#byDigest.get(digest) : undefined;
  }
}

async function readLines(chunks: AsyncIterable<string>, file: string): Promise<SavedResults> {
  const results: SavedResult[] = [];
  const settings = new SettingsLines();
  /** Rows that come before their line of settings, with their index among the results. */
  const early: (readonly [at: number, row: ResultRow])[] = [];
  let first: ResultRow | undefined;
  let settingsText: string | undefined;
  let number = 0;
  for await (const line of textLines(chunks, file)) {
    number += 1;
    const row = parsedLine(line, file, number);
    if (settings.take(row)) continue;
    const result = settings.resultOf(row);
    if (result === undefined) throw noResult(file, number);
    if (!settings.isKnown(row)) early.push([results.length, row]);
    results.push(result);
    first ??= row;
    const text = comparable(row);
    settingsText ??= text;
    if (text !== settingsText) {
      throw new UsageError(
        `${file}, line ${number}: made with other settings than the lines before it. Give the results of one run.`,
      );
    }
  }
  for (const [at, row] of early) results[at] = settings.resultOf(row)!;
  return {
    file,
    mementos: results.filter((each) => each.kind === "memento"),
    timeMapProblems: results.filter((each) => each.kind === "timemap-problem"),
    run: first && settings.runOf(first),
  };
}

/** A model is reduced to its digest. Before version 0.2, only the first row of a TimeMap had the whole model. */
function comparable({ digest, settings }: ResultRow): string {
  if (typeof digest === "string") return digest;
  const { digest: ofModel } = members(members(settings)["model"]);
  if (typeof ofModel !== "string") return JSON.stringify(settings ?? null);
  return JSON.stringify(Object.entries({ ...members(settings), model: ofModel }));
}

function parsedLine(line: string, file: string, number: number): ResultRow {
  try {
    return members(parseKeepingSimhash(line));
  } catch (cause) {
    throw noResult(file, number, cause);
  }
}

const noResult = (file: string, number: number, cause?: unknown): UsageError =>
  new UsageError(`${file}, line ${number}: not a line of results. Give JSON or JSON Lines.`, {
    cause,
  });

async function readObject(chunks: AsyncIterable<string>, file: string): Promise<SavedResults> {
  const mementos: SavedMemento[] = [];
  const timeMapProblems: TimeMapProblem[] = [];
  for (const [uriT, timeMap] of Object.entries(await wholeObject(chunks, file))) {
    if (!isObject(timeMap)) throw notTimeMaps(file, "is not an object of TimeMaps");
    for (const [name, value] of Object.entries(timeMap)) {
      if (name === "access error") timeMapProblems.push(timeMapProblem(uriT, value));
      else mementos.push(readEntry(uriT, name, value));
    }
  }
  return { file, mementos, timeMapProblems };
}

/** Maximum length of a JSON in characters that is read whole. Strings of JavaScript hold little more. */
const LONGEST_OBJECT = 500_000_000;

async function wholeObject(chunks: AsyncIterable<string>, file: string): Promise<JsonRecord> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LONGEST_OBJECT) throw notTimeMaps(file, "is too long for JSON");
    parts.push(chunk);
  }
  const whole = parts.join("");
  let value: unknown;
  try {
    value = parseKeepingSimhash(whole);
  } catch (cause) {
    throw notTimeMaps(file, "is no JSON that can be read", cause);
  }
  if (!isObject(value)) throw notTimeMaps(file, "is not an object of TimeMaps");
  return value;
}

const notTimeMaps = (file: string, what: string, cause?: unknown): UsageError =>
  new UsageError(`${file} ${what}. Give results as JSON Lines or JSON.`, { cause });

function timeMapProblem(uriT: string, error: unknown, because?: unknown): TimeMapProblem {
  const message = text.read(error) ?? "failed";
  const reason = text.read(because);
  const problem = { stage: "access", message, ...(reason !== undefined && { reason }) } as const;
  return { kind: "timemap-problem", uriT, problem };
}

const savedChoices = listOf(
  object<SavedChoice>({
    keyword: ["keyword", text],
    name: ["name", text],
    comparison: ["comparison", oneOf("<", "<=", ">", ">=")],
    reference: ["reference", text, "optional"],
    threshold: ["threshold", finite, "optional"],
  }),
);

const topicMeasures = listOf(
  object<Pick<SavedChoice, "keyword" | "threshold">>({
    keyword: ["keyword", text],
    threshold: ["threshold", finite, "optional"],
  }),
);

function savedRun(entry: Readonly<Record<string, unknown>>): SavedRun | undefined {
  const settings = members(entry["settings"]);
  if (Object.keys(settings).length === 0) return undefined;
  return {
    tool: text.read(entry["tool"]) ?? "",
    settings: new Map(Object.entries(settings)),
    choices: [
      ...(savedChoices.read(settings["measures"]) ?? []),
      ...topicChoices(members(settings["collection"])["measures"]),
      // Votes that belong to no measure: those of strong signals and of the learned combination.
      ...(settings["signsVote"] === true ? ownVote("signs", ">=", settings["signStrength"]) : []),
      ...ownVote("combined", ">", members(settings["model"])["threshold"]),
    ],
  };
}

/**
 * Returns the measures against the topic of the collection, without `directory`, which is evidence and has no
 * threshold.
 */
const topicChoices = (json: unknown): SavedChoice[] =>
  (topicMeasures.read(json) ?? []).flatMap(({ keyword, threshold }) =>
    keyword === "directory" ? [] : [{ keyword, name: keyword, comparison: "<", threshold }],
  );

const ownVote = (name: string, comparison: Comparison, threshold: unknown): SavedChoice[] =>
  typeof threshold === "number" ? [{ keyword: name, name, comparison, threshold }] : [];
