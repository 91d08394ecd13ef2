import { extname } from "node:path";
import { listRemote } from "../../base/platform/files.js";
import type { FileKind } from "./folders.js";

/** Returns whether a source stands for all files of S3 whose URIs begin with it. */
export const isPrefix = (path: string): boolean => /^s3:\/\/.*\/$/isu.test(path);

interface FilesBelow {
  /** URIs of the files of the requested kind, sorted. */
  readonly files: readonly string[];
  /** Suffixes of the other files, except hidden files. */
  readonly otherSuffixes: readonly string[];
}

/** Throws an error of the operating system if the service cannot list the files. */
export async function filesBelowPrefix(prefix: string, kind: FileKind): Promise<FilesBelow> {
  const files: string[] = [];
  const otherSuffixes: string[] = [];
  for await (const uri of listRemote(prefix)) {
    const name = uri.slice(prefix.length);
    if (kind.hasName(uri)) files.push(uri);
    else if (!/(?:^|\/)\./u.test(name)) otherSuffixes.push(extname(name).toLowerCase());
  }
  return { files: files.sort(), otherSuffixes };
}
