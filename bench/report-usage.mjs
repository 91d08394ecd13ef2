/** Loaded before a command: writes what the command took, as JSON, to the file that USAGE_FILE names. */
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
