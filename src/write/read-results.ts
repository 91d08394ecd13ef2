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

/** Maximum length of a line in characters. Strings of JavaScript hold little more. */
const LONGEST = 500_000_000;

/** Yields the lines of a text in chunks, without line ends and empty lines. */
async function* textLines(
  chunks: AsyncIterable<string>,
  file: string,
): AsyncGenerator<string, undefined> {
  let pending = "";
  for await (const chunk of chunks) {
    const lines = chunk.split("\n");
    lines[0] = pending + (lines[0] ?? "");
    pending = lines.pop() ?? "";
    if (pending.length > LONGEST) throw notResults(file, "has a line that is too long");
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (pending.trim() !== "") yield pending;
  return undefined;
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
  const lines = textLines(chunks, file);
  const next = await lines.next();
  const first = (next.value ?? "").replace(/^\u{feff}/u, "").trimStart();
  // A run that finds no page writes empty JSON Lines.
  if (first === "") return { file, mementos: [], timeMapProblems: [] };
  if (!/^[[{]/u.test(first)) throw notResults(file, "holds no results");
  return isJsonLine(first) ? readJsonLines(first, lines, file) : readObject(first, lines, file);
}

/** Tells whether a line is one of our JSON Lines, which has a TimeMap or the settings. */
function isJsonLine(line: string): boolean {
  const entry = members(parsedJson(line));
  return typeof entry["URI-T"] === "string" || readSettingsLine(entry) !== undefined;
}

/** Reads rows and the lines of settings to which they refer by digest, which may come later. */
async function readJsonLines(
  first: string,
  others: AsyncIterable<string>,
  file: string,
): Promise<SavedResults> {
  const results: SavedResult[] = [];
  const settings = new Map<string, { readonly form: RowForm; readonly run?: SavedRun }>();
  /** Rows that come before their line of settings, with their index among the results. */
  const early: (readonly [at: number, row: JsonRecord])[] = [];
  let digest: unknown;
  let number = 0;
  const take = (line: string): void => {
    number += 1;
    const row = parsedLine(line, file, number);
    const said = readSettingsLine(row);
    if (said !== undefined) {
      if (!settings.has(said.digest)) {
        settings.set(said.digest, { form: said.form, run: savedRun(row) });
      }
      return;
    }
    const form = settings.get(String(row["digest"]))?.form;
    if (form === undefined) early.push([results.length, row]);
    const result = savedOf(row, form);
    if (result === undefined) throw noResult(file, number);
    if (results.push(result) === 1) digest = row["digest"];
    if (row["digest"] !== digest) {
      throw new UsageError(
        `${file}, line ${number}: made with other settings than the lines before it. Give the results of one run.`,
      );
    }
  };
  take(first);
  for await (const line of others) take(line);
  const run = settings.get(String(digest));
  if (run !== undefined) for (const [at, row] of early) results[at] = savedOf(row, run.form)!;
  return {
    file,
    mementos: results.filter((each) => each.kind === "memento"),
    timeMapProblems: results.filter((each) => each.kind === "timemap-problem"),
    run: run?.run,
  };
}

/** Returns undefined for an object that is not a result. */
function savedOf(row: JsonRecord, form: RowForm | undefined): SavedResult | undefined {
  const { "URI-T": uriT, "URI-M": uriM } = row;
  if (typeof uriT !== "string") return undefined;
  return typeof uriM === "string"
    ? readEntry(uriT, uriM, row, form)
    : timeMapProblem(uriT, row["access error"], row["no capture because"]);
}

function parsedLine(line: string, file: string, number: number): JsonRecord {
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

async function readObject(
  first: string,
  others: AsyncIterable<string>,
  file: string,
): Promise<SavedResults> {
  const mementos: SavedMemento[] = [];
  const timeMapProblems: TimeMapProblem[] = [];
  for (const [uriT, timeMap] of Object.entries(await wholeObject(first, others, file))) {
    if (!isObject(timeMap)) throw notResults(file, "is not an object of TimeMaps");
    for (const [name, value] of Object.entries(timeMap)) {
      if (name === "access error") timeMapProblems.push(timeMapProblem(uriT, value));
      else mementos.push(readEntry(uriT, name, value));
    }
  }
  return { file, mementos, timeMapProblems };
}

async function wholeObject(
  first: string,
  others: AsyncIterable<string>,
  file: string,
): Promise<JsonRecord> {
  const lines = [first];
  for await (const line of others) lines.push(line);
  let value: unknown;
  try {
    value = parseKeepingSimhash(lines.join("\n"));
  } catch (cause) {
    throw notResults(file, "is no JSON that can be read", cause);
  }
  if (!isObject(value)) throw notResults(file, "is not an object of TimeMaps");
  return value;
}

const notResults = (file: string, what: string, cause?: unknown): UsageError =>
  new UsageError(
    `${file} ${what}, and this needs results as JSON Lines or JSON. Make them with -ot jsonl -o run.jsonl, and give that file.`,
    {
      cause,
    },
  );

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

const readTopicMeasures = listOf(
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
  (readTopicMeasures.read(json) ?? []).flatMap(({ keyword, threshold }) =>
    keyword === "directory" ? [] : [{ keyword, name: keyword, comparison: "<", threshold }],
  );

const ownVote = (name: string, comparison: Comparison, threshold: unknown): SavedChoice[] =>
  typeof threshold === "number" ? [{ keyword: name, name, comparison, threshold }] : [];
