import { extname } from "node:path";
import { UsageError } from "../base/errors.js";
import { awaitingEach, Failed, failureOf, nameOf } from "../base/failures.js";
import { turn, Turns } from "../run/until-aborted.js";
import type { Shard } from "../run/run-options.js";
import { markingShard } from "../write/shard-mark.js";
import { brief, inStep } from "../write/writing.js";
import { statsOf } from "../base/read-file.js";
import { writers } from "../report/writers.js";
import { requireByKeyword } from "../score/settings/find.js";
import type { OverallStatus } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Result, Terminal, Writer } from "../write/types.js";
import type { Log } from "./log.js";
import type { GivenText, Values } from "./options.js";
import { type Output, type OutputFile, withOutputs } from "./output.js";

/** An output of results: its file (undefined and `-` are standard output) and its form. */
export interface ResultOutput {
  readonly path?: string;
  readonly writer: Writer;
}

interface Choice {
  /** Keyword of the form of an output whose name has no suffix. */
  readonly otherwise: string;
  /** Whether suffixes say the form; true by default. */
  readonly suffixes?: boolean;
  readonly replay?: string;
  readonly log: Log;
}

/**
 * The outputs that `-o` and `-ot` ask for. Of one, `-ot` counts wherever it stands; of several, each takes the one
 * directly before it. Without, the suffix of the name says the form where `suffixes` count; a name without a suffix gets
 * the form `otherwise`. Says which output has another suffix than its form.
 * Throws a `UsageError` for a form that there is not, one that belongs to no output, an unknown suffix, and links that
 * none has.
 */
export function chooseOutputs(
  inOrder: readonly GivenText[],
  { otherwise, suffixes = true, replay, log }: Choice,
): ResultOutput[] {
  const outputs = paired(inOrder).map(({ path, form }): ResultOutput => {
    const suffix = suffixes ? suffixOf(path) : undefined;
    const writer =
      form === undefined && suffix !== undefined
        ? writerBySuffix(suffix, path, otherwise)
        : requireByKeyword(form ?? otherwise, writers, "output type");
    if (form !== undefined && suffix !== undefined && !isUsual(suffix, writer)) {
      log.info(
        `-o ${path} is written as ${writer.keyword} (-ot ${form}), though it ends in ${suffix}.`,
      );
    }
    return { path, writer };
  });
  if (replay !== undefined && !outputs.some(({ writer }) => writer.linksMementos === true)) {
    const forms = outputs.map(({ writer }) => `-ot ${writer.keyword}`);
    throw new UsageError(
      `--replay is for links to mementos (-ot html), not for ${forms.join(", ")}.`,
    );
  }
  const shown = outputs.find(
    ({ path, writer }) => writer.isBinary === true && terminalOf(path) !== undefined,
  );
  if (shown !== undefined) {
    const { keyword } = shown.writer;
    throw new UsageError(
      `${keyword} is no text for a terminal. Give a file: -ot ${keyword} -o FILE.`,
    );
  }
  return outputs;
}

/** The suffix of a file's name in lower case; undefined where there is none, and for devices and pipes. */
export function suffixOf(path = "-"): string | undefined {
  const suffix = extname(path).toLowerCase();
  const stats = statsOf(path);
  const isFile = stats === undefined || stats.isFile() || stats.isDirectory();
  return isFile && suffix.length > 1 ? suffix : undefined;
}

/** Whether a suffix says nothing else than the form. */
const isUsual = (suffix: string, { suffix: own, usualSuffix }: Writer): boolean =>
  suffix === own || suffix === usualSuffix || (own === undefined && !choosesForm(suffix));

const choosesForm = (suffix: string): boolean => writers.some((each) => each.suffix === suffix);

function writerBySuffix(suffix: string, path: string | undefined, otherwise: string): Writer {
  const bySuffix = writers.find((writer) => writer.suffix === suffix);
  if (bySuffix !== undefined) return bySuffix;
  const usual = requireByKeyword(otherwise, writers, "output type");
  if (suffix === usual.usualSuffix) return usual;
  const known = writers.flatMap((writer) => writer.suffix ?? []);
  throw new UsageError(
    `-o ${path} ends in ${suffix}, which says no form of output: ${known.join(", ")} do. Give -ot FORM as well, or another name.`,
  );
}

interface Asked {
  readonly path?: string;
  readonly form?: string;
}

/** Each `-o` with the `-ot` that belongs to it; one without a name where there is no `-o`. */
function paired(inOrder: readonly GivenText[]): Asked[] {
  const paths = inOrder.filter(({ key }) => key === "outputs");
  const forms = inOrder.filter(({ key }) => key === "outputType");
  if (paths.length < 2) {
    if (forms.length > 1) {
      throw new UsageError(
        `-ot is given ${forms.length} times for one output. Give each its -o: -ot ${forms[0]!.text} -o FILE -ot ${forms[1]!.text} -o FILE.`,
      );
    }
    return [{ path: paths[0]?.text, form: forms[0]?.text }];
  }
  const asked: Asked[] = [];
  let form: string | undefined;
  for (const { key, text } of inOrder) {
    if (key === "outputs") asked.push({ path: text, form });
    else if (key !== "outputType") continue;
    else if (form !== undefined) throw belongsToNone(form);
    form = key === "outputType" ? text : undefined;
  }
  if (form !== undefined) throw belongsToNone(form);
  return asked;
}

const belongsToNone = (form: string): UsageError =>
  new UsageError(
    `-ot ${form} belongs to no -o. With several -o, write each -ot directly before its -o.`,
  );

/** The terminal that results go to; undefined where they go elsewhere. */
export function terminalOf(output = "-"): Terminal | undefined {
  if (output !== "-" || !process.stdout.isTTY) return undefined;
  return { columns: process.stdout.columns || 80, hasColors: process.stdout.hasColors() };
}

/** Opens all outputs of results, and the files beside them, as {@link withOutputs} does. */
export const withResultOutputs = <T>(
  outputs: readonly ResultOutput[],
  write: (files: readonly Output[], others: readonly Output[]) => Promise<T>,
  others: readonly OutputFile[] = [],
): Promise<T> =>
  withOutputs([...outputs.map(({ path }): OutputFile => [path, "-o"]), ...others], (files) =>
    write(files.slice(0, outputs.length), files.slice(outputs.length)),
  );

interface Written extends Pick<Values<"convert">, "only" | "replay"> {
  readonly results: AsyncIterable<Result>;
  readonly settings: Settings;
  /** The part of all TimeMaps that these are results of. */
  readonly shard?: Shard;
  /** Those of a run that says less, for forms that show no evidence; the same where it is left out. */
  readonly briefSettings?: Settings;
  readonly signal?: AbortSignal;
}

/**
 * Writes the results that are wanted to all outputs, each in its form; what one holds depends on no other. Where a writer
 * of a plug-in fails its output is left out, and the others are written: returned are their names with the stacks.
 */
export async function writeResults(
  outputs: readonly ResultOutput[],
  files: readonly Output[],
  { results, settings, briefSettings = settings, only: status, replay, shard, signal }: Written,
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  await inStep(
    status === undefined ? results : only(results, status),
    outputs.map(({ path, writer }, i) => async (items) => {
      const isBrief = writer.showsEvidence !== true && briefSettings !== settings;
      const write = (taken: AsyncIterable<Result>): Promise<void> => {
        const isMarked = writer.keyword === "jsonl" && shard !== undefined;
        const texts = textsOf(
          isMarked ? markingShard(writer, shard) : writer,
          isBrief ? brief(taken, briefSettings) : taken,
          isBrief ? briefSettings : settings,
          { replay, terminal: terminalOf(path) },
        );
        return writeTexts(texts, files[i]!, signal);
      };
      if (writer.plugin === undefined) {
        await write(items);
        return;
      }
      // What fails is the writer only where the results that it is given do not.
      const upstream = { hasFailed: false };
      try {
        await write(watched(items, upstream));
      } catch (cause) {
        if (upstream.hasFailed || !(cause instanceof Failed)) throw cause;
        files[i]!.discard();
        const { what, stack } = failureOf(cause.what, cause);
        failures.set(what, stack);
        // The run goes on for the others, and is counted.
        const rest = items[Symbol.asyncIterator]();
        while ((await rest.next()).done !== true) signal?.throwIfAborted();
      }
    }),
  );
  return failures;
}

/** What a writer gives; that of a plug-in may fail, or give what cannot be written. */
async function* textsOf(
  writer: Writer,
  ...given: Parameters<Writer["write"]>
): AsyncGenerator<string | Uint8Array> {
  if (writer.plugin === undefined) {
    yield* writer.write(...given);
    return;
  }
  const name = nameOf("writer", writer);
  try {
    for await (const text of awaitingEach(name, writer.write(...given))) {
      const piece: unknown = text;
      if (typeof piece !== "string" && !(piece instanceof Uint8Array)) {
        throw new TypeError("what it gives is neither text nor bytes");
      }
      yield text;
    }
  } catch (cause) {
    throw new Failed(name, cause);
  }
}

async function* watched<T>(
  items: AsyncIterable<T>,
  state: { hasFailed: boolean },
): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    state.hasFailed = true;
    throw cause;
  }
}

/** The mementos of one topic status. */
async function* only(
  results: AsyncIterable<Result>,
  status: OverallStatus,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "memento" && result.overall === status) yield result;
  }
}

/** Characters of text that are written at once. */
const PIECE = 1 << 16;

/**
 * Writes texts in large pieces, waiting whenever the reader is slower. Throws the stream's error when the reader is gone,
 * and the signal's reason once it is aborted.
 */
export async function writeTexts(
  texts: AsyncIterable<string | Uint8Array>,
  { write }: Pick<Output, "write">,
  signal?: AbortSignal,
): Promise<void> {
  const turns = new Turns();
  let piece = "";
  const flush = async (): Promise<void> => {
    if (piece !== "") await write(piece);
    piece = "";
  };
  for await (const text of texts) {
    await turns.take();
    signal?.throwIfAborted();
    if (typeof text === "string") piece += text;
    else {
      await flush();
      await write(text);
    }
    if (piece.length <= PIECE) continue;
    await flush();
    // A pipe holds the whole process up while its reader is slow: what was said meanwhile is heard before more is
    // written.
    await turn();
  }
  await flush();
}
