import type { InputItem } from "../../base/types.js";

/** Folders that the command made with `-d` are for the command: here their records are records like others. */
export class WorkingDirectoryRecords {
  item(): Promise<InputItem | undefined> {
    return Promise.resolve(undefined);
  }
}
