import { exitStatus } from "./exit-status.js";

const STATUS = { SIGINT: exitStatus.interrupted, SIGTERM: exitStatus.terminated } as const;

/**
 * Runs work that stops in good order on SIGINT and SIGTERM: its signal is aborted, it cleans up, and the exit status
 * says which signal it was. A second signal ends the process at once. `whatIsLeft` tells of the output.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  whatIsLeft = "no output file was written",
): Promise<number> {
  const controller = new AbortController();
  let stoppedBy: keyof typeof STATUS | undefined;
  const stop = (signal: keyof typeof STATUS): void => {
    if (stoppedBy !== undefined) process.exit(STATUS[signal]);
    stoppedBy = signal;
    controller.abort(new Error(`stopped by ${signal}`));
    // Whoever waits for a line that may never come is woken.
    process.stdin.destroy();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (stoppedBy === undefined) throw cause;
    process.stderr.write(`detect_off_topic: stopped by ${stoppedBy}, ${whatIsLeft}\n`);
    return STATUS[stoppedBy];
  } finally {
    // A process that has been stopped ends with our status, whatever comes before it has gone.
    if (stoppedBy === undefined) {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    }
  }
}
