import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UsageError } from "../../base/errors.js";
import { removeUnnamed } from "../../base/replace-file.js";
import { readLines, writeLines } from "./line-file.js";
import { lockFolder } from "./lock-folder.js";
import {
  ADVICE,
  type Manifest,
  MANIFEST,
  ofOtherVersion,
  OWN_FILE,
  readManifest,
  writeManifest,
} from "./manifest.js";

/** Matches the names of files that a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.[\da-f-]{36}\.new$/u;
/** Matches the names of files that a killed run may have left behind. */
const UNFINISHED = /\.gz\.[\da-f-]{36}\.new$/u;

/** The files of a history. They change for good when a new manifest replaces the one that names them. */
export class HistoryFolder {
  readonly directory: string;
  #manifest: Manifest;
  #release: (() => Promise<void>) | undefined;

  /** `manifest` is that of a new history. */
  constructor(directory: string, manifest: Manifest) {
    this.directory = directory;
    this.#manifest = manifest;
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** Locks the folder and reads its manifest. Throws a `UsageError` if it has none that this run can go on with. */
  async open(): Promise<Manifest> {
    this.#release = await lockFolder(this.directory);
    const written = readManifest(this.directory, (cause) => this.damaged(MANIFEST, cause));
    if (written === undefined) {
      this.#requireEmpty();
      // The manifest must exist from the start. Without it, a folder with a lost manifest would look like the folder of
      // a killed first run.
      await writeManifest(this.directory, this.#manifest);
    } else this.#manifest = this.#checked(written);
    removeUnnamed(join(this.directory, MANIFEST));
    this.#removeOthers();
    return this.#manifest;
  }

  /** Yields the lines of one of the files. */
  async *lines(name: string): AsyncGenerator<string> {
    try {
      yield* readLines(join(this.directory, name));
    } catch (cause) {
      throw this.damaged(name, cause);
    }
  }

  /** Writes a file and returns its name. */
  async write(kind: "records" | "judged", lines: Iterable<string>): Promise<string> {
    const name = `${randomUUID()}.${kind}.gz`;
    await writeLines(join(this.directory, name), lines);
    return name;
  }

  async commit(manifest: Manifest): Promise<void> {
    await writeManifest(this.directory, manifest);
    this.#manifest = manifest;
    this.#removeOthers();
  }

  /** Returns the size of all files. */
  get bytes(): number {
    const sizeOf = (name: string): number =>
      statSync(join(this.directory, name), { throwIfNoEntry: false })?.size ?? 0;
    return [MANIFEST, ...this.#named()].reduce((sum, name) => sum + sizeOf(name), 0);
  }

  async close(): Promise<void> {
    await this.#release?.();
    this.#release = undefined;
  }

  damaged(name: string, cause?: unknown): UsageError {
    const why = cause === undefined ? "" : ` (${messageOf(cause)})`;
    return new UsageError(
      `--history ${this.directory} is damaged: ${name} is not as it was written${why}. ${ADVICE}`,
      { cause },
    );
  }

  #named(): readonly string[] {
    const { records, judged } = this.#manifest;
    return [...records.map(({ name }) => name), judged ?? []].flat();
  }

  /** Removes files that the manifest does not name: those of killed runs, and those that others have replaced. */
  #removeOthers(): void {
    const kept = new Set(this.#named());
    for (const name of readdirSync(this.directory)) {
      const isOther = (OWN_FILE.test(name) && !kept.has(name)) || UNFINISHED.test(name);
      if (isOther) rmSync(join(this.directory, name), { force: true });
    }
  }

  #requireEmpty(): void {
    const other = readdirSync(this.directory).find((name) => !BEFORE_ANY.test(name));
    if (other === undefined) return;
    if (OWN_FILE.test(other) || UNFINISHED.test(other)) throw this.damaged(MANIFEST);
    throw new UsageError(
      `--history ${this.directory} contains ${other}, which does not belong to a history. Give a new or empty folder.`,
    );
  }

  #checked(written: Manifest): Manifest {
    const { program, stamp, seeds } = this.#manifest;
    if (written.program !== program) throw ofOtherVersion(this.directory);
    if (written.stamp !== stamp) {
      throw new UsageError(
        `--history ${this.directory} was made with other settings (measures, how text is read). Give those settings, or another folder. To start anew: ${ADVICE}`,
      );
    }
    // This run needs the seeds that files name, and an earlier run has not taken them.
    if (seeds !== undefined && written.seeds === undefined && written.runs > 0) {
      throw new UsageError(
        `--history ${this.directory} has files that were read without --seeds auto, so that the seeds they name are not known. Give --seeds FILE. Or delete the folder and give all files of the collection again.`,
      );
    }
    return written;
  }
}
