/** With `--import` a process writes its peak memory in MB to standard error when it ends. */
import { peakMB } from "./peak-memory.mjs";

process.on("exit", () => process.stderr.write(`peak ${peakMB()}\n`));
