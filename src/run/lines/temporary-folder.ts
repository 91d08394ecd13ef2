import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, UsageError } from "../../errors.js";

/** Where temporary files cannot be made at all, as opposed to a disk that is full. */
const NOT_THERE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"]);

/** A new folder for temporary files; throws a `UsageError` where none can be made. */
export function temporaryFolder(name: string, within: string = tmpdir()): string {
  try {
    return mkdtempSync(join(within, `detect_off_topic-${name}`));
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && NOT_THERE.has(String(cause.code)))) {
      throw cause;
    }
    throw new UsageError(
      `no temporary files can be made in ${within} (${messageOf(cause)}). Set TMPDIR to a folder that you may write to.`,
      { cause },
    );
  }
}
