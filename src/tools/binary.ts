import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** Version of Node in the executable. Other versions have no `registerHooks`, or make executables in another way. */
const MAJOR = 24;
/** Node then finds the program in the executable (nodejs.org/api/single-executable-applications.html). */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes build/binary/detect_off_topic: a copy of Node that contains the files of dist/ and data/. The executable needs
 * no other file. It runs on the kind of system on which it was made. The licence of Node lies beside it. Returns its path.
 */
async function buildBinary(root: string): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) !== MAJOR) {
    throw new Error(
      `the executable is made with Node ${MAJOR}: npx --package=node@${MAJOR} node ...`,
    );
  }
  const folder = join(root, "build", "binary");
  mkdirSync(folder, { recursive: true });
  const start = join(folder, "executable.cjs");
  await build({
    entryPoints: [join(root, "src", "cli", "executable.ts")],
    outfile: start,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: `node${MAJOR}`,
    logLevel: "warning",
  });
  const paths = ["package.json", ...filesInFolders(root, "dist/lib", "dist/data", "data")];
  const list = join(folder, "files.json");
  writeFileSync(list, JSON.stringify(paths));
  const config = join(folder, "sea-config.json");
  const blob = join(folder, "program.blob");
  const assets = {
    "executable.cjs": start,
    "files.json": list,
    ...Object.fromEntries(paths.map((path) => [path, join(root, path)])),
  };
  writeFileSync(
    config,
    JSON.stringify({ main: start, output: blob, disableExperimentalSEAWarning: true, assets }),
  );
  const node = process.execPath;
  runProgramToEnd(node, ["--experimental-sea-config", config]);

  const path = join(folder, `detect_off_topic${process.platform === "win32" ? ".exe" : ""}`);
  copyFileSync(node, path);
  chmodSync(path, 0o755);
  const isMac = process.platform === "darwin";
  // macOS refuses to start a program whose signature does not match its content.
  if (isMac) runProgramToEnd("codesign", ["--remove-signature", path]);
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  const postject = join(root, "node_modules", "postject", "dist", "cli.js");
  const fuse = ["--sentinel-fuse", FUSE];
  runProgramToEnd(node, [postject, path, "NODE_SEA_BLOB", blob, ...fuse, ...segment]);
  if (isMac) runProgramToEnd("codesign", ["--sign", "-", path]);
  copyFileSync(licenceOf(node), join(folder, "LICENSE-NODE.txt"));
  return path;
}

/**
 * Returns the paths of the files in these folders, in a fixed order. The paths are relative to the root and have
 * slashes.
 */
function filesInFolders(root: string, ...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();
}

/** The licence is beside or above the program if Node was unpacked, or else in npm's package. */
function licenceOf(node: string): string {
  const above = join(dirname(node), "..");
  const packages = join(above, "node_modules");
  const folders = [
    ...[dirname(node), above],
    ...(existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name)) : []),
  ];
  const found = folders.map((one) => join(one, "LICENSE")).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`the licence of Node is not beside ${node}`);
  return found;
}

/** Runs a program, and shows its output only if it fails. */
function runProgramToEnd(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });
}

process.stdout.write(`${await buildBinary(join(import.meta.dirname, "..", ".."))}\n`);
