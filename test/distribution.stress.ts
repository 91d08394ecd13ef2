import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { load as parse } from "js-yaml";
import { QUICK, ROOT, temporaryFolder } from "./support/run-bin.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Figures {
  readonly mementos: number;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Runs a step as a runner does: its script in bash, with its environment and the given values of expressions. */
async function runStep(
  { run = "", env: given = {} }: Step,
  folder: string,
  values: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; outputs: string }> {
  const outputs = join(temporaryFolder(), "outputs");
  writeFileSync(outputs, "");
  const fill = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/gu, (_, name: string) => values[name] ?? `missing ${name}`);
  const env = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, fill(text)]));
  const status = await promisify(execFile)("bash", ["-eo", "pipefail", "-c", run], {
    cwd: folder,
    env: { ...process.env, ...env, ...more, GITHUB_OUTPUT: outputs },
  }).then(
    () => 0,
    (cause: unknown) => (cause as { code: number }).code,
  );
  return { status, outputs: readFileSync(outputs, "utf8") };
}

/** Starts a registry of npm on this machine with one version of this package, which prints a text. Returns its URL. */
async function startRegistry(version: string, text: string): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "package", "bin"), { recursive: true });
  const manifest = { name: "detect-off-topic", version };
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package/bin/detect_off_topic.js"), `console.log("${text}");`);
  execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
  const tarball = readFileSync(join(folder, "package.tgz"));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const server = createServer(({ url, headers }, response) => {
    const dist = { tarball: `http://${headers.host}/package.tgz`, integrity };
    const about = { ...manifest, versions: { [version]: { ...manifest, dist } } };
    if (url === "/package.tgz") response.end(tarball);
    else if (url === "/detect-off-topic") response.end(JSON.stringify(about));
    else response.writeHead(404).end();
  });
  onTestFinished(() => {
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("the GitHub Action", () => {
  const action = parse(read("action.yml")) as Action;
  const step = (id: string): Step => action.runs.steps.find((one) => one.id === id)!;

  async function run(
    failOn: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; folder: string; outputs: string }> {
    const folder = more["runner.temp"] ?? temporaryFolder();
    const values = {
      "inputs.input": "warc=fixtures/warcs/two-captures.warc",
      "inputs.fail-on": failOn,
      "inputs.arguments": QUICK.join(" "),
      "inputs.history": "",
      ...more,
      "steps.install.outputs.command": join(ROOT, "bin", "detect_off_topic.js"),
      "runner.temp": folder,
    };
    return { folder, ...(await runStep(step("run"), ROOT, values)) };
  }

  it.each([
    ["the package of its release", "## 9.8.7 (2027-01-31)", "released"],
    ["its checkout if its version is not released", "## 9.8.7 (unreleased)", "checkout"],
  ])("the GitHub Action installs %s", async (_, heading, said) => {
    const registry = await startRegistry("9.8.7", "released");
    const [checkout, temporary] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(checkout, "bin"));
    const project = { name: "detect-off-topic", version: "9.8.7" };
    const lock = { ...project, lockfileVersion: 3, packages: { "": project } };
    const files = {
      "package.json": JSON.stringify(project),
      "package-lock.json": JSON.stringify(lock),
      "CHANGELOG.md": `# Changelog\n\n${heading}\n\n## 9.8.6 (2026-12-31)\n`,
      "bin/detect_off_topic.js": 'console.log("checkout");',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(checkout, name), text);
    const values = { "github.action_path": checkout, "runner.temp": temporary };
    const settings = { npm_config_registry: registry, npm_config_cache: join(temporary, "cache") };
    const { status, outputs } = await runStep(step("install"), checkout, values, settings);
    expect(status).toBe(0);
    const [, command = ""] = /^command=(.*)$/mu.exec(outputs) ?? [];
    expect(execFileSync(process.execPath, [command], { encoding: "utf8" })).toBe(`${said}\n`);
  });

  it("the GitHub Action passes a crawl within the rules and writes report and summary", async () => {
    const { status, folder, outputs } = await run("off-topic=100%");
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "off-topic-report.html"), "utf8").slice(0, 15)).toBe(
      "<!doctype html>",
    );
    const summary = join(folder, "off-topic-summary.json");
    expect(outputs).toContain(`summary=${summary}`);
    expect(JSON.parse(readFileSync(summary, "utf8"))).toMatchObject({ mementos: 2 });
  });

  it("the GitHub Action fails for a crawl that breaks a rule and still writes the report", async () => {
    const { status, folder } = await run("mementos<100");
    expect(status).toBe(4);
    expect(existsSync(join(folder, "off-topic-report.html"))).toBe(true);
  });

  it("the GitHub Action judges only new captures when it has a history, which it keeps after a failed check", async () => {
    const [crawls, folder] = [temporaryFolder(), temporaryFolder()];
    const values = {
      "runner.temp": folder,
      "inputs.input": `warc=${crawls}`,
      "inputs.history": "known crawls",
    };
    const add = (name: string): void =>
      copyFileSync(join(ROOT, "fixtures", "collection", name), join(crawls, name));
    const mementos = (): unknown =>
      (JSON.parse(readFileSync(join(folder, "off-topic-summary.json"), "utf8")) as Figures)
        .mementos;

    add("saltmouth-2009-2013.warc.gz");
    const first = await run("off-topic", values);
    expect([first.status, mementos()]).toEqual([4, 44]);
    expect(first.outputs).toContain("judged=true\n");
    // The next job has a checkout of its own, in which all files are newly written.
    add("saltmouth-2009-2013.warc.gz");
    add("saltmouth-2014-2018.warc.gz");
    const second = await run("off-topic", values);
    expect([second.status, mementos()]).toEqual([4, 43]);
    expect((await run("off-topic", values)).status).toBe(0);

    const stored = action.runs.steps.flatMap(({ with: given }) =>
      given?.["name"] === "${{ inputs.history }}" ? [given["path"]] : [],
    );
    expect(stored).toEqual(
      Array(2).fill("${{ runner.temp }}/off-topic-history/${{ inputs.history }}"),
    );
    expect(existsSync(join(folder, "off-topic-history", "known crawls", "history.json"))).toBe(
      true,
    );
  });

  it("the GitHub Action does not keep the history of a run that judged nothing", async () => {
    const { status, outputs } = await run("no-such-rule", { "inputs.history": "known" });
    expect(status).toBe(2);
    expect(outputs).not.toContain("judged");
  });

  describe("its search for the history", () => {
    const run = { id: 70, head_branch: "main", repository_id: 1, head_repository_id: 1 };
    const artifact = { id: 7, expired: false, workflow_run: run };

    /** Runs the step against a server that answers as the interface of GitHub does. */
    async function find(
      artifacts: readonly object[],
      answer = 200,
    ): Promise<{ status: number; outputs: string; asked: readonly unknown[] }> {
      const asked: unknown[] = [];
      const server = createServer(({ url, headers }, response) => {
        asked.push(url, headers.authorization);
        response.writeHead(answer).end(JSON.stringify({ artifacts }));
      });
      onTestFinished(() => {
        server.close();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const values = {
        "inputs.history": "known crawls",
        "github.head_ref || github.ref_name": "main",
        "github.token": "t0ken",
        "github.action_path": ROOT,
      };
      const runner = {
        GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        GITHUB_REPOSITORY: "library/crawls",
        GITHUB_RUN_ID: "99",
      };
      return { ...(await runStep(step("history"), ROOT, values, runner)), asked };
    }

    it("the GitHub Action takes the newest history of its branch", async () => {
      const newer = { ...artifact, id: 8, workflow_run: { ...run, id: 80 } };
      expect(await find([artifact, newer])).toEqual({
        status: 0,
        outputs: "run=80\n",
        asked: [
          "/repos/library/crawls/actions/artifacts?name=known+crawls&per_page=100",
          "Bearer t0ken",
        ],
      });
    });

    it.each([
      ["of a fork", { workflow_run: { ...run, head_repository_id: 2 } }],
      ["of another branch", { workflow_run: { ...run, head_branch: "other" } }],
      ["of an earlier attempt of the same run", { workflow_run: { ...run, id: 99 } }],
      ["that has expired", { expired: true }],
    ])("the GitHub Action does not take a history %s", async (_, changed) => {
      const { status, outputs } = await find([{ ...artifact, ...changed }]);
      expect([status, outputs]).toEqual([0, "run=\n"]);
    });

    it("the GitHub Action fails if it may not see whether there is a history", async () => {
      expect(await find([], 403)).toMatchObject({ status: 1, outputs: "" });
    });
  });
});

interface ReleaseJob {
  readonly uses?: string;
  readonly needs?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

describe("files beside the code", () => {
  it("the workflow runs the tests on three systems and three versions of Node, including the lowest", () => {
    const { jobs } = parse(read(".github/workflows/ci.yml")) as {
      jobs: Record<string, { strategy?: { matrix?: Record<string, string[]> } }>;
    };
    const { os = [], node = [] } = jobs["test"]?.strategy?.matrix ?? {};
    expect(os).toHaveLength(3);
    const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
    expect(node).toContain(engines.node.replace(">=", ""));
  });

  const release = parse(read(".github/workflows/release.yml")) as {
    readonly jobs: Readonly<Record<string, ReleaseJob>>;
  };

  it("the release workflow publishes nothing before all checks have passed and all files are made", () => {
    const before = (name: string): string[] => {
      const { needs = [] } = release.jobs[name]!;
      return needs.flatMap((one) => [one, ...before(one)]);
    };
    const publishing = Object.keys(release.jobs).filter((name) =>
      Object.values(release.jobs[name]!.permissions ?? {}).includes("write"),
    );
    expect(publishing).toEqual(["npm", "pypi", "image", "page"]);
    for (const name of publishing) {
      expect(before(name)).toEqual(expect.arrayContaining(["checks", "packages", "executables"]));
    }
    expect(release.jobs["checks"]!.uses).toBe("./.github/workflows/ci.yml");
  });

  it("the Dockerfile copies files that exist, and its user is not root", () => {
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toMatch(/^USER node$/mu);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["detect_off_topic"\]$/mu);
    const { name } = JSON.parse(read("package.json")) as { name: string };
    expect(dockerfile).toContain(`${name}-*.tgz`);
  });
});
