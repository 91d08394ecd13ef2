/**
 * Preloaded before a command. On exit, writes time and memory of the command as JSON to the file named by USAGE_FILE.
 */
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = {
    seconds: performance.now() / 1000,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    rssMB: maxRSS / 1024,
  };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
