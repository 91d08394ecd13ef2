import { UsageError } from "../../base/errors.js";
import { filesInside, readManifest } from "../http/directory/manifest.js";
import type { InputItem } from "../../base/types.js";
import type { Input, InputContext } from "../types.js";
import { namesIn } from "../files/arguments.js";

export const dir: Input = {
  keyword: "dir",
  title: "Working directories",
  summary:
    "Working directories made with -d, read again as the input that they were made for, without fetching anything: what was not fetched then is reported as such.",
  argument: "DIR[,DIR...]",
  example: "detect_off_topic -i dir=work -o results.json",
  usesHttp: false,
  asksWhatIsWanted: true,
  choosesMementos: true,
  async prepare(values) {
    const directories = namesIn(values);
    if (directories.length === 0) throw new UsageError("dir=: name a directory made with -d");
    for (const directory of directories) await readManifest(directory);
    return [...new Set(directories)];
  },
  read,
};

async function* read(
  directories: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  for (const directory of directories) {
    // This module is loaded only here. It is a quarter of the code that a run would load, and runs on WARC files do not
    // need it.
    const { openFetcher } = await import("../http/fetcher.js");
    const { input, sources, files } = await inputOf(directory, context);
    const { keyword, takesFiles } = input;
    const record = { directory, input: { keyword, sources, takesFiles } };
    const fetcher = await openFetcher({ record, offline: true, signal: context.signal });
    try {
      yield* input.read(sources, { ...context, fetcher, files });
    } finally {
      await fetcher.close();
    }
  }
}

async function inputOf(
  directory: string,
  { inputOf: find }: InputContext,
): Promise<{
  readonly input: Input;
  readonly sources: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}> {
  const { keyword, sources } = await readManifest(directory);
  const input = await find?.(keyword);
  // Of other inputs no directory is made. A manifest may be hostile.
  if (input?.usesHttp !== true) {
    throw new UsageError(`dir=${directory}: made for -i ${keyword}=, which cannot be read again.`);
  }
  const made = { keyword, sources, takesFiles: input.takesFiles };
  return { input, sources, files: await filesInside(directory, made) };
}
