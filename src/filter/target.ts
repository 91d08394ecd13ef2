import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { codeOf, UsageError } from "../errors.js";
import { parseObject } from "../json.js";
import { openFile } from "../platform/files.js";
import { version } from "../version.js";
import { isWaczName } from "../warc/wacz.js";
import { Zip, ZipTrouble } from "../warc/zip.js";
import type { SourceFile } from "./files.js";

/** What says that filter wrote a collection, in the folder and in the package. */
export const SOFTWARE = `detect_off_topic ${version} filter`;
const BY_FILTER = /^detect_off_topic \S+ filter$/u;
/** Lists the files that filter wrote. */
export const MANIFEST = "filter.json";

/** Where a filtered collection goes: nothing is to be seen there until `publish`. */
export interface Target {
  readonly isWacz: boolean;
  /** A folder beside it that is written first. */
  readonly staging: string;
  /** Puts what was staged (a folder, or the package) in the place of what filter wrote before. */
  readonly publish: (staged: string) => void;
  readonly discard: () => void;
}

/**
 * Opens the target of `-o`. Throws a `UsageError` where anything is there that filter did not write: nothing is ever
 * deleted but its own output.
 */
export async function openTarget(
  path: string,
  sources: readonly Pick<SourceFile, "place">[],
): Promise<Target> {
  const isWacz = isWaczName(path);
  // A link stays a link: what it points to is replaced.
  const target = existsSync(path) ? realpathSync(path) : resolve(path);
  for (const { place } of sources) {
    const file = place.split("!/")[0]!;
    const read = existsSync(file) ? realpathSync(file) : resolve(file);
    if (read === target || read.startsWith(target + sep)) {
      throw new UsageError(`-o ${path} is read as well: give another name.`);
    }
  }
  if (existsSync(target)) {
    const why = isWacz ? await whyNotOwnPackage(target) : whyNotOwnFolder(target);
    if (why !== undefined) {
      throw new UsageError(`-o ${path} is not written over: ${why}. Give another name.`);
    }
  }
  if (!existsSync(dirname(target))) {
    throw new UsageError(`-o ${path} cannot be written: there is no folder ${dirname(path)}.`);
  }
  const name = join(dirname(target), `.${basename(target)}.${process.pid}`);
  const [staging, before] = [`${name}.partial`, `${name}.before`];
  await mkdir(staging);
  return {
    isWacz,
    staging,
    publish(staged) {
      const isThere = existsSync(target);
      if (isThere) renameSync(target, before);
      try {
        renameSync(staged, target);
      } catch (cause) {
        if (isThere) renameSync(before, target);
        throw cause;
      }
      if (isThere) rmSync(before, { recursive: true });
    },
    discard() {
      for (const each of [staging, `${staging}.wacz`])
        rmSync(each, { recursive: true, force: true });
    },
  };
}

function whyNotOwnFolder(folder: string): string | undefined {
  const names = filesBelow(folder);
  if (names === undefined) return "it is a file";
  if (names.length === 0) return undefined;
  const manifest = names.includes(MANIFEST)
    ? parseObject(readFileSync(join(folder, MANIFEST), "utf8"))
    : undefined;
  const files: unknown = manifest?.["files"];
  const isOwn = BY_FILTER.test(String(manifest?.["software"])) && Array.isArray(files);
  if (!isOwn) return "it holds files that filter did not write";
  const other = names.find((name) => name !== MANIFEST && !files.includes(name));
  return other === undefined ? undefined : `it holds ${other}, which filter did not write`;
}

/** Files below a folder, with `/` in their names; undefined for what is no folder. */
export function filesBelow(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.split(sep).join("/"))
      .sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOTDIR") return undefined;
    throw cause;
  }
}

async function whyNotOwnPackage(path: string): Promise<string | undefined> {
  const other = "it is a file that filter did not write";
  const { size = 0, read, close } = await openFile(path);
  try {
    const zip = await Zip.open({ size, read });
    const member = zip.member("datapackage.json");
    if (member === undefined || member.size > 1 << 24) return other;
    const { bytes } = await zip.openMember(member);
    await bytes.ensure(member.size);
    const document = parseObject(bytes.window.toString("utf8"));
    return BY_FILTER.test(String(document?.["software"])) ? undefined : other;
  } catch (cause) {
    if (cause instanceof ZipTrouble) return other;
    throw cause;
  } finally {
    await close();
  }
}
