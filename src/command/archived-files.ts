import { UsageError } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import { chooseInputs } from "../run/input-choices.js";
import type { Log } from "./log.js";
import { warnOfDamage } from "./run-messages.js";

/** Files and working directories that contain the pages of results. */
interface ArchivedFiles {
  readonly paths: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Returns the files and working directories of the values of `-i`. Throws a `UsageError` for inputs that are not files.
 * `purpose` begins its message: `pictures are drawn`. Warns of what is found and cannot be read.
 */
export async function archivedFiles(
  input: readonly string[],
  purpose: string,
  log: Pick<Log, "warn">,
): Promise<ArchivedFiles> {
  const [paths, directories]: [string[], string[]] = [[], []];
  const lists = new Map([
    ["warc", paths],
    ["wacz", paths],
    ["dir", directories],
  ]);
  for (const { input: kind, values } of chooseInputs(input, inputs)) {
    const list = lists.get(kind.keyword);
    if (list === undefined) {
      throw new UsageError(
        `${purpose} from files: give -i warc=FILE, wacz=FILE or dir=FOLDER, not ${kind.keyword}=.`,
      );
    }
    list.push(...(await kind.prepare(values, undefined, (item) => warnOfDamage(item, log))));
  }
  return { paths, directories };
}
