import { exitNow, exitStatus, noteStop } from "./ending.js";

const STATUS_OF_SIGNAL = {
  SIGHUP: exitStatus.hungUp,
  SIGINT: exitStatus.interrupted,
  SIGQUIT: exitStatus.quit,
  SIGTERM: exitStatus.terminated,
} as const;

type StopSignal = keyof typeof STATUS_OF_SIGNAL;
const STOP_SIGNALS = Object.keys(STATUS_OF_SIGNAL) as StopSignal[];

let stopping: AbortSignal | undefined;

/**
 * Returns the signal that is aborted when the run has to stop; `undefined` if an interrupt ends the process at once.
 */
export const stopSignal = (): AbortSignal | undefined => stopping;

/**
 * Runs work that stops in good order on SIGINT, SIGTERM, SIGHUP and SIGQUIT: its abort signal fires, it cleans up, and
 * the exit status tells which signal it was. A second signal ends the process at once. `whatIsLeft` is the message
 * about the output.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  whatIsLeft: string,
): Promise<number> {
  const controller = new AbortController();
  stopping = controller.signal;
  let stoppedBy: StopSignal | undefined;
  const stop = (signal: StopSignal): void => {
    if (stoppedBy !== undefined) exitNow(STATUS_OF_SIGNAL[signal]);
    stoppedBy = signal;
    noteStop();
    controller.abort(new Error(`stopped by ${signal}`));
    // Ends a pending read: standard input may never send another line.
    process.stdin.destroy();
  };
  for (const each of STOP_SIGNALS) process.on(each, stop);
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (stoppedBy === undefined) throw cause;
    process.stderr.write(`detect_off_topic: stopped by ${stoppedBy}, ${whatIsLeft}\n`);
    return STATUS_OF_SIGNAL[stoppedBy];
  } finally {
    // After a stop the handlers stay, so that further signals cannot replace our exit status with their own.
    if (stoppedBy === undefined) for (const each of STOP_SIGNALS) process.off(each, stop);
    stopping = undefined;
  }
}
