import { closeSync, constants, accessSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../errors.js";

/** Somewhere for results: nothing is to be seen there until `commit`. */
export interface Output {
  write(text: string): Promise<void>;
  /** Makes the whole of it visible under its name. */
  commit(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): void;
}

/** Standard output for undefined and `-`, else a file. Throws a `UsageError` now if it could not be written later. */
export function openOutput(path: string | undefined, option = "-o"): Output {
  return path === undefined || path === "-" ? standardOutput() : fileOutput(path, option);
}

function standardOutput(): Output {
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    commit: () => Promise.resolve(),
    discard: () => undefined,
  };
}

/** Written beside its name and renamed into place when whole; devices and pipes are written as they are. */
function fileOutput(path: string, option: string): Output {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known?.isDirectory() === true) {
    throw new UsageError(`${option} ${path} is a folder. Give the name of a file in it.`);
  }
  const direct = known !== undefined && !known.isFile();
  const partial = direct ? path : `${path}.partial-${process.pid}`;
  let file: number;
  try {
    if (known?.isFile() === true) accessSync(path, constants.W_OK);
    file = openSync(partial, direct ? "w" : "wx", 0o666);
  } catch (cause) {
    throw new UsageError(whyNot(path, option, cause), { cause });
  }
  let open = true;
  const close = (): void => {
    if (open) closeSync(file);
    open = false;
  };
  return {
    write(text) {
      const bytes = Buffer.from(text, "utf8");
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
      return Promise.resolve();
    },
    commit() {
      close();
      if (!direct) renameSync(partial, path);
      return Promise.resolve();
    },
    discard() {
      close();
      if (!direct) rmSync(partial, { force: true });
    },
  };
}

function whyNot(path: string, option: string, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") {
    return `${option} ${path} cannot be written: there is no folder ${dirname(path)}. Make it first, or give another name.`;
  }
  return `${option} ${path} cannot be written (${code || "unknown reason"}). Give a name in a folder that you may write to.`;
}
