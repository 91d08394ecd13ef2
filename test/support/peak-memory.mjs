import { readFileSync } from "node:fs";

/**
 * Returns the peak memory of this process in MB. On Linux it is read from the kernel's account of the program, because
 * there `resourceUsage` includes the parent process.
 */
export function peakMB() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
}
