/** Preloaded with `--import`. Writes the peak memory of the process in MB to standard error on exit. */
import { peakMB } from "./peak-memory.mjs";

process.on("exit", () => process.stderr.write(`peak ${peakMB()}\n`));
