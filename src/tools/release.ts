import { execFileSync, type ExecFileSyncOptions, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { dump, load } from "js-yaml";
import { ZipFile } from "yazl";
import { buildBinary, npm } from "./binary.js";
import { readProject } from "./project.js";
import { factsOf } from "./release-facts.js";
import { sbomOf } from "./sbom.js";

/**
 * Makes the files of a release in build/release and tries them. It uploads nothing; .github/workflows/release.yml does.
 *
 *     node build/tools/release.js [--tag v0.2.0] [STEP...]
 *
 * Steps: `facts` compares the files that name the version; with `--tag` all that a release needs must be filled in.
 * `package` packs the package for npm and lists the software in it. `python` makes the wheel. `executable` makes the
 * executable of this system. `image` builds the container image, and `workflows` checks the workflows, if the programs
 * for it are there. Without a step, all of them.
 */
const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "build", "release");
const steps = { facts, package: packPackage, python, executable, image, workflows };
type Step = keyof typeof steps;
const MAKING: ReadonlySet<Step> = new Set(["package", "python", "executable"]);
const shown: ExecFileSyncOptions = { stdio: "inherit" };

const { values, positionals } = parseArgs({
  options: { tag: { type: "string" } },
  allowPositionals: true,
});
const project = readProject(root);
const { version } = project;
const unknown = positionals.filter((name) => !(name in steps));
const problems: string[] = [];
if (unknown.length > 0) {
  problems.push(`no such step: ${unknown.join(", ")}. Steps: ${Object.keys(steps).join(", ")}`);
} else {
  const chosen = positionals.length > 0 ? (positionals as Step[]) : (Object.keys(steps) as Step[]);
  const isMaking = chosen.some((name) => MAKING.has(name));
  if (isMaking) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const name of chosen) await steps[name]();
  if (isMaking) writeSums();
}
for (const problem of problems) process.stderr.write(`release:check: ${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** With a tag, all facts that a release needs must be filled in. */
function facts(): void {
  const { tag } = values;
  const { wrong, missing } = factsOf(root, { tag, builder: process.env["GITHUB_REPOSITORY"] });
  try {
    execFileSync(process.execPath, [
      join(import.meta.dirname, "generate.js"),
      "project",
      "--check",
    ]);
  } catch {
    wrong.push("some files name another version or repository than package.json");
  }
  problems.push(...wrong);
  if (tag !== undefined) problems.push(...missing);
  else for (const one of missing) say(`before a release: ${one}`);
}

function packPackage(): void {
  npm("pack", "--ignore-scripts", "--pack-destination", folder, root);
  const packed = join(folder, `${project.name}-${version}.tgz`);
  say(`made ${packed}`);
  const correction = checkPublishing(packed);
  if (correction !== "") problems.push(`npm publish: ${correction}`);
  writeSbom(`${project.name}-${version}`);
}

/** Returns the messages of npm about a package that it would publish. Returns an empty text if npm has no messages. */
function checkPublishing(packed: string): string {
  const options = { encoding: "utf8", shell: process.platform === "win32" } as const;
  const dryRun = ["publish", packed, "--dry-run", "--ignore-scripts", "--loglevel", "warn"];
  const { status, stderr } = spawnSync("npm", dryRun, options);
  // No user is logged in here.
  const said = stderr
    .split("\n")
    .filter((line) => /^npm (?:warn publish|error)/u.test(line) && !line.includes("logged in"));
  return status === 0 && said.length === 0 ? "" : said.join(" ").trim() || stderr;
}

/** Makes the wheel, which has the version of package.json. */
function python(): void {
  npm("run", "build:python");
  const made = join(root, "python", "dist");
  const start = `${project.name.replaceAll("-", "_")}-${version}-`;
  const wheels = readdirSync(made).filter((name) => name.startsWith(start));
  if (wheels.length !== 1) problems.push(`${wheels.length} wheels of version ${version}, not 1`);
  for (const name of wheels) {
    copyFileSync(join(made, name), join(folder, name));
    say(`made ${join(folder, name)}`);
  }
}

/** Makes the executable, runs it in an environment whose PATH has no program, and packs it with its licences. */
async function executable(): Promise<void> {
  const { path, node } = await buildBinary(root);
  const collection = ["-q", "-i", "warc=fixtures/collection", "-ot", "csv", "--workers", "2"];
  const plugin = ["--plugin", "examples/plugin/headings.mjs", "-tm", "headings=0.2"];
  for (const args of [["--version"], collection, [...collection, ...plugin]]) {
    const env = { ...process.env, PATH: "", Path: "" };
    const own = execFileSync(path, args, { cwd: root, env });
    const command = join(root, "bin", "detect_off_topic.js");
    const plain = execFileSync(process.execPath, [command, ...args], { cwd: root });
    if (!own.equals(plain))
      problems.push(`the executable differs from the command: ${args.join(" ")}`);
  }
  const name = `detect_off_topic-${version}-${process.platform}-${process.arch}`;
  const isWindows = process.platform === "win32";
  const contents = {
    [`detect_off_topic${isWindows ? ".exe" : ""}`]: path,
    LICENSE: join(root, "LICENSE"),
    "THIRD-PARTY-NOTICES.txt": join(root, "THIRD-PARTY-NOTICES.txt"),
    "LICENSE-NODE.txt": node.licence,
  };
  const archive = join(folder, `${name}.${isWindows ? "zip" : "tar.gz"}`);
  if (isWindows) await zip(archive, name, contents);
  else tar(archive, name, contents);
  say(`made ${archive}`);
  writeSbom(name, node.versions);
}

async function zip(
  archive: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const written = new ZipFile();
  for (const [inside, path] of Object.entries(files)) written.addFile(path, `${name}/${inside}`);
  written.end();
  await pipeline(written.outputStream, createWriteStream(archive));
}

function tar(archive: string, name: string, files: Readonly<Record<string, string>>): void {
  const work = mkdtempSync(join(tmpdir(), "release-"));
  mkdirSync(join(work, name));
  for (const [inside, path] of Object.entries(files)) copyFileSync(path, join(work, name, inside));
  execFileSync("tar", ["-czf", archive, "-C", work, name]);
  rmSync(work, { recursive: true });
}

function writeSbom(name: string, nodeVersions?: Readonly<Record<string, string>>): void {
  const path = join(folder, `${name}.cdx.json`);
  writeFileSync(path, `${JSON.stringify(sbomOf(root, nodeVersions), undefined, 2)}\n`);
  say(`made ${path}`);
}

function image(): void {
  if (succeeds("docker", ["info"])) {
    execFileSync("docker", ["build", "--tag", "detect_off_topic:check", root], shown);
    execFileSync("docker", ["run", "--rm", "detect_off_topic:check", "--version"], shown);
  } else say("skipped: the container image, for there is no Docker");
}

function workflows(): void {
  const [program = "", ...before] = succeeds("actionlint", ["-version"])
    ? ["actionlint"]
    : ["go", "run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"];
  if (succeeds(program, [...before, "-version"])) {
    const all = join(root, ".github", "workflows");
    const files = readdirSync(all).map((name) => join(all, name));
    const made = mkdtempSync(join(tmpdir(), "action-"));
    try {
      files.push(actionAsWorkflow(made));
      execFileSync(program, [...before, ...files], shown);
    } finally {
      rmSync(made, { recursive: true });
    }
  } else say("skipped: the workflows, for there is neither actionlint nor Go to fetch it");
}

/** Writes the steps of action.yml as a workflow, because actionlint reads only workflows. Returns the path of the file. */
function actionAsWorkflow(folder: string): string {
  const action = load(readFileSync(join(root, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, object>>;
    readonly runs: { readonly steps: readonly object[] };
  };
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, { ...input, type: "string" }]),
  );
  const workflow = {
    on: { workflow_call: { inputs } },
    jobs: { action: { "runs-on": "ubuntu-latest", steps: action.runs.steps } },
  };
  const path = join(folder, "action.yml");
  writeFileSync(path, dump(workflow));
  return path;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** Writes the digests of all files in the format of sha256sum. */
function writeSums(): void {
  const names = readdirSync(folder).sort();
  const sums = names.map((name) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}
