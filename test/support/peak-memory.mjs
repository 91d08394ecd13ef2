import { readFileSync } from "node:fs";

/**
 * The largest memory of this process so far, in MB. On Linux from the kernel's account of the program itself: what
 * `resourceUsage` says there also counts the process that started it.
 */
export function peakMB() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
}
