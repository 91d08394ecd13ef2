/**
 * This module is preloaded with `--import`. On exit, it writes the peak memory of the process in MB to standard error.
 */
import { peakMB } from "./peak-memory.mjs";

process.on("exit", () => process.stderr.write(`peak ${peakMB()}\n`));
