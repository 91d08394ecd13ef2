import { readFileSync } from "node:fs";

/**
 * Returns the peak memory of this process in MB. On Linux the value comes from the kernel's account of the program,
 * because `resourceUsage` includes the parent process there.
 */
export function peakMB() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
}
