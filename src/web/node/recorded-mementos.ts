import type { InputItem } from "../../base/types.js";

/**
 * Replaces the reader of working directories. Only the command makes them (`-d`); here their records are treated like
 * others.
 */
export class WorkingDirectoryRecords {
  item(): Promise<InputItem | undefined> {
    return Promise.resolve(undefined);
  }
}
