import type { Writer } from "./types.js";
import { plainWriters } from "./writers/index.js";

/** All output formats that are registered. The layer of the report adds its own, and extensions add theirs. */
export const registeredWriters: Writer[] = [...plainWriters];
