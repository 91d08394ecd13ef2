import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/*
 * Runs the command in Node's Windows build under Wine and compares its results with those of this system. In Wine 8,
 * pipes and sockets do not work for Node, so that output goes to files and nothing is fetched.
 *
 *   node test/world/windows.mjs NODE.EXE FOLDER
 */
const [windowsNode, folder] = process.argv.slice(2);
const root = join(import.meta.dirname, "..", "..");
const command = join(root, "bin", "detect_off_topic.js");
const drive = join(folder, "prefix", "drive_c");
const env = {
  ...process.env,
  WINEPREFIX: join(folder, "prefix"),
  WINEDEBUG: "-all",
  DISPLAY: "",
  NODE_OPTIONS: "",
};

function wine(...args) {
  const out = openSync(join(folder, "out"), "w");
  const err = openSync(join(folder, "err"), "w");
  const { status } = spawnSync("wine", args, { env, cwd: drive, stdio: ["ignore", out, err] });
  closeSync(out);
  closeSync(err);
  return {
    status,
    stdout: readFileSync(join(folder, "out"), "utf8"),
    stderr: readFileSync(join(folder, "err"), "utf8"),
  };
}

const windows = (...args) => wine(windowsNode, `Z:${command}`, ...args);

function here(cwd, ...args) {
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    encoding: "utf8",
  });
  assert.equal(status, 0);
  return stdout;
}

mkdirSync(join(folder, "prefix"));
spawnSync("wine", ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"], {
  env,
});
const collection = join(root, "fixtures", "collection");
mkdirSync(join(drive, "crawls"));
for (const name of readdirSync(collection))
  copyFileSync(join(collection, name), join(drive, "crawls", name));
const warcs = readdirSync(collection).filter((name) => name.endsWith(".warc.gz"));

const expected = here(drive, "-q", "-i", "warc=crawls", "-ot", "csv");
const inputs = ["warc=crawls", String.raw`warc=crawls\*.warc.gz`, `warc=@crawls\\list.txt`];
writeFileSync(
  join(drive, "crawls", "list.txt"),
  ["# every file", ...warcs.map((name) => `crawls\\${name}`), ""].join("\r\n"),
);
for (const input of inputs) {
  const { status, stderr } = windows("-q", "-i", input, "-ot", "csv", "-o", String.raw`C:\out.csv`);
  assert.equal(status, 0, stderr);
  assert.equal(readFileSync(join(drive, "out.csv"), "utf8"), expected, input);
}
process.stdout.write(`passed: ${inputs.length} forms of a path give the bytes of this system\n`);

const absolute = expected.replaceAll("crawls/", "C:/crawls/");
for (const input of [
  String.raw`warc=C:\crawls\*.gz`,
  "warc=file:///C:/crawls",
  String.raw`warc=C:\crawls`,
]) {
  const { status, stderr } = windows("-q", "-i", input, "-ot", "csv", "-o", String.raw`C:\out.csv`);
  assert.equal(status, 0, stderr);
  assert.equal(readFileSync(join(drive, "out.csv"), "utf8"), absolute, input);
}
process.stdout.write("passed: drive letters, and file: URIs of them\n");

const mapped = windows("map", "crawls");
assert.equal(mapped.status, 0, mapped.stderr);
assert.equal(mapped.stdout, here(drive, "map", "crawls"));
process.stdout.write("passed: map writes the records of this system\n");

const missing = windows("-i", String.raw`warc=C:\nothing\*.warc.gz`);
assert.equal(missing.status, 2);
assert.match(missing.stderr, /no file matches C:\/nothing/);
const noFolder = windows("-q", "-i", "warc=crawls", "-o", String.raw`C:\nothing\out.csv`);
assert.equal(noFolder.status, 2);
assert.match(noFolder.stderr, /cannot be written \(no such file or directory\)/);
process.stdout.write("passed: a user's mistakes are one line and status 2\n");
