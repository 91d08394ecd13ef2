import { readdirSync, readFileSync } from "node:fs";
import * as sea from "node:sea";
import { pathToFileURL } from "node:url";
import { codeOf, UsageError } from "./errors.js";

/**
 * Root of the package. This file, its compiled form in build/base/ and the bundle in dist/lib/ are all two folders
 * below it. Files in deeper folders must not compute the root from their own location. A CommonJS bundle of another
 * program has no `import.meta.url`.
 */
const packageRoot = new URL("../../", (import.meta as Partial<ImportMeta>).url ?? "file:///");

/**
 * True in the executable of `npm run build:binary`, which contains the files of the package. Their URLs are those of
 * files in a folder with the path of the executable (src/cli/executable.ts). Another program that is a single
 * executable and bundles this package has other URLs.
 */
export const isExecutable =
  sea.isSea() && packageRoot.href === pathToFileURL(`${process.execPath}/`).href;

/** The path is relative to the root, with slashes. */
export const readPackageFile = (path: string): Uint8Array =>
  isExecutable
    ? new Uint8Array(sea.getAsset(path))
    : ofPackage(path, () => readFileSync(new URL(path, packageRoot)));

/** Returns the names of the files in a folder of the package, whose path ends with a slash. */
export const packageFilesIn = (folder: string): string[] =>
  isExecutable
    ? executableFiles()
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
    : ofPackage(folder, () => readdirSync(new URL(folder, packageRoot)));

/** A program into which a bundler has put this code has neither the data of the package nor the scripts of threads. */
function ofPackage<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause;
    throw new UsageError(
      `detect-off-topic lacks its file ${path}. A bundler has to leave the package out of the program, as esbuild does with --packages=external.`,
      { cause },
    );
  }
}

/** Returns the paths of all files in the executable. Node 24.7 and older cannot list them. */
const executableFiles = (): readonly string[] =>
  JSON.parse(sea.getAsset("files.json", "utf8")) as string[];
