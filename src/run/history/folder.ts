import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf, UsageError, whileWriting } from "../../base/errors.js";
import { members, parseObject } from "../../base/json.js";
import { replaceFile } from "../../base/replace-file.js";
import { takeLock } from "../../read/http/directory/lock.js";
import type { Damage } from "../setup/run-options.js";
import { readLines, writeLines } from "./line-file.js";

/** A file that no run has to read again. */
export interface KnownFile {
  readonly path: string;
  /** Name of the file in the lines of its captures. It is the path as the user gave it. */
  readonly name: string;
  readonly size: number;
  /** Time of the last change in milliseconds. */
  readonly date: number;
  /** SHA-256, by which the file is known under another name. For a file on the web, its URI, version and size. */
  readonly digest: string;
  /** The first damaged places of the file, which each run that is given the file reports. */
  readonly damage?: readonly Damage[] | undefined;
}

/** Contents of a history. Files of the folder that it does not name belong to a killed run. */
interface Manifest {
  readonly program: string;
  /** Stamp of the settings of the records. */
  readonly stamp: string;
  /** Number of runs with a new capture. */
  readonly runs: number;
  readonly files: readonly KnownFile[];
  /** Name of the file with the lines of all captures. */
  readonly lines?: string | undefined;
  /** Name of the file with the last verdict on each capture. */
  readonly judged?: string | undefined;
  /** Seeds that the files name, in the order of the runs. */
  readonly seeds: readonly string[];
}

type LineFile = "lines" | "judged";

const MANIFEST = "history.json";
const HISTORY_FORM = "detect_off_topic history 5";

/** Matches the files of a history, and those that a killed run has not finished. */
const OWN = /^(?:history\.json|[\da-f-]{36})(?:\.partial-[\w-]+)?$/u;
/** Matches what a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.partial-/u;

/** Advice about a history that cannot be used. */
const FOLDER_ADVICE =
  "Delete the folder and give all files of the collection again, with --since DATE for the results that you need.";

/** The files of a history. They change for good when a new manifest replaces the one that names them. */
export class HistoryFolder {
  readonly directory: string;
  readonly #name: string;
  manifest: Manifest;
  #release: (() => Promise<void>) | undefined;

  constructor(directory: string, begun: Pick<Manifest, "program" | "stamp">) {
    this.directory = directory;
    this.#name = `--history ${directory}`;
    this.manifest = { runs: 0, files: [], seeds: [], ...begun };
  }

  /** Locks the folder and reads its manifest. Throws a `UsageError` if it has none that this run can go on with. */
  async open(): Promise<void> {
    await this.#writing(async () => {
      mkdirSync(this.directory, { recursive: true });
      this.#release = await takeLock(this.directory);
    });
    const found = this.#read();
    if (found === undefined) this.#requireEmpty();
    else this.#requireSame(found);
    // The manifest must exist from the start. Without it, a folder with a lost manifest would look like the folder of
    // a killed first run.
    await this.commit(found ?? {});
  }

  /** Yields the lines of a file, of which there may be none. */
  *lines(of: LineFile): Generator<string> {
    const name = this.manifest[of];
    if (name === undefined) return;
    try {
      yield* readLines(join(this.directory, name));
    } catch (cause) {
      throw this.#damaged(name, cause);
    }
  }

  /** Writes a new file of lines, which takes the place of the old one for later runs when this run commits. */
  async write(of: LineFile, lines: Iterable<string>): Promise<void> {
    const name = randomUUID();
    await this.#writing(() => writeLines(join(this.directory, name), lines));
    this.manifest = { ...this.manifest, [of]: name };
  }

  async commit(changes: Partial<Manifest>): Promise<void> {
    const manifest = { ...this.manifest, ...changes };
    const json = `${JSON.stringify(manifest)}\n`;
    const head = JSON.stringify({ form: HISTORY_FORM, digest: sha256(json) });
    await this.#writing(() => replaceFile(join(this.directory, MANIFEST), `${head}\n${json}`));
    this.manifest = manifest;
    // Killed runs have left files, and others have been replaced.
    const named: readonly (string | undefined)[] = [MANIFEST, manifest.lines, manifest.judged];
    for (const name of readdirSync(this.directory)) {
      if (OWN.test(name) && !named.includes(name)) rmSync(join(this.directory, name));
    }
  }

  async close(): Promise<void> {
    await this.#release?.();
  }

  /** Returns undefined if there is no manifest. */
  #read(): Manifest | undefined {
    let found: string;
    try {
      found = readFileSync(join(this.directory, MANIFEST), "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return undefined;
      throw this.#damaged(MANIFEST, cause);
    }
    const end = found.indexOf("\n");
    const { form, digest } = members(parseObject(found.slice(0, end)));
    const json = found.slice(end + 1);
    if (form !== HISTORY_FORM && typeof form === "string") throw this.#ofOtherVersion();
    if (digest !== sha256(json)) throw this.#damaged(MANIFEST);
    return JSON.parse(json) as Manifest;
  }

  #requireEmpty(): void {
    const other = readdirSync(this.directory).find((name) => !BEFORE_ANY.test(name));
    if (other === undefined) return;
    if (OWN.test(other)) throw this.#damaged(MANIFEST);
    throw new UsageError(
      `${this.#name} contains ${other}, which does not belong to a history. Give a new or empty folder.`,
    );
  }

  #requireSame(found: Manifest): void {
    const { program, stamp } = this.manifest;
    if (found.program !== program) throw this.#ofOtherVersion();
    if (found.stamp !== stamp) {
      throw new UsageError(
        `${this.#name} was made with other settings (measures, how text is read, --aliases). Give those settings, or another folder. To begin again: ${FOLDER_ADVICE}`,
      );
    }
  }

  #ofOtherVersion(): UsageError {
    return new UsageError(
      `${this.#name} was made with another version of this program. ${FOLDER_ADVICE}`,
    );
  }

  #damaged(file: string, cause?: unknown): UsageError {
    const why = cause === undefined ? "" : ` (${messageOf(cause)})`;
    const what = `${file} is not as it was written${why}`;
    return new UsageError(`${this.#name} is damaged: ${what}. ${FOLDER_ADVICE}`, { cause });
  }

  #writing(work: () => Promise<void>): Promise<void> {
    return whileWriting(this.#name, "Give a folder that you may write to.", work);
  }
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
export const sha256 = (of: string): string => createHash("sha256").update(of).digest("hex");
