import { accessSync, constants, statSync } from "node:fs";
import { messageOf, UsageError } from "../errors.js";

/** Throws a `UsageError` for a path that is no file that can be read; `missing` says what there should be. */
export function requireFile(name: string, path: string, missing: string): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`${name}${path}: ${missing}`);
    if (stats.isDirectory()) throw new UsageError(`${name}${path}: a folder, give a file`);
    accessSync(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${name}${path}: ${messageOf(cause)}`, { cause });
  }
}
