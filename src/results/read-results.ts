import { UsageError } from "../errors.js";
import { jsonMembers } from "./json-members.js";
import { textLines } from "./json-lines.js";
import { members } from "./json-object.js";
import { parseKeepingSimhash, savedMemento } from "./saved-entry.js";
import { resultText } from "./result-text.js";
import type {
  SavedChoice,
  SavedMemento,
  SavedResults,
  SavedRun,
  SavedTimeMapProblem,
} from "./saved-memento.js";

/**
 * Reads a results file, gzipped or not: our JSON, our JSON Lines, or the JSON of OTMT 1.0.5. Scores and verdicts are
 * held, nothing else. Throws a `UsageError` with one line for a file that cannot be read or is none of them.
 */
export async function readResults(file: string): Promise<SavedResults> {
  return parseResults(resultText(file), file);
}

/** As {@link readResults}, from text in chunks; `file` is its name for messages. */
export async function parseResults(
  chunks: AsyncIterable<string>,
  file: string,
): Promise<SavedResults> {
  const { first, all } = await peek(chunks);
  return isJsonLine(first) ? readLines(all, file) : readObject(all, file);
}

/** Characters looked at to tell the form: more than any first line of ours takes. */
const PEEK = 4 * 1024 * 1024;

/** The first line, as far as it goes, and all of the text. */
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

/** A line of ours says which TimeMap it belongs to. */
function isJsonLine(line: string): boolean {
  try {
    return typeof members(JSON.parse(line)).get("URI-T") === "string";
  } catch {
    return false;
  }
}

async function readLines(chunks: AsyncIterable<string>, file: string): Promise<SavedResults> {
  const mementos: SavedMemento[] = [];
  const timeMapProblems: SavedTimeMapProblem[] = [];
  let run: SavedRun | undefined;
  let settingsText: string | undefined;
  let number = 0;
  for await (const line of textLines(chunks, file)) {
    number += 1;
    const entry = lineEntry(line, file, number);
    const uriT = entry.get("URI-T");
    const uriM = entry.get("URI-M");
    if (typeof uriT !== "string") throw noResult(file, number);
    if (typeof uriM === "string") mementos.push(savedMemento(uriT, uriM, entry));
    else timeMapProblems.push({ kind: "timemap-problem", uriT, accessError: errorOf(entry) });
    const text = comparable(entry.get("settings"));
    if (number > 1 && text !== settingsText) {
      throw new UsageError(
        `${file}, result ${number}: made with other settings than those before. Give one run at a time.`,
      );
    }
    settingsText = text;
    run ??= savedRun(entry);
  }
  return { file, mementos, timeMapProblems, ...(run !== undefined && { run }) };
}

/** Settings as text, a model by its digest: only the first line of a TimeMap has it whole. */
function comparable(settings: unknown): string {
  const digest = members(members(settings).get("model")).get("digest");
  if (typeof digest !== "string") return JSON.stringify(settings ?? null);
  return JSON.stringify([...new Map([...members(settings), ["model", digest]])]);
}

function lineEntry(line: string, file: string, number: number): ReadonlyMap<string, unknown> {
  try {
    return members(parseKeepingSimhash(line));
  } catch (cause) {
    throw noResult(file, number, cause);
  }
}

const noResult = (file: string, number: number, cause?: unknown): UsageError =>
  new UsageError(`${file}, result ${number}: not a line of results. Give JSON or JSON Lines.`, {
    cause,
  });

async function readObject(chunks: AsyncIterable<string>, file: string): Promise<SavedResults> {
  const mementos: SavedMemento[] = [];
  const timeMapProblems: SavedTimeMapProblem[] = [];
  for await (const { outer, inner, value } of jsonMembers(chunks, file, parseKeepingSimhash)) {
    if (inner === "access error") {
      const accessError = typeof value === "string" ? value : "could not be had";
      timeMapProblems.push({ kind: "timemap-problem", uriT: outer, accessError });
    } else mementos.push(savedMemento(outer, inner, members(value)));
  }
  return { file, mementos, timeMapProblems };
}

function errorOf(entry: ReadonlyMap<string, unknown>): string {
  const message = entry.get("access error");
  return typeof message === "string" ? message : "could not be had";
}

function savedRun(entry: ReadonlyMap<string, unknown>): SavedRun | undefined {
  const settings = members(entry.get("settings"));
  if (settings.size === 0) return undefined;
  const tool = entry.get("tool");
  const listed = settings.get("measures");
  const choices = (Array.isArray(listed) ? listed : []).flatMap((each): SavedChoice[] => {
    const choice = members(each);
    const [keyword, name, threshold] = ["keyword", "name", "threshold"].map((k) => choice.get(k));
    const comparison = COMPARISONS.find((one) => one === choice.get("comparison"));
    if (typeof keyword !== "string" || typeof name !== "string" || comparison === undefined) {
      return [];
    }
    const reference = choice.get("reference");
    return [
      {
        keyword,
        name,
        comparison,
        ...(typeof reference === "string" && { reference }),
        ...(typeof threshold === "number" && { threshold }),
      },
    ];
  });
  return {
    tool: typeof tool === "string" ? tool : "",
    settings,
    choices: [...choices, ...collectionChoices(settings), ...ownVotes(settings)],
  };
}

/** Measures against the topic of the collection; `directory` is evidence and has no cut. */
function collectionChoices(settings: ReadonlyMap<string, unknown>): SavedChoice[] {
  const listed = members(settings.get("collection")).get("measures");
  return (Array.isArray(listed) ? listed : []).flatMap((each): SavedChoice[] => {
    const [keyword, threshold] = ["keyword", "threshold"].map((name) => members(each).get(name));
    if (typeof keyword !== "string" || keyword === "directory") return [];
    const choice = { keyword, name: keyword, comparison: "<" as const };
    return [typeof threshold === "number" ? { ...choice, threshold } : choice];
  });
}

/** Votes that are no measure's: of strong signals, and of a learned combination. */
function ownVotes(settings: ReadonlyMap<string, unknown>): SavedChoice[] {
  const strength = settings.get("signsVote") === true ? settings.get("signStrength") : undefined;
  const probability = members(settings.get("model")).get("threshold");
  const vote = (name: string, comparison: ">" | ">=", threshold: unknown): SavedChoice[] =>
    typeof threshold === "number" ? [{ keyword: name, name, comparison, threshold }] : [];
  return [...vote("signs", ">=", strength), ...vote("combined", ">", probability)];
}

const COMPARISONS = ["<", "<=", ">", ">="] as const;
