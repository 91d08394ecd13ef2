import { readdirSync, readFileSync } from "node:fs";
import * as sea from "node:sea";
import { pathToFileURL } from "node:url";

/**
 * Root of the package. This file, its compiled form in build/base/ and the bundle in dist/lib/ are all two folders
 * below it. Files in deeper folders must not compute the root from their own location.
 */
export const packageRoot = new URL("../../", import.meta.url);

/**
 * True in the executable of `npm run build:binary`, which contains the files of the package. Their URLs are those of
 * files in a folder with the path of the executable (src/cli/executable.ts). Another program that is a single
 * executable and bundles this package has other URLs.
 */
export const isExecutable =
  sea.isSea() && packageRoot.href === pathToFileURL(`${process.execPath}/`).href;

/** The path is relative to the root, with slashes. */
export const readPackageFile = (path: string): Uint8Array =>
  isExecutable ? new Uint8Array(sea.getAsset(path)) : readFileSync(new URL(path, packageRoot));

/** Returns the names of the files in a folder of the package, whose path ends with a slash. */
export const packageFilesIn = (folder: string): string[] =>
  isExecutable
    ? executableFiles()
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
    : readdirSync(new URL(folder, packageRoot));

/** Returns the paths of all files in the executable. Node 24.7 and older cannot list them. */
const executableFiles = (): readonly string[] =>
  JSON.parse(sea.getAsset("files.json", "utf8")) as string[];
