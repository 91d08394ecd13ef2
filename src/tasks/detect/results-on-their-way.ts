import type { OverallStatus } from "../../base/types.js";
import { counted, printable } from "../../base/text.js";
import type { Log } from "../../command/log.js";
import type { Output } from "../../command/output.js";
import type { ProgressLine } from "../../command/progress.js";
import { type ResultOutput, terminalOf } from "../../command/write-results.js";
import type { Result } from "../../write/types.js";

/* Messages, lists and progress beside the results that pass from a run to its outputs. */

/** Passes on results, and writes the URI-Ms of mementos with a topic status to the list of that status. */
export async function* listed(
  results: AsyncIterable<Result>,
  lists: Readonly<Partial<Record<OverallStatus, Output | undefined>>>,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "memento" && result.overall !== undefined) {
      await lists[result.overall]?.write(`${printable(result.uriM, "percent")}\n`);
    }
    yield result;
  }
}

/** Returns a function that wraps outputs to the terminal, so that their first text removes the progress line. */
export const endingProgress =
  (outputs: readonly ResultOutput[], progress: ProgressLine) =>
  (file: Output, at: number): Output =>
    terminalOf(outputs[at]!.path) === undefined
      ? file
      : {
          ...file,
          write(text) {
            progress.end();
            return file.write(text);
          },
        };

/** Returns a log that removes the progress line before each message. */
export function withoutProgress(log: Log, progress: ProgressLine): Log {
  const cleared =
    (write: (message: string) => void) =>
    (message: string): void => {
      progress.clear();
      write(message);
    };
  const [warn, tell] = [cleared(log.warn), cleared(log.tell)];
  return { warn, tell, info: cleared(log.info), detail: cleared(log.detail) };
}

/** Maximum number of failed TimeMaps that are reported in a line each. Further ones are only counted. */
const FAILED_SHOWN = 20;

/** Passes on results, and reports TimeMaps that failed and, with `-v`, mementos that failed. */
export async function* reported(results: AsyncIterable<Result>, log: Log): AsyncGenerator<Result> {
  let failed = 0;
  for await (const result of results) {
    if (result.kind === "timemap-problem") {
      failed += 1;
      const message = `TimeMap ${result.uriT}: ${result.problem.message}`;
      if (failed > FAILED_SHOWN) log.detail(message);
      else log.warn(message);
    } else if (result.problem !== undefined) {
      log.detail(`${result.uriM}: ${result.problem.message}`);
    } else {
      for (const { name, outcome } of result.measures)
        if ("problem" in outcome) log.detail(`${result.uriM}: ${name}: ${outcome.problem.message}`);
    }
    yield result;
  }
  if (failed > FAILED_SHOWN) {
    log.warn(`${counted(failed - FAILED_SHOWN, "further TimeMap")} failed, see the results.`);
  }
}
