import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  all,
  count,
  finite,
  flag,
  matching,
  oneOf,
  optional,
  record,
  text,
} from "../../base/codec.js";
import { codeOf, messageOf, UsageError } from "../../base/errors.js";
import { members, parseObject } from "../../base/json.js";
import { notPlain } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { replaceFile } from "../../base/replace-file.js";
import { source } from "../lines/lines.js";
import type { Damage } from "../setup/prepared-input.js";
import { readLines, writeLines } from "./line-file.js";
import { lockFolder } from "./lock-folder.js";

const name = matching(/^[\da-f-]{36}$/u);

/** A file that no run has to read again. */
const knownFile = record({
  path: text,
  /** Name of the file in the lines of its captures. It is the path as the user gave it. */
  name: text,
  size: count,
  /** Time of the last change in milliseconds. */
  date: finite,
  /** SHA-256, by which the file is known under another name. For a file on the web, its URI and version. */
  digest: text,
  /** The first damaged places of the file, which each run that is given the file reports. */
  damage: optional(all(record<Damage>({ source, isUnread: optional(oneOf(true)), message: text }))),
});

/** Contents of a history. Files of the folder that it does not name belong to a killed run. */
const manifestCodec = record({
  program: text,
  /** Stamp of the settings of the records. */
  stamp: text,
  /** Number of runs. */
  runs: count,
  files: all(knownFile),
  /** The files with captures, as sort keys have them. */
  sources: all(text),
  /** The names of the files with the lines of runs, without their suffixes. */
  lines: all(name),
  /** Name of the file with the last verdict on each capture. */
  judged: optional(name),
  /** Seeds that the files name, in the order of the runs. Undefined if a run has read files without asking for seeds. */
  seeds: optional(all(text)),
  /** Number of the last run that had new captures. */
  lastNew: optional(count),
  /** True once a run has had a verdict on a capture. */
  hasJudged: flag,
});

type Checked<C extends { read: unknown }> = C["read"] extends (json: unknown) => infer T
  ? NonNullable<T>
  : never;
export type KnownFile = Checked<typeof knownFile>;
type Manifest = Checked<typeof manifestCodec>;

const MANIFEST = "history.json";
const FORM = "detect_off_topic history 4";
/** Form of the manifests of other versions. */
const OTHER_FORM = /^detect_off_topic history \d+$/u;

/** Matches the files of a history, and those that a killed run has not finished. */
const OWN = /^(?:history\.json|[\da-f-]{36}\.(?:names|records|judged))(?:\.partial-[\w-]+)?$/u;
/** Matches what a folder may have before its first manifest. */
const BEFORE_ANY = /^\.|^lock(?:\.|$)|^history\.json\.partial-/u;

/** Advice about a history that cannot be used. */
const ADVICE =
  "Delete the folder and give all files of the collection again, with --since DATE for the results that you need.";

/** The files of a history. They change for good when a new manifest replaces the one that names them. */
export class HistoryFolder {
  readonly directory: string;
  #manifest: Manifest;
  #release: (() => Promise<void>) | undefined;

  constructor(directory: string, begun: Pick<Manifest, "program" | "stamp" | "seeds">) {
    this.directory = directory;
    const nothing = { runs: 0, files: [], sources: [], lines: [], hasJudged: false };
    this.#manifest = { ...nothing, judged: undefined, lastNew: undefined, ...begun };
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** Locks the folder and reads its manifest. Throws a `UsageError` if it has none that this run can go on with. */
  async open(): Promise<void> {
    this.#release = await lockFolder(this.directory);
    const found = this.#read();
    if (found === undefined) {
      this.#requireEmpty();
      // The manifest must exist from the start. Without it, a folder with a lost manifest would look like the folder of
      // a killed first run.
      await this.#write(this.#manifest);
    } else this.#manifest = this.#checked(found);
    this.#removeOthers();
  }

  /** Yields the lines of a file. */
  *lines(name: string): Generator<string> {
    try {
      yield* readLines(join(this.directory, name));
    } catch (cause) {
      throw this.#damaged(name, cause);
    }
  }

  /** Writes files with the same name and these suffixes. Returns the name. */
  async write(files: Readonly<Record<string, () => Iterable<string>>>): Promise<string> {
    const name = randomUUID();
    for (const [suffix, lines] of Object.entries(files)) {
      await this.#writing(() => writeLines(join(this.directory, `${name}.${suffix}`), lines()));
    }
    return name;
  }

  async commit(changes: Partial<Manifest>): Promise<void> {
    const manifest = { ...this.#manifest, ...changes };
    await this.#write(manifest);
    this.#manifest = manifest;
    this.#removeOthers();
  }

  /** Returns the size of all files. */
  get bytes(): number {
    return this.#named()
      .map((name) => statSync(join(this.directory, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  }

  async close(): Promise<void> {
    await this.#release?.();
    this.#release = undefined;
  }

  #refusal(what: string, cause?: unknown): UsageError {
    return new UsageError(`--history ${this.directory} ${what}`, { cause });
  }

  #damaged(file: string, cause?: unknown): UsageError {
    const why = cause === undefined ? "" : ` (${messageOf(cause)})`;
    return this.#refusal(`is damaged: ${file} is not as it was written${why}. ${ADVICE}`, cause);
  }

  #named(): readonly string[] {
    const { lines, judged } = this.#manifest;
    return [
      MANIFEST,
      ...lines.flatMap((name) => [`${name}.names`, `${name}.records`]),
      ...(judged === undefined ? [] : [`${judged}.judged`]),
    ];
  }

  /** Removes files that the manifest does not name: those of killed runs, and those that others have replaced. */
  #removeOthers(): void {
    const kept = new Set(this.#named());
    for (const name of readdirSync(this.directory)) {
      if (OWN.test(name) && !kept.has(name)) rmSync(join(this.directory, name), { force: true });
    }
  }

  #requireEmpty(): void {
    const other = readdirSync(this.directory).find((name) => !BEFORE_ANY.test(name));
    if (other === undefined) return;
    if (OWN.test(other)) throw this.#damaged(MANIFEST);
    throw this.#refusal(
      `contains ${other}, which does not belong to a history. Give a new or empty folder.`,
    );
  }

  /** Returns undefined if there is no manifest. */
  #read(): Manifest | undefined {
    const path = join(this.directory, MANIFEST);
    let found: string;
    try {
      // Reading a pipe could wait for ever.
      const stats = statsOf(path);
      if (stats?.isFile() === false) throw new Error(notPlain(stats));
      found = readFileSync(path, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return undefined;
      throw this.#damaged(MANIFEST, cause);
    }
    const end = found.indexOf("\n");
    const { form, digest } = members(parseObject(found.slice(0, end)));
    const json = found.slice(end + 1);
    if (text.is(form) && form !== FORM && OTHER_FORM.test(form)) throw this.#ofOtherVersion();
    const manifest = form === FORM && digest === sha256(json) ? parseObject(json) : undefined;
    if (!manifestCodec.is(manifest)) throw this.#damaged(MANIFEST);
    return manifest;
  }

  async #write(manifest: Manifest): Promise<void> {
    const json = `${JSON.stringify(manifest)}\n`;
    const head = JSON.stringify({ form: FORM, digest: sha256(json) });
    await this.#writing(() => replaceFile(join(this.directory, MANIFEST), `${head}\n${json}`));
  }

  /** An error about a full disk says what the space is for. */
  async #writing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      throw Object.assign(cause as Error, { output: `--history ${this.directory}` });
    }
  }

  #checked(found: Manifest): Manifest {
    const { program, stamp, seeds } = this.#manifest;
    if (found.program !== program) throw this.#ofOtherVersion();
    if (found.stamp !== stamp) {
      throw this.#refusal(
        `was made with other settings (measures, how text is read). Give those settings, or another folder. To begin again: ${ADVICE}`,
      );
    }
    // This run needs the seeds that files name, and an earlier run has not taken them.
    if (seeds !== undefined && found.seeds === undefined && found.runs > 0) {
      throw this.#refusal(
        "has files that were read without --seeds auto, so that the seeds they name are not known. Give --seeds FILE. Or delete the folder and give all files of the collection again.",
      );
    }
    return found;
  }

  #ofOtherVersion(): UsageError {
    return this.#refusal(`was made with another version of this program. ${ADVICE}`);
  }
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
export const sha256 = (of: string): string => createHash("sha256").update(of).digest("hex");
