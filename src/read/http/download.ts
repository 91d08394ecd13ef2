import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, unavailable } from "../../base/errors.js";
import type { Outcome } from "../../base/types.js";
import { header, redirectTarget } from "../timemaps/response.js";
import type { FetchedResponse, FileRequest } from "../types.js";
import { DirectoryTrouble } from "./directory/working-directory.js";
import type { BodySink } from "./transport.js";
import { whyNoFile } from "./why-no-file.js";

const PART_SUFFIX = ".part";

/** Maximum size of a file of unknown size. WARC files usually have a few gigabytes. */
const LARGEST = 2 ** 36;
/** Maximum number of requests of one file, most of which are redirects. */
const MOST_REQUESTS = 8;

/** Specifications write the names in lower case. */
const ALGORITHMS = ["md5", "sha1", "sha256", "sha512"];

interface DownloadContext {
  readonly folder: string;
  readonly offline: boolean;
  /** Repeats the request after transient trouble. Each attempt uses the headers that are valid at that time. */
  readonly get: (
    uri: string,
    headers: () => Readonly<Record<string, string>>,
    sink: BodySink,
  ) => Promise<Outcome<FetchedResponse>>;
}

/** Reason why a file is missing. `again` is true if a later run may succeed. */
interface Miss {
  readonly message: string;
  readonly again: boolean;
}

/**
 * Downloads a missing file and continues where an earlier run stopped. Compares the file with its checksums before the
 * file gets its name. Throws `DirectoryTrouble` if the file cannot be written.
 */
export async function download(
  request: FileRequest,
  context: DownloadContext,
): Promise<Outcome<string> & { readonly again?: boolean }> {
  const { name, size, locations } = request;
  const path = join(context.folder, name);
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile() === true && (size === undefined || known.size === size)) {
    return { value: path };
  }
  if (context.offline) return unavailable("not in the working directory (--offline)");
  const part = await writing(async () => {
    await mkdir(context.folder, { recursive: true });
    return PartFile.open(path + PART_SUFFIX, size ?? LARGEST);
  });
  try {
    let miss: Miss = { message: "the list gives no http or https location", again: false };
    for (const location of locations) {
      const found = await fetchFrom(location, part, request, context);
      if (found === undefined) {
        await writing(() => part.finish(path));
        return { value: path };
      }
      miss = found;
    }
    return { ...unavailable(miss.message), again: miss.again };
  } finally {
    await part.close();
  }
}

/** Returns the reason for a failure; `undefined` if the file is whole and matches its checksums. */
async function fetchFrom(
  location: string,
  part: PartFile,
  { size, checksums }: FileRequest,
  { get }: DownloadContext,
): Promise<Miss | undefined> {
  let uri = location;
  // The parts of a joined file may come from different versions, so that it is fetched again from its beginning.
  let isLast = false;
  for (let requests = 0; requests <= MOST_REQUESTS; requests += 1) {
    if (part.length !== size) {
      const outcome = await get(uri, part.headers, part);
      if (part.refusal !== undefined) {
        await writing(() => part.cut(0));
        return { message: part.refusal, again: false };
      }
      if ("problem" in outcome) return { message: outcome.problem.message, again: true };
      if (!part.isTaken) {
        const { status } = outcome.value;
        const target = redirectTarget(outcome.value);
        // The file on the server may be shorter than the part.
        if (status === 416 && part.length > 0) await writing(() => part.cut(0));
        else if (target !== undefined) uri = target;
        else {
          return { message: whyNoFile(outcome.value), again: status >= 500 || status === 429 };
        }
        continue;
      }
      if (size !== undefined && part.length !== size) {
        const message = `the server sends only ${part.length} of ${size} bytes`;
        return { message, again: false };
      }
    }
    const why = await writing(() => whyDifferent(part.path, checksums));
    if (why === undefined) return undefined;
    const { isJoined } = part;
    await writing(() => part.cut(0));
    if (!isJoined || isLast) return { message: why, again: false };
    isLast = true;
    uri = location;
  }
  return { message: "the server redirects too often", again: false };
}

class PartFile implements BodySink {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #most: number;
  length: number;
  isTaken = false;
  isJoined: boolean;
  refusal: string | undefined;

  private constructor(path: string, file: FileHandle, length: number, most: number) {
    this.path = path;
    this.#file = file;
    this.#most = most;
    this.length = length;
    this.isJoined = length > 0;
  }

  static async open(path: string, most: number): Promise<PartFile> {
    // A link could lead out of the folder. On Windows, which has no O_NOFOLLOW, the flag counts as 0.
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW);
    const { size } = await file.stat();
    const part = new PartFile(path, file, size, most);
    if (size > most) await part.cut(0);
    return part;
  }

  readonly headers = (): Readonly<Record<string, string>> => ({ range: `bytes=${this.length}-` });

  async takes(answer: Pick<FetchedResponse, "status" | "headers">): Promise<boolean> {
    const { status } = answer;
    this.refusal = undefined;
    this.isTaken = false;
    const [, from] = /^bytes (\d+)-/u.exec(header(answer, "content-range") ?? "") ?? [];
    this.isTaken = status === 200 || (status === 206 && Number(from) === this.length);
    if (status === 206 && this.length > 0) this.isJoined = true;
    // The server ignores ranges and sends the file from its beginning.
    if (status === 200) await writing(() => this.cut(0));
    return this.isTaken;
  }

  async write(bytes: Uint8Array): Promise<string | undefined> {
    if (this.length + bytes.length > this.#most) {
      this.refusal = `the server sends more than the ${this.#most} bytes of the file`;
      return this.refusal;
    }
    await writing(async () => {
      for (let at = 0; at < bytes.length;) {
        const left = bytes.length - at;
        const { bytesWritten } = await this.#file.write(bytes, at, left, this.length);
        at += bytesWritten;
        this.length += bytesWritten;
      }
    });
    return undefined;
  }

  async cut(length: number): Promise<void> {
    await this.#file.truncate(length);
    this.length = length;
  }

  async finish(path: string): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    await rename(this.path, path);
  }

  /** Closes the file. Removes the file if it is empty. */
  async close(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    if (this.length === 0) await rm(this.path, { force: true });
  }
}

async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new DirectoryTrouble(messageOf(cause), { cause });
  }
}

async function whyDifferent(
  path: string,
  checksums: FileRequest["checksums"],
): Promise<string | undefined> {
  const hashes = ALGORITHMS.flatMap((name) => {
    const wanted = checksums[name]?.toLowerCase();
    return wanted === undefined ? [] : [{ name, wanted, hash: createHash(name) }];
  });
  if (hashes.length === 0) return undefined;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    for (const { hash } of hashes) hash.update(chunk as Buffer);
  }
  const wrong = hashes.find(({ hash, wanted }) => hash.digest("hex") !== wanted);
  return wrong && `its ${wrong.name} checksum is not that of the list`;
}
