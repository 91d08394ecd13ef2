import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { all, count, finite, matching, oneOf, optional, record, text } from "../../base/codec.js";
import { codeOf, UsageError } from "../../base/errors.js";
import { members, parseObject } from "../../base/json.js";
import { notPlain } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { replaceFile } from "../../base/replace-file.js";
import { source } from "../lines/lines.js";
import type { Damage } from "../setup/prepared-input.js";

export const MANIFEST = "history.json";
const FORM = "detect_off_topic history 3";
/** Form of the manifests of other versions. */
const OTHER_FORM = /^detect_off_topic history \d+$/u;

/** Advice about a history that cannot be used. */
export const ADVICE =
  "Delete the folder and give all files of the collection again, with --since DATE for the results that you need.";

/** A file that no run has to read again. */
export interface KnownFile {
  readonly path: string;
  /** Name of the file in the lines of its captures. It is the path as the user gave it. */
  readonly name: string;
  readonly size: number;
  /** Time of the last change in milliseconds. */
  readonly date: number;
  /** SHA-256, by which the file is known under another name. For a file on the web, its URI and version. */
  readonly digest: string;
  /** The first damaged places of the file, which each run that is given the file reports. */
  readonly damage?: readonly Damage[] | undefined;
}

/** A file of the folder with the lines of one file, in all of its versions. */
export interface RecordFile {
  readonly name: string;
  /** The file with the captures, as sort keys of records have it. It is empty for pages that were fetched. */
  readonly of: string;
}

/** Contents of a history. Files of the folder that it does not name belong to a killed run. */
export interface Manifest {
  readonly program: string;
  /** Stamp of the settings of the records. */
  readonly stamp: string;
  /** Number of runs. */
  readonly runs: number;
  readonly files: readonly KnownFile[];
  readonly records: readonly RecordFile[];
  /** Name of the file with the last verdict on each capture. */
  readonly judged?: string | undefined;
  /** Seeds that the files name, in the order of the runs. Undefined if a run has read files without asking for seeds. */
  readonly seeds?: readonly string[] | undefined;
  /** Number of the last run that had new captures. */
  readonly lastNew?: number | undefined;
  /** Set once a run has had a verdict on a capture. */
  readonly hasJudged?: true | undefined;
}

/** Matches the names of the files that a manifest names. */
export const OWN_FILE = /^[\da-f-]{36}\.(?:records|judged)\.gz$/u;

const manifest = record<Manifest>({
  program: text,
  stamp: text,
  runs: count,
  files: all(
    record<KnownFile>({
      ...{ path: text, name: text, size: count, date: finite, digest: text },
      damage: optional(
        all(record<Damage>({ source, isUnread: optional(oneOf(true)), message: text })),
      ),
    }),
  ),
  records: all(record<RecordFile>({ name: matching(OWN_FILE), of: text })),
  judged: optional(matching(OWN_FILE)),
  seeds: optional(all(text)),
  lastNew: optional(count),
  hasJudged: optional(oneOf(true)),
});

/**
 * Reads the manifest of a folder; undefined if there is no manifest. Throws the result of `damaged` if it has been
 * changed, and a `UsageError` if another version of this program has written it.
 */
export function readManifest(
  folder: string,
  damaged: (cause?: unknown) => Error,
): Manifest | undefined {
  let written: string;
  // Reading a pipe could wait for ever.
  const stats = statsOf(join(folder, MANIFEST));
  if (stats?.isFile() === false) throw damaged(new Error(notPlain(stats)));
  try {
    written = readFileSync(join(folder, MANIFEST), "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw damaged(cause);
  }
  const end = written.indexOf("\n");
  const { form, digest } = members(parseObject(written.slice(0, end)));
  const json = written.slice(end + 1);
  if (text.is(form) && form !== FORM && OTHER_FORM.test(form)) throw ofOtherVersion(folder);
  const read = form === FORM && digest === sha256(json) ? parseObject(json) : undefined;
  if (!manifest.is(read)) throw damaged();
  return read;
}

export const ofOtherVersion = (folder: string): UsageError =>
  new UsageError(`--history ${folder} was made with another version of this program. ${ADVICE}`);

/** Replaces the manifest of the folder. */
export async function writeManifest(folder: string, given: Manifest): Promise<void> {
  const json = `${JSON.stringify(given)}\n`;
  const head = JSON.stringify({ form: FORM, digest: sha256(json) });
  await replaceFile(join(folder, MANIFEST), `${head}\n${json}`);
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
export const sha256 = (of: string): string => createHash("sha256").update(of).digest("hex");
