import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { printable } from "../mementos/printable.js";
import type { Result } from "../types.js";
import type { DetectFlags } from "./detect-options.js";
import { openOutput, type Output } from "./output.js";

/** Everything that a run writes: the results and, where asked for, lists of URI-Ms. */
export interface Outputs extends Output {
  /** Passes results on and writes the URI-Ms of those with a topic status to its list. */
  listed(results: AsyncIterable<Result>): AsyncGenerator<Result>;
}

/** A list of URI-Ms with one topic status, written beside the results. */
interface UriList {
  readonly status: "on-topic" | "off-topic";
  readonly to: Output;
}

/** Opens all of them or, with a `UsageError`, none. */
export function openOutputs(
  flags: Pick<DetectFlags, "output" | "offtopicFile" | "ontopicFile">,
): Outputs {
  const { output, offtopicFile, ontopicFile } = flags;
  refuseSameFile([output ?? "-", offtopicFile, ontopicFile]);
  const opened: Output[] = [];
  const open = (path: string | undefined, option: string): Output => {
    const to = openOutput(path, option);
    opened.push(to);
    return to;
  };
  const discard = (): void => {
    for (const each of opened) each.discard();
  };
  try {
    const results = open(output, "-o");
    const lists: UriList[] = [];
    if (offtopicFile !== undefined) {
      lists.push({ status: "off-topic", to: open(offtopicFile, "--offtopic-file") });
    }
    if (ontopicFile !== undefined) {
      lists.push({ status: "on-topic", to: open(ontopicFile, "--ontopic-file") });
    }
    return {
      write: (text) => results.write(text),
      listed: (all) => listed(all, lists),
      async commit() {
        for (const each of opened) await each.commit();
      },
      discard,
    };
  } catch (cause) {
    discard();
    throw cause;
  }
}

/** Two kinds of output mixed in one file are of use to nobody; what is thrown away may be (`/dev/null`). */
export function refuseSameFile(
  paths: readonly (string | undefined)[],
  options = "-o, --offtopic-file and --ontopic-file",
): void {
  const names = paths
    .filter((path) => path !== undefined)
    .map((path) => (path === "-" ? path : resolve(path)));
  const twice = names.find((name, i) => name !== "/dev/null" && names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new UsageError(
    `${twice === "-" ? "standard output" : twice} cannot take two kinds of output. Give ${options} names of their own.`,
  );
}

async function* listed(
  results: AsyncIterable<Result>,
  lists: readonly UriList[],
): AsyncGenerator<Result> {
  for await (const result of results) {
    for (const { status, to } of lists) {
      if (result.kind === "memento" && result.overall === status) {
        await to.write(`${printable(result.uriM, "percent")}\n`);
      }
    }
    yield result;
  }
}
