import { extname } from "node:path";
import { UsageError } from "../base/errors.js";
import { catalogue } from "../run/plugins/catalogue.js";
import { turn, Turns } from "../run/setup/until-aborted.js";
import { brief, inStep } from "../write/writing.js";
import { statsOf } from "../base/read-file.js";
import { writers } from "../report/writers.js";
import { requireByKeyword } from "../base/find.js";
import type { OverallStatus } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Presentation, Result, Terminal, Writer } from "../write/types.js";
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
}

/**
 * Returns the outputs that `-o` and `-ot` ask for. With one `-o`, `-ot` may stand anywhere; with several, each `-o`
 * uses the `-ot` directly before it. Without `-ot`, the suffix of the name chooses the writer if `suffixes` is true,
 * and a name without a suffix uses `otherwise`.
 *
 * Throws a `UsageError` for an unknown output type, an `-ot` that belongs to no output, an unknown suffix, and a binary
 * type on a terminal.
 */
export function chooseOutputs(
  inOrder: readonly GivenText[],
  { otherwise, suffixes = true }: Choice,
): ResultOutput[] {
  const outputs = paired(inOrder).map(({ path, form }): ResultOutput => {
    const suffix = suffixes ? suffixOf(path) : undefined;
    const writer =
      form === undefined && suffix !== undefined
        ? writerBySuffix(suffix, path, otherwise)
        : requireByKeyword(form ?? otherwise, writers, "output type");
    return { path, writer };
  });
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
  /** Returns the settings of a run for this output alone, which may leave out what other outputs show; by default `settings`. */
  readonly settingsFor?: (writer: Writer) => Settings;
  readonly signal?: AbortSignal;
  readonly damage?: Presentation["damage"];
  readonly failing?: Presentation["failing"];
}

/**
 * Writes results to all outputs at once. The content of one output does not depend on the others.
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
    signal,
    damage,
    failing,
  }: WrittenResults,
): Promise<void> {
  await inStep(
    status === undefined ? results : only(results, status),
    outputs.map(({ path, writer }, i) => async (items) => {
      const own = settingsFor(writer);
      const texts = writer.write(own === settings ? items : brief(items, own), own, {
        ...{ replay, damage, failing },
        terminal: terminalOf(path),
        showsAllScores: verbose || measures !== undefined,
      });
      await writeTexts(texts, files[i]!, signal);
    }),
  );
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
const OUTPUT_PIECE = 1 << 16;

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
    if (piece.length <= OUTPUT_PIECE) continue;
    await flush();
    // A write to a pipe blocks the process while the reader is slow. Pending signals are handled before more is
    // written.
    await turn();
  }
  await flush();
}
