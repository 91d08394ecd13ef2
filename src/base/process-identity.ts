import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "./errors.js";

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /**
   * Start time, which distinguishes a process from a later process with the same number. Empty if the system does not
   * report it.
   */
  readonly birth: string;
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  birth: statOf(process.pid).birth,
});

/**
 * Returns whether a process of this machine no longer runs, because it has ended, is a zombie, or its number belongs to
 * another process.
 */
export function isDead({ pid, host, birth }: ProcessIdentity): boolean {
  if (host !== hostname() || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (cause) {
    return codeOf(cause) === "ESRCH";
  }
  const now = statOf(pid);
  return now.state === "Z" || now.state === "X" || (birth !== "" && birth !== now.birth);
}

/**
 * Returns the state of a process and its start in clock ticks since boot (Linux). Both are empty if the system does not
 * report them.
 */
function statOf(pid: number): { readonly state: string; readonly birth: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", birth: fields[19] ?? "" };
  } catch {
    return { state: "", birth: "" };
  }
}
