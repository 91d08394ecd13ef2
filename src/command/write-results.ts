import { isOtmts } from "../score/settings/profiles.js";
import { extname } from "node:path";
import { UsageError } from "../base/errors.js";
import { awaitingEach, Failed, failureOf, nameOf } from "../base/failures.js";
import { catalogue } from "../run/plugins/catalogue.js";
import { turn, Turns } from "../run/setup/until-aborted.js";
import { shownMeasures } from "../write/columns.js";
import { brief, inStep } from "../write/writing.js";
import { statsOf } from "../base/read-file.js";
import { writers } from "../report/writers.js";
import { requireByKeyword } from "../base/find.js";
import type { OverallStatus } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Presentation, Result, Terminal, Writer } from "../write/types.js";
import type { Log } from "./log.js";
import type { GivenText, Values } from "../base/option.js";
import type { resultOptions } from "./options/output.js";
import { type Output, type OutputFile, withOutputs } from "./output.js";

/** An output of results: its file (`undefined` and `-` are standard output) and its writer. */
export interface ResultOutput {
  readonly path?: string;
  readonly writer: Writer;
}

interface Choice {
  /** Keyword of the writer for an output whose name has no suffix. */
  readonly otherwise: string;
  /** Whether suffixes choose the writer; true by default. */
  readonly suffixes?: boolean;
  readonly replay?: string;
  readonly log: Log;
}

/**
 * Returns the outputs that `-o` and `-ot` ask for. With one `-o`, `-ot` may stand anywhere; with several, each `-o`
 * uses the `-ot` directly before it. Without `-ot`, the suffix of the name chooses the writer if `suffixes` is true,
 * and a name without a suffix uses `otherwise`. Logs outputs whose suffix does not match their writer.
 *
 * Throws a `UsageError` for an unknown output type, an `-ot` that belongs to no output, an unknown suffix, a binary
 * type on a terminal, and `--replay` if no output has links.
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
      `${keyword} is binary and cannot be shown on a terminal. Give a file: -ot ${keyword} -o FILE.`,
    );
  }
  return outputs;
}

/** Returns the suffix of a file name in lower case; `undefined` for names without one, devices and pipes. */
export function suffixOf(path = "-"): string | undefined {
  const suffix = extname(path).toLowerCase();
  const stats = statsOf(path);
  const isFile = stats === undefined || stats.isFile() || stats.isDirectory();
  return isFile && suffix.length > 1 ? suffix : undefined;
}

/** Returns true if the suffix does not suggest another writer. */
const isUsual = (suffix: string, { suffix: own, usualSuffix }: Writer): boolean =>
  suffix === own || suffix === usualSuffix || (own === undefined && !choosesForm(suffix));

const choosesForm = (suffix: string): boolean =>
  catalogue().writers.some((each) => each.suffix === suffix);

function writerBySuffix(suffix: string, path: string | undefined, otherwise: string): Writer {
  const bySuffix = writers.find((writer) => writer.suffix === suffix);
  if (bySuffix !== undefined) return bySuffix;
  const usual = requireByKeyword(otherwise, writers, "output type");
  if (suffix === usual.usualSuffix) return usual;
  const known = catalogue().writers.flatMap((writer) => writer.suffix ?? []);
  throw new UsageError(
    `-o ${path} ends in ${suffix}, which names no output type: ${known.join(", ")} do. Give -ot FORM as well, or another name.`,
  );
}

interface OutputRequest {
  readonly path?: string;
  readonly form?: string;
}

/** Returns each `-o` with the `-ot` that belongs to it; one entry without a path if there is no `-o`. */
function paired(inOrder: readonly GivenText[]): OutputRequest[] {
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
  const asked: OutputRequest[] = [];
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

/** Returns the terminal that the results are written to; `undefined` if it is not a terminal. */
export function terminalOf(output = "-"): Terminal | undefined {
  if (output !== "-" || !process.stdout.isTTY) return undefined;
  return { columns: process.stdout.columns || 80, hasColors: process.stdout.hasColors() };
}

export const withResultOutputs = <T>(
  outputs: readonly ResultOutput[],
  write: (files: readonly Output[], others: readonly Output[]) => Promise<T>,
  others: readonly OutputFile[] = [],
): Promise<T> =>
  withOutputs([...outputs.map(({ path }): OutputFile => [path, "-o"]), ...others], (files) =>
    write(files.slice(0, outputs.length), files.slice(outputs.length)),
  );

interface WrittenResults extends Pick<Values<typeof resultOptions>, "only" | "replay"> {
  /** With `-v`, or with measures that the user has chosen, text for people shows all scores. */
  readonly verbose?: boolean;
  readonly measures?: unknown;
  readonly results: AsyncIterable<Result>;
  readonly settings: Settings;
  /** Gets the advice on a form that has several rows for each capture. */
  readonly log?: Pick<Log, "info">;
  /** Returns the settings of a run for this output alone, which may leave out what other outputs show; by default `settings`. */
  readonly settingsFor?: (writer: Writer) => Settings;
  readonly signal?: AbortSignal;
  readonly damage?: Presentation["damage"];
  readonly failing?: Presentation["failing"];
}

/**
 * The content of one output does not depend on the others. If a plug-in's writer fails, its output is discarded and the
 * others are written; returns the names of failed writers with their stacks.
 */
export async function writeResults(
  outputs: readonly ResultOutput[],
  files: readonly Output[],
  {
    results,
    settings,
    settingsFor = () => settings,
    only: status,
    replay,
    verbose = false,
    measures,
    log,
    signal,
    damage,
    failing,
  }: WrittenResults,
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  await inStep(
    status === undefined ? results : only(results, status),
    outputs.map(({ path, writer }, i) => async (items) => {
      const own = settingsFor(writer);
      const write = (taken: AsyncIterable<Result>): Promise<void> => {
        const texts = textsOf(writer, own === settings ? taken : brief(taken, own), own, {
          ...{ replay, damage, failing },
          terminal: terminalOf(path),
          showsAllScores: verbose || measures !== undefined,
        });
        return writeTexts(texts, files[i]!, signal);
      };
      if (writer.plugin === undefined) {
        await write(items);
        return;
      }
      // The writer has failed only if the results that it reads have not.
      const upstream = { hasFailed: false };
      try {
        await write(watched(items, upstream));
      } catch (cause) {
        if (upstream.hasFailed || !(cause instanceof Failed)) throw cause;
        files[i]!.discard();
        const { what, stack } = failureOf(cause.what, cause);
        failures.set(what, stack);
        // The run continues for the other outputs, and the tally needs all results.
        const rest = items[Symbol.asyncIterator]();
        while ((await rest.next()).done !== true) signal?.throwIfAborted();
      }
    }),
  );
  if (outputs.some(({ writer }) => repeatsCaptures(writer, settings))) {
    log?.info(
      "CSV has several rows for a capture, one for each measure: -ot captures has one for each capture.",
    );
  }
  return failures;
}

/** In profile otmt-1.0.5 the form of OTMT is what the user wants. */
const repeatsCaptures = ({ keyword }: Writer, settings: Settings): boolean =>
  keyword === "csv" && !isOtmts(settings.profile) && shownMeasures(settings).length > 1;

/** Throws {@link Failed} if a plug-in's writer throws or yields anything but text and bytes. */
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
        throw new TypeError("it yields something that is neither text nor bytes");
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

async function* only(
  results: AsyncIterable<Result>,
  status: OverallStatus,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "memento" && result.overall === status) yield result;
  }
}

/** Characters collected before they are written. */
const PIECE = 1 << 16;

/**
 * Writes texts in large pieces and waits while the reader is slower. Throws the stream's error if the reader is gone,
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
    // A write to a pipe blocks the process while the reader is slow. Pending signals are handled before more is
    // written.
    await turn();
  }
  await flush();
}
