import { damage, UsageError } from "../../base/errors.js";
import { sizeOf } from "../../base/platform/files.js";
import { printableStart } from "../../base/text.js";
import type { InputItem, Outcome } from "../../base/types.js";
import {
  filesOfList,
  hostsOf,
  listUri,
  type Listed,
  type WebdataFile,
} from "../archives/wasapi.js";
import { readArchiveFile } from "../warc/archive-file.js";
import { namesIn } from "../files/arguments.js";
import { warcFiles } from "../files/find.js";
import type { Fetcher, Input, InputContext } from "../types.js";

export const wasapi: Input = {
  keyword: "wasapi",
  title: "WARC files of Archive-It (WASAPI)",
  summary:
    "The WARC files of a collection, from Archive-It or another service that follows WASAPI: they are downloaded into the working directory (-d), compared with their checksums and read. A query after the number selects files: 8232?crawl=300208 or 8232?crawl-time-after=2024-01. Needs a login.",
  argument: "COLLECTION[?QUERY] | URI",
  example:
    "detect_off_topic -i wasapi=8232?crawl-time-after=2024-01 -d work --netrc -o results.json",
  usesHttp: true,
  namesSeeds: true,
  findsFiles: true,
  prepare: (values, options) =>
    Promise.resolve().then(() => {
      const names = namesIn(values);
      if (names.length === 0) {
        throw new UsageError("wasapi=: give the number of a collection, such as 8232");
      }
      return [...new Set(names.map((name) => listUri(name, options?.wasapi)))];
    }),
  hosts: hostsOf,
  read,
};

async function* read(
  lists: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  const { fetcher, signal } = context;
  const { download } = fetcher ?? {};
  if (fetcher === undefined || download === undefined) {
    throw new Error("the input wasapi needs a fetcher with a working directory");
  }
  const names = new Map<string, string>();
  let bytesBefore = 0;
  context.onProgress?.({ bytesRead: 0 });
  for (const list of lists) {
    const files = inReach(filesOfList(list, fetcher), list, names);
    for await (const [found, outcome] of downloaded(files, download)) {
      signal.throwIfAborted();
      if ("kind" in found) yield found;
      else if (outcome === undefined) continue;
      else if ("problem" in outcome) {
        const why = `the file cannot be downloaded (${outcome.problem.message})`;
        yield damage(placeOf(found, list), why);
      } else {
        const path = outcome.value;
        if ((await context.hasFile?.(path)) === true) continue;
        yield* readArchiveFile(path, context, (position) =>
          context.onProgress?.({ bytesRead: bytesBefore + position }),
        );
        bytesBefore += sizeOf(path) ?? 0;
      }
    }
  }
}

/** Returns the name of a file for messages: its location without a signature, or else its file name. */
const placeOf = ({ name, locations: [first] }: WebdataFile, list: string): string =>
  first?.replace(/[?#].*$/su, "") ?? `${list}#${printableStart(name, 200)}`;

/** Yields the distinct WARC files of a list that can be downloaded. Reports the other files. */
async function* inReach(
  listed: AsyncIterable<Listed>,
  list: string,
  names: Map<string, string>,
): AsyncGenerator<WebdataFile | InputItem, void, undefined> {
  for await (const file of listed) {
    if ("trouble" in file) {
      yield damage(list, file.trouble);
      continue;
    }
    const { name, type, checksums } = file;
    const lost = (why: string): InputItem => damage(placeOf(file, list), why);
    const identity = JSON.stringify([checksums, file.size]);
    // Some systems do not distinguish upper and lower case, or forms of Unicode, in file names.
    const key = name.normalize("NFC").toLowerCase();
    const known = names.get(key);
    if (known === identity) continue;
    if (!warcFiles.hasName(name)) {
      yield { kind: "skipped", reason: `other file of the list${kindText(type)}` };
    } else if (!isPlainName(name)) {
      const shown = JSON.stringify(printableStart(name, 200));
      yield lost(`its name cannot be that of a file: ${shown}`);
    } else if (known !== undefined) {
      yield lost("another file of the list has the same name");
    } else {
      names.set(key, identity);
      if (Object.keys(checksums).length === 0)
        yield lost("the list gives no checksum, so that the file cannot be verified");
      yield file;
    }
  }
}

const kindText = (type: string): string => (/^[\w.+-]{1,20}$/u.test(type) ? ` (${type})` : "");

/** No system may treat the name as a path, a device, a hidden file or a part of a file. */
const isPlainName = (name: string): boolean =>
  /^[^\p{C}\p{Z}/\\:*?"<>|.][^\p{C}/\\:*?"<>|]*$/u.test(name) &&
  !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name) &&
  Buffer.byteLength(name) <= LONGEST_NAME;

/** Maximum length of a file name in bytes. The limit leaves room for the suffix of a part. */
const LONGEST_NAME = 240;

type Taken = readonly [WebdataFile | InputItem, Outcome<string>?];

/** The next file is downloaded at the same time. */
async function* downloaded(
  files: AsyncGenerator<WebdataFile | InputItem, void>,
  download: NonNullable<Fetcher["download"]>,
): AsyncGenerator<Taken, void, undefined> {
  const start = async (): Promise<Taken | undefined> => {
    const next = await files.next();
    if (next.done === true) return undefined;
    const found = next.value;
    return "kind" in found ? [found] : [found, await download(found)];
  };
  let next = start();
  for (let current = await next; current !== undefined; current = await next) {
    next = start();
    // An error is thrown when the caller reaches its file. Closing the fetcher stops a download that the caller never
    // reaches.
    next.catch(() => undefined);
    yield current;
  }
}
