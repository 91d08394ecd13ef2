import { UsageError } from "../errors.js";
import { writers } from "../results/writers/index.js";
import { requireByKeyword } from "../settings/find.js";
import type { Result, Settings, Terminal, TopicStatus, Writer } from "../types.js";
import type { Values } from "./options.js";

type WritingValues = Pick<Values<"reduce">, "outputType" | "replay" | "only">;

/** The writer that `-ot` names; throws a `UsageError` where there is none, and for links that it does not write. */
export function chooseWriter(
  { outputType, replay }: Pick<WritingValues, "outputType" | "replay">,
  otherwise: string,
): Writer {
  const writer = requireByKeyword(outputType ?? otherwise, writers, "output type");
  if (replay === undefined || writer.linksMementos === true) return writer;
  throw new UsageError(
    `--replay is for links to mementos (-ot html), not for -ot ${writer.keyword}.`,
  );
}

/** The terminal that results go to; undefined where they go elsewhere. */
export function terminalOf(output = "-"): Terminal | undefined {
  if (output !== "-" || !process.stdout.isTTY) return undefined;
  return { columns: process.stdout.columns || 80, hasColors: process.stdout.hasColors() };
}

/** What a writer makes of the results that are wanted. */
export const writtenResults = (
  writer: Writer,
  results: AsyncIterable<Result>,
  settings: Settings,
  { only: status, replay }: WritingValues,
  terminal = terminalOf(),
): AsyncIterable<string> =>
  writer.write(status === undefined ? results : only(results, status), settings, {
    replay,
    terminal,
  });

/** The mementos of one topic status. */
async function* only(results: AsyncIterable<Result>, status: TopicStatus): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "memento" && result.overall === status) yield result;
  }
}
