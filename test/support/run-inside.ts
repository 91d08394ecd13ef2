import { Readable } from "node:stream";
import { runProgram } from "../../src/cli/program.js";
import { codeOf, NOT_NOW, UsageError } from "../../src/base/errors.js";
import { lastOfQuick } from "./quick.js";
import { commandCatalogue } from "../../src/command/command-catalogue.js";

/** Commands that accept `--workers`. Tests run these commands without threads by default. */
const WITH_WORKERS: ReadonlySet<string | undefined> = new Set(
  "map reduce fit evaluate calibrate topic cluster".split(" "),
);

export interface EndedInside {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The last run. The next run waits for it, because each run replaces the standard streams of the whole process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command inside this process, with its own standard streams and additional environment variables. This takes
 * a tenth of the time of a process. A usage error gives exit status 2, as in a process. Other errors are thrown, so
 * that they fail the test. `onOutput` gets what is written to standard output while the command runs.
 */
export function runInside(
  args: readonly string[],
  stdin?: Uint8Array | string,
  env?: Readonly<Record<string, string>>,
  onOutput?: (text: string) => void,
): Promise<EndedInside> {
  const run = last.then(() => runNow(lastOfQuick(args), stdin, env, onOutput));
  last = run.catch(() => undefined);
  return run;
}

async function runNow(
  args: readonly string[],
  stdin: Uint8Array | string = "",
  env: Readonly<Record<string, string>> = {},
  onOutput?: (text: string) => void,
): Promise<EndedInside> {
  const [stdout, stderr] = [new Captured(process.stdout, onOutput), new Captured(process.stderr)];
  const releaseInput = replace(
    process,
    "stdin",
    Readable.from([Buffer.from(stdin)], { objectMode: false }),
  );
  const variables = Object.entries(env).map(([name, value]) => replace(process.env, name, value));
  let status: number;
  try {
    status = await runProgram(withoutThreads(args));
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    process.stderr.write(`detect_off_topic: ${cause.message}\n`);
    status = codeOf(cause) === NOT_NOW ? 5 : 2;
  } finally {
    releaseInput();
    for (const release of variables) release();
    stdout.release();
    stderr.release();
  }
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

function withoutThreads(args: readonly string[]): readonly string[] {
  const named = new Set(commandCatalogue().commands.map(({ name }) => name));
  // Options may stand before the command.
  const first = args.find((word) => named.has(word)) ?? args[0];
  if (args.includes("--workers") || args.includes("--help")) return args;
  // `evaluate` without -i reads saved results and does not read pages.
  if (first === "evaluate" && !args.includes("-i")) return args;
  const takesThem =
    WITH_WORKERS.has(first) || (first?.startsWith("-") === true && first !== "--version");
  return takesThem ? [...args, "--workers", "0"] : args;
}

/** Replaces a property and returns a function that restores it. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const usual = { configurable: true, enumerable: true, writable: true };
  Object.defineProperty(object, name, { ...usual, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, before);
  };
}

/** Collects the text written to a stream until it is released. */
class Captured {
  readonly #chunks: Buffer[] = [];
  readonly release: () => void;

  constructor(stream: NodeJS.WriteStream, onText?: (text: string) => void) {
    this.release = replace(
      stream,
      "write",
      (chunk: Uint8Array | string, ...more: readonly unknown[]): boolean => {
        this.#chunks.push(Buffer.from(chunk));
        const done = more.at(-1);
        if (typeof done === "function") (done as () => void)();
        onText?.(chunk.toString());
        return true;
      },
    );
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
