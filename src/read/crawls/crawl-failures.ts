import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { damage, messageOf, UsageError } from "../../base/errors.js";
import { isRemote, unzippedBytes } from "../../base/platform/files.js";
import { counted } from "../../base/text.js";
import type { InputItem } from "../../base/types.js";
import { contentsOf } from "../warc/archive-file.js";
import { ByteWindow } from "../warc/bytes.js";
import { linesOf } from "../warc/lines.js";
import { packagesOf, placeOf, type WaczPackage } from "../warc/wacz.js";
import { CrawlLogReader } from "./crawl-log.js";
import type { Failure, LoggedFetch } from "./failure-kinds.js";
import { PAGE_LIST } from "./pages-jsonl.js";
import { readSeeds } from "./seeds.js";

/** The end of the fetch of a seed, and the line of the log that tells it. */
export interface SeedFailure extends Failure {
  readonly log: string;
  readonly line: number;
}

interface Wanted {
  /** Seeds without a capture. */
  readonly seeds: readonly string[];
  /** Key by which a URI of a log is compared with the seeds. */
  readonly keyOf: (uriR: string) => string;
}

export interface LogPlaces {
  /** Logs that the user names. */
  readonly logs: readonly string[];
  /** Files of the input. The logs of their crawls are looked for in and beside them. */
  readonly sources: readonly string[];
}

type Damage = Extract<InputItem, { readonly kind: "damage" }>;

/** Reads from logs why seeds have no capture. Memory is needed for these seeds only, however long the logs are. */
export class CrawlFailures {
  readonly #keyOf: Wanted["keyOf"];
  readonly #seeds: ReadonlyMap<string, string>;
  readonly #found = new Map<string, SeedFailure & { readonly isExact: boolean }>();
  readonly #onDamage: (damage: Damage) => void;

  constructor({ seeds, keyOf }: Wanted, onDamage: (damage: Damage) => void) {
    this.#keyOf = keyOf;
    this.#seeds = new Map(seeds.map((seed) => [keyOf(seed), seed]));
    this.#onDamage = onDamage;
  }

  /** Returns why a seed has no capture; undefined if no log says so. */
  of(seed: string): SeedFailure | undefined {
    return this.#found.get(this.#keyOf(seed));
  }

  /** A log that the user names is read last, because what it says counts. */
  async read({ logs, sources }: LogPlaces, signal: AbortSignal): Promise<void> {
    const beside = new Set<string>();
    for (const path of sources) {
      if (path === "-" || isRemote(path)) continue;
      if ((await contentsOf(path)).isWacz) await this.#readWacz(path, signal);
      else for (const log of logsBeside(path)) beside.add(log);
    }
    for (const log of [...beside, ...logs]) {
      if ((await contentsOf(log)).isWacz) await this.#readWacz(log, signal);
      else await this.#readFile(log, signal);
    }
  }

  async #readFile(path: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#readLines(path, linesOfLog(path), signal);
    } catch (cause) {
      signal.throwIfAborted();
      this.#onDamage(damage(path, `the crawl log cannot be read: ${messageOf(cause)}`));
    }
  }

  async #readWacz(path: string, signal: AbortSignal): Promise<void> {
    for await (const found of packagesOf(path)) {
      if (found.kind === "package") await this.#readPackage(found, signal);
    }
  }

  async #readPackage(pack: WaczPackage, signal: AbortSignal): Promise<void> {
    // The logs say more than the pages, so they are read after them.
    const members = [PAGE_LIST, LOGS].flatMap((pattern) =>
      pack.zip.members.filter(({ name }) => pattern.test(name)),
    );
    for (const member of members) {
      const place = placeOf(pack, member);
      try {
        const file = await pack.zip.openMember(member);
        await this.#readLines(place, linesOf(file.bytes), signal, PAGE_LIST.test(member.name));
      } catch (cause) {
        signal.throwIfAborted();
        this.#onDamage(damage(place, `the crawl log cannot be read: ${messageOf(cause)}`));
      }
    }
  }

  /** Damage of page lists is reported where they are read for their pages. */
  async #readLines(
    log: string,
    lines: ReturnType<typeof linesOf>,
    signal: AbortSignal,
    isPageList = false,
  ): Promise<void> {
    const reader = new CrawlLogReader();
    let first: { readonly offset: number; readonly number: number } | undefined;
    for await (const { line, offset, number } of lines) {
      if (number % LINES_A_CHECK === 0) signal.throwIfAborted();
      const { unknown } = reader;
      const fetch = reader.take(line);
      if (fetch !== undefined) this.#note(fetch, log, number);
      else if (reader.unknown > unknown) first ??= { offset, number };
    }
    if (first === undefined || isPageList) return;
    const what = `${counted(reader.unknown, "line")} in no form of a crawl log that is known (first: line ${first.number})`;
    this.#onDamage(damage({ file: log, offset: first.offset }, what));
  }

  /** The last line of exactly the seed's URI counts, or else the last line of another form of it. */
  #note({ uriR, kind, says }: LoggedFetch, log: string, line: number): void {
    const key = this.#keyOf(uriR);
    const seed = this.#seeds.get(key);
    if (seed === undefined) return;
    const isExact = seed === uriR;
    if (!isExact && this.#found.get(key)?.isExact === true) return;
    this.#found.set(key, { kind, says, log, line, isExact });
  }
}

const LOGS = /^logs\/[^/]+\.(?:log|jsonl)$/u;

const LINES_A_CHECK = 4096;

/** Returns the logs in the folder of a WARC file, and in the folder `logs` that Heritrix makes beside that of its WARC files. */
function logsBeside(path: string): readonly string[] {
  const folder = dirname(path);
  const name = "crawl.log";
  const places = [join(folder, name), join(folder, "logs", name), join(folder, "..", "logs", name)];
  return places.filter((place) => existsSync(place));
}

/** Yields the lines of a log, also of one with gzip. */
function linesOfLog(path: string): ReturnType<typeof linesOf> {
  const chunks = unzippedBytes(path);
  const pull = async (): Promise<Buffer | undefined> => {
    const next = await chunks.next();
    return next.done === true ? undefined : next.value;
  };
  return linesOf(new ByteWindow({ pull }));
}

/** Number of lines in which a file shows that it is a log. */
const LOOKED_AT = 1000;

async function isCrawlLog(path: string): Promise<boolean> {
  const reader = new CrawlLogReader();
  for await (const { line, number } of linesOfLog(path)) {
    reader.take(line);
    if (reader.known > 0 || number > LOOKED_AT) break;
  }
  return reader.known > 0;
}

/**
 * Returns the logs that the user names, with commas between them. Throws a `UsageError` for a file that is no log or cannot be
 * read.
 */
export async function crawlLogs(text: string): Promise<readonly string[]> {
  const paths = text.split(",").filter((path) => path !== "");
  for (const path of paths) {
    const isLog = await isCrawlLog(path).catch((cause: unknown) => {
      throw new UsageError(`--set crawl-log=${path}: ${messageOf(cause)}`, { cause });
    });
    if (isLog) continue;
    throw new UsageError(
      `--set crawl-log=${path}: ${basename(path)} is no log of Heritrix, Browsertrix or wget. Give a crawl.log, a log in JSON Lines, a pages.jsonl or the log of wget.`,
    );
  }
  return paths;
}

/** The seeds of a file. */
export interface SeedFile {
  readonly seeds: readonly string[];
  /** The file itself if it also says how the fetches of the seeds ended, as a page list or a WACZ does. */
  readonly logs: readonly string[];
}

/** Reads `--seeds FILE`. A pipe cannot be read once more for its reasons. */
export async function readSeedFile(path: string): Promise<SeedFile> {
  const { isWacz, isKnown } = await contentsOf(path);
  const isLog = isWacz || (isKnown && (await isCrawlLog(path).catch(() => false)));
  try {
    return { seeds: await readSeeds(path), logs: isLog ? [path] : [] };
  } catch (cause) {
    if (!(cause instanceof UsageError) || !isLog || isWacz) throw cause;
    throw new UsageError(
      `--seeds ${path}: ${basename(path)} is the log of a crawl. Give the list of its seeds, and the log with --set crawl-log=${path}.`,
      { cause },
    );
  }
}
