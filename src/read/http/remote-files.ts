import { UnreadableError } from "../../base/errors.js";
import { type OpenFile, type OpenRemote, type Stretch } from "../../base/platform/files.js";
import { header, redirectTarget } from "../timemaps/response.js";
import type { FetchedResponse } from "../types.js";
import type { RecordingFetcher } from "./fetcher.js";
import { largerThan } from "./transport.js";
import { whyNoFile } from "./why-no-file.js";

/** Number of bytes of the first request at a new position. */
const FIRST_BYTES = 1 << 16;
/** Maximum number of bytes of a request while a file is read forward. A broken connection loses at most this number. */
const MOST = 1 << 23;
/** Maximum size of a file. A server that announces more may never end. */
const LARGEST = 2 ** 44;
/** Maximum size of a file that is read as a whole because its server sends no ranges. */
const LARGEST_WHOLE = 1 << 26;
/** Number of files whose bytes are kept. For other files only size and version are kept. */
const FILES_HELD = 4;
const REDIRECTS = 5;

class RemoteTrouble extends UnreadableError {
  override readonly name = "RemoteTrouble";
}

interface HeldRange {
  readonly from: number;
  readonly bytes: Buffer;
}

const endOf = ({ from, bytes }: HeldRange): number => from + bytes.length;

/** Version of a file according to its first answer. Every other answer must have the same version. */
interface Version {
  readonly size: number;
  readonly etag: string | undefined;
  readonly modified: string | undefined;
}

/** Files on the web that a run reads in ranges, within the limits of their hosts. */
export class RemoteFiles {
  readonly #fetcher: Pick<RecordingFetcher, "part">;
  readonly #uriOf: (shown: string) => string;
  readonly #versions = new Map<string, Version>();
  /** Files by URI, in the order of their last use. */
  readonly #files = new Map<string, RemoteFile>();
  readonly #troubles = new Map<string, unknown>();

  /** `uriOf` returns the URI to request for a URI without secrets. */
  constructor(
    fetcher: Pick<RecordingFetcher, "part">,
    uriOf: (shown: string) => string = (shown) => shown,
  ) {
    this.#fetcher = fetcher;
    this.#uriOf = uriOf;
  }

  /** Opens a file. Rejects if there is no such file. Every later call then rejects with the same reason. */
  readonly open: OpenRemote = async (uri, first) => {
    if (this.#troubles.has(uri)) throw this.#troubles.get(uri);
    const place = this.#uriOf(uri);
    const file =
      this.#files.get(uri) ?? new RemoteFile(place, this.#fetcher, this.#versions.get(uri));
    this.#files.delete(uri);
    this.#files.set(uri, file);
    const [oldest = uri] = this.#files.keys();
    if (this.#files.size > FILES_HELD) this.#files.delete(oldest);
    try {
      this.#versions.set(uri, await file.version(first));
      return file;
    } catch (cause) {
      // An index that does not fit its file may request bytes that the file does not have.
      if (first === undefined) this.#troubles.set(uri, cause);
      throw cause;
    }
  };
}

/** One file on the web. Its readers share the bytes that each of them has fetched. */
class RemoteFile implements OpenFile {
  readonly #given: string;
  readonly #fetcher: Pick<RecordingFetcher, "part">;
  /** URI after redirects. */
  #uri: string;
  #version: Version | undefined;
  /** Ranges in memory, the most recent first. */
  #blocks: HeldRange[] = [];
  #step = FIRST_BYTES;
  /** Position after the last `pull`. */
  #end = -1;

  constructor(uri: string, fetcher: Pick<RecordingFetcher, "part">, version: Version | undefined) {
    this.#given = uri;
    this.#uri = uri;
    this.#fetcher = fetcher;
    this.#version = version;
  }

  /** If the version is not known yet, requests the range that will be read first, usually the beginning. */
  async version({ from, to }: Stretch = { from: 0, to: FIRST_BYTES }): Promise<Version> {
    if (this.#version === undefined) await this.#fetch(from, Math.min(to, from + MOST));
    return this.#version!;
  }

  get size(): number {
    return this.#version?.size ?? 0;
  }

  get identity(): string | undefined {
    const { size, etag, modified } = this.#version ?? {};
    return etag === undefined && modified === undefined
      ? undefined
      : [size, etag, modified].join(" ");
  }

  readonly read = async (position: number, count: number): Promise<Buffer> => {
    const end = Math.min(position + count, this.size);
    if (position >= end) return Buffer.alloc(0);
    const { from, bytes } =
      this.#held(position, end) ??
      (await this.#fetch(position, Math.max(end, position + FIRST_BYTES)));
    return bytes.subarray(position - from, end - from);
  };

  readonly pull = async (position: number, wanted: number): Promise<Buffer> => {
    if (position >= this.size) return Buffer.alloc(0);
    this.#step = position === this.#end ? Math.min(2 * this.#step, MOST) : FIRST_BYTES;
    const { from, bytes } =
      this.#held(position, position + 1) ??
      (await this.#fetch(position, position + Math.max(this.#step, wanted)));
    this.#end = from + bytes.length;
    return bytes.subarray(position - from);
  };

  readonly close = (): Promise<void> => Promise.resolve();

  #held(from: number, to: number): HeldRange | undefined {
    return this.#blocks.find((block) => block.from <= from && to <= endOf(block));
  }

  async #fetch(from: number, to: number): Promise<HeldRange> {
    const block = { from, bytes: await this.#bytes(from, Math.min(to, this.#version?.size ?? to)) };
    this.#blocks = [block, ...this.#blocks];
    for (let sum = 0, at = 0; at < this.#blocks.length; at += 1) {
      sum += this.#blocks[at]!.bytes.length;
      if (sum > 2 * MOST && at > 0) this.#blocks.length = at;
    }
    return block;
  }

  /** Returns all bytes of a range. Throws for any other answer of the server. */
  async #bytes(from: number, to: number): Promise<Buffer> {
    const answer = await this.#ask(from, to);
    const { status, body } = answer;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    if (status === 200) {
      this.#check({ ...versionOf(answer), size: bytes.length });
      this.#blocks = [{ from: 0, bytes }];
      return bytes.subarray(from, to);
    }
    const [, first, total] =
      /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/u.exec(header(answer, "content-range") ?? "") ?? [];
    if (status === 416 && total === "0") {
      this.#check({ ...versionOf(answer), size: 0 });
      return bytes.subarray(0, 0);
    }
    if (status === 416 && this.#version === undefined) {
      throw new RemoteTrouble(`the file ends before byte ${from}`);
    }
    if (status === 416) throw new RemoteTrouble(CHANGED);
    if (status !== 206) throw new RemoteTrouble(whyNoFile(answer));
    const size = Number(total);
    if (Number(first) !== from || bytes.length !== Math.min(to, size) - from) {
      throw new RemoteTrouble("the server sends other bytes than it is asked for");
    }
    this.#check({ ...versionOf(answer), size });
    return bytes;
  }

  /** If the target of an earlier redirect fails, the request starts again at the original URI. */
  async #ask(from: number, to: number): Promise<FetchedResponse> {
    for (let requests = 0; requests <= REDIRECTS; requests += 1) {
      const uri = this.#uri;
      const range = { from, to };
      const outcome = await this.#fetcher.part({ uri, range, most: LARGEST_WHOLE });
      if ("problem" in outcome) throw new RemoteTrouble(whyNothing(outcome.problem.message));
      const { value } = outcome;
      const target = redirectTarget(value);
      const isGone = value.status >= 400 && uri !== this.#given && requests === 0;
      if (target === undefined && !isGone) return value;
      this.#uri = target ?? this.#given;
    }
    this.#uri = this.#given;
    throw new RemoteTrouble("the server redirects to nothing that can be read");
  }

  #check(version: Version): void {
    if (version.size > LARGEST) {
      throw new RemoteTrouble(`the server announces ${version.size} bytes, more than a file has`);
    }
    const { size, etag, modified } = (this.#version ??= version);
    if (size === version.size && etag === version.etag && modified === version.modified) return;
    throw new RemoteTrouble(CHANGED);
  }
}

const CHANGED = "the file was changed while it was read; run again";

const versionOf = (answer: FetchedResponse): Omit<Version, "size"> => ({
  etag: header(answer, "etag"),
  modified: header(answer, "last-modified"),
});

/** Only a server that ignores ranges sends more bytes than were requested. */
const whyNothing = (message: string): string =>
  message.endsWith(largerThan(LARGEST_WHOLE))
    ? `the server sends no parts of files, and this one has more than ${LARGEST_WHOLE >> 20} MiB: download it, or pipe it to -i warc=-`
    : message;
