import { dirname, join, relative } from "node:path";
import ts from "typescript";

/**
 * Counts the stops on a way through the code: the functions with a name that others reach by static calls. A function
 * without a name is a part of the one around it, and a function that is passed on (`names.map(check)`) counts as called.
 * Functions of `src/base` are vocabulary, and no stops. The search goes into a call before the next one, and does not
 * enter the functions after `--end`, which are where the way ends. A room is a folder. A return is a stop in a room that
 * the way has left before.
 *
 * Without arguments, the way is that of a list of paths after `-i warc=`: from `prepare` and `read` of the input to the
 * reader of records. Run `node bench/call-graph.mjs [FILE FUNCTION[,FUNCTION...] [--end FUNCTION,...]]`.
 */
const root = join(import.meta.dirname, "..");
