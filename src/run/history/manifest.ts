import { readFileSync } from "node:fs";
import { join } from "node:path";
import { all, count, finite, oneOf, optional, record, text } from "../../base/codec.js";
import { codeOf } from "../../base/errors.js";
import { members, parseObject } from "../../base/json.js";
import { notPlain } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { prepareFile, type PreparedFile } from "../../base/replace-file.js";
import { source } from "../lines/lines.js";
import type { Damage } from "../setup/prepared-input.js";
import { type Fingerprint, sha256 } from "./fingerprint.js";
import { segmentFacts, type SegmentFacts } from "./segment.js";

export const MANIFEST = "history.json";
const FORM = "detect_off_topic history 2";
/** Form of the manifests of other versions. */
const OTHER_FORM = /^detect_off_topic history \d+$/u;

export interface KnownFile extends Fingerprint {
  readonly path: string;
  /** Name of the file in the lines of its captures. It is the path as the user gave it. */
  readonly name: string;
  /**
   * SHA-256 of the whole file, which identifies the file under another name. For a file on the web, its URI and version.
   */
  readonly whole: string;
  /** Undefined if the file has no lines. */
  readonly segment?: string | undefined;
  /** The first damaged places of the file, which each run that is given the file reports. */
  readonly damage?: readonly Damage[] | undefined;
}

/** Files that the manifest does not name belong to a killed run. */
export interface Manifest {
  readonly program: string;
  /** Stamp of the settings of the records. */
  readonly stamp: string;
  readonly files: readonly KnownFile[];
  /** Segments, oldest first. */
  readonly segments: readonly SegmentFacts[];
  /** Segments with the verdicts of runs, oldest first. */
  readonly verdicts: readonly SegmentFacts[];
  /** Seeds that the files name, in the order of the runs. Undefined if a run has read files without asking for seeds. */
  readonly seeds?: readonly string[] | undefined;
  /** The last run that had new captures. */
  readonly last?: LastRun | undefined;
  /** Set once a run has had a verdict on a capture. */
  readonly hasJudged?: true | undefined;
}

/** Facts by which a later run finds the new captures of a run. */
export interface LastRun {
  /** Undefined if its new captures were those of new seeds alone. */
  readonly segment?: string | undefined;
  /** Files that the run has read, by their names in the sort keys of records. */
  readonly sources: readonly string[];
  /** Number of named seeds before the run. */
  readonly seeds: number;
}

const damage = record<Damage>({
  source,
  isUnread: optional(oneOf(true)),
  message: text,
});
const knownFile = record<KnownFile>({
  ...{ path: text, name: text, whole: text, size: count, date: finite, ends: text },
  segment: optional(text),
  damage: optional(all(damage)),
});

const manifest = record<Manifest>({
  program: text,
  stamp: text,
  files: all(knownFile),
  segments: all(segmentFacts),
  verdicts: all(segmentFacts),
  seeds: optional(all(text)),
  last: optional(record<LastRun>({ segment: optional(text), sources: all(text), seeds: count })),
  hasJudged: optional(oneOf(true)),
});

/**
 * Reads the manifest of a folder; undefined if there is no manifest. The manifest of another version is returned empty,
 * without the name of a program. Throws the result of `damaged` if the manifest has been changed.
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
  if (text.is(form) && form !== FORM && OTHER_FORM.test(form)) {
    return { program: "", stamp: "", files: [], segments: [], verdicts: [] };
  }
  const read = form === FORM && digest === sha256(json) ? parseObject(json) : undefined;
  if (!manifest.is(read)) throw damaged();
  return read;
}

/** Writes a new manifest to the disk. It replaces the manifest of the folder at the commit. */
export async function prepareManifest(folder: string, given: Manifest): Promise<PreparedFile> {
  const json = `${JSON.stringify(given)}\n`;
  const head = JSON.stringify({ form: FORM, digest: sha256(json) });
  return prepareFile(join(folder, MANIFEST), `${head}\n${json}`);
}
