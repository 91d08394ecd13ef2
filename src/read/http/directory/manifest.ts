import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { all, finite, record, text } from "../../../base/codec.js";
import { codeOf, messageOf, UsageError } from "../../../base/errors.js";
import { parseObject } from "../../../base/json.js";
import { notPlain } from "../../../base/platform/files.js";
import { statsOf } from "../../../base/read-file.js";
import { removeUnnamed, replaceFile } from "../../../base/replace-file.js";
import { version } from "../../../base/version.js";

/** Name of the file that identifies a working directory and its input. */
export const MANIFEST_NAME = "detect_off_topic.json";

export const DOWNLOADS = "downloads";

/** Input of a working directory as its manifest has it: keyword and sources as given with `-i`. */
interface ManifestInput {
  readonly keyword: string;
  readonly sources: readonly string[];
}

/** Input of a working directory, with what the definition of the input says of it. */
export interface DirectoryInput extends ManifestInput {
  readonly takesFiles?: true | undefined;
}

/** Throws `UsageError` if the manifest is missing or not from this program. */
export async function readManifest(directory: string): Promise<ManifestInput> {
  const made = await findManifest(directory);
  if (made !== undefined) return made;
  throw new UsageError(
    `${directory} is not a working directory (no ${MANIFEST_NAME} in it): name one that was made with -d.`,
  );
}

/** Throws a `UsageError` if the directory was made for another input or contains other files. */
export async function claimDirectory(directory: string, input: DirectoryInput): Promise<void> {
  const made = await findManifest(directory);
  if (made === undefined) {
    const path = join(directory, MANIFEST_NAME);
    removeUnnamed(path);
    await assertEmpty(directory);
    const created = new Date().toISOString();
    const { keyword, sources } = input;
    const named = { keyword, sources };
    const fresh = { software: `detect_off_topic/${version}`, format: 1, created, input: named };
    await replaceFile(path, `${JSON.stringify(fresh, null, 2)}\n`);
    return;
  }
  if (described(made) === described(input)) return;
  throw new UsageError(
    `${directory} was made for -i ${inputText(made)}, not for -i ${inputText(input)}: use another directory for it.`,
  );
}

const isFileOf = ({ takesFiles }: DirectoryInput, source: string): boolean =>
  takesFiles === true && source !== "-" && !/^https?:\/\//iu.test(source);

/** `at` is the index of the source in the manifest, from 0. */
const copyOf = (directory: string, at: number): string => join(directory, "given", String(at + 1));

export async function keepFiles(directory: string, input: DirectoryInput): Promise<void> {
  for (const [at, source] of input.sources.entries()) {
    if (!isFileOf(input, source)) continue;
    const known = await stat(source).catch(() => undefined);
    // Pipes are not copied, because they can be read only once.
    if (known?.isFile() !== true) continue;
    await mkdir(join(directory, "given"), { recursive: true });
    await replaceFile(copyOf(directory, at), createReadStream(source), known.mode & 0o777);
  }
}

/**
 * Returns the paths of the copies of the sources that are files. A manifest may be hostile. Throws a `UsageError` for a
 * file that is not inside the directory after links have been followed.
 */
export async function filesInside(
  directory: string,
  input: DirectoryInput,
): Promise<ReadonlyMap<string, string>> {
  const inside = `${await realpath(directory)}${sep}`;
  const files = new Map<string, string>();
  for (const [at, source] of input.sources.entries()) {
    if (!isFileOf(input, source)) continue;
    for (const path of [source, copyOf(directory, at)]) {
      const real = await realpath(path).catch(() => "");
      if (real.startsWith(inside)) files.set(source, real);
    }
    if (files.has(source)) continue;
    throw new UsageError(
      `${directory} was made for the file ${source}, of which it has no copy. Give that file again: ` +
        `-i ${input.keyword}=${source} -d ${directory}.`,
    );
  }
  return files;
}

const { is: isManifest } = record<{
  readonly format: number;
  readonly created: string;
  readonly input: ManifestInput;
}>({
  format: finite,
  created: text,
  input: record<ManifestInput>({ keyword: text, sources: all(text) }),
});

async function findManifest(directory: string): Promise<ManifestInput | undefined> {
  let json: string;
  const stats = statsOf(join(directory, MANIFEST_NAME));
  // Reading a pipe could wait for ever.
  if (stats?.isFile() === false) {
    throw new UsageError(`cannot read ${directory}: of ${MANIFEST_NAME}, ${notPlain(stats)}`);
  }
  try {
    json = await readFile(join(directory, MANIFEST_NAME), "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw new UsageError(`cannot read ${directory}: ${messageOf(cause)}`);
  }
  const made = parseObject(json);
  if (isManifest(made) && made.format === 1) return made.input;
  throw new UsageError(`${join(directory, MANIFEST_NAME)} is damaged or of a later version.`);
}

async function assertEmpty(directory: string): Promise<void> {
  const foreign = (await readdir(directory)).filter(
    (name) =>
      !name.startsWith(".") && !/^lock(\.\d+)?$/u.test(name) && name !== `${MANIFEST_NAME}.new`,
  );
  if (foreign.length === 0) return;
  throw new UsageError(
    `${directory} contains other files (${foreign[0]!}) and is not a working directory: name an empty or a new one.`,
  );
}

/** Returns a text that is equal for equal inputs. The order of the sources does not matter. */
function described({ keyword, sources }: ManifestInput): string {
  return JSON.stringify([keyword, [...sources].sort()]);
}

function inputText({ keyword, sources }: ManifestInput): string {
  const [first = "", ...more] = sources;
  return `${keyword}=${first}${more.length === 0 ? "" : ` (and ${more.length} more)`}`;
}
