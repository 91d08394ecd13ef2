import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { load as parse } from "js-yaml";
import { version } from "../src/base/version.js";
import { ROOT, temporaryFolder } from "./support/run-bin.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

describe("the GitHub Action", () => {
  const action = parse(read("action.yml")) as Action;
  const step = action.runs.steps.find(({ id }) => id === "run");

  /** Runs the step as a runner does: its script in bash, with its environment. */
  async function run(failOn: string): Promise<{ status: number; folder: string; outputs: string }> {
    const folder = temporaryFolder();
    const outputs = join(folder, "outputs");
    const values: Readonly<Record<string, string>> = {
      "inputs.input": "warc=fixtures/warcs/two-captures.warc",
      "inputs.fail-on": failOn,
      "inputs.arguments": "--workers 0",
      "github.action_path": ROOT,
      "runner.temp": folder,
    };
    const fill = (text: string): string =>
      text.replace(/\$\{\{ (\S+) \}\}/gu, (_, name: string) => values[name] ?? `missing ${name}`);
    const env = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, text]) => [name, fill(text)]),
    );
    const done = await promisify(execFile)("bash", ["-eo", "pipefail", "-c", step?.run ?? ""], {
      cwd: ROOT,
      env: { ...process.env, ...env, GITHUB_OUTPUT: outputs },
    }).then(
      () => 0,
      (cause: unknown) => (cause as { code: number }).code,
    );
    return { status: done, folder, outputs: readFileSync(outputs, "utf8") };
  }

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
});

describe("files beside the code", () => {
  it("CITATION.cff has the version of the package and what CFF 1.2.0 requires", () => {
    const citation = parse(read("CITATION.cff")) as Record<string, unknown>;
    expect(citation["version"]).toBe(version);
    expect(citation["cff-version"]).toBe("1.2.0");
    for (const name of ["message", "title", "authors"]) expect(citation[name]).toBeTruthy();
  });

  it("the workflow runs the tests on three systems and three versions of Node, including the lowest", () => {
    const { jobs } = parse(read(".github/workflows/ci.yml")) as {
      jobs: Record<string, { strategy?: { matrix?: Record<string, string[]> } }>;
    };
    const { os = [], node = [] } = jobs["test"]?.strategy?.matrix ?? {};
    expect(os).toHaveLength(3);
    const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
    expect(node).toContain(engines.node.replace(">=", ""));
  });

  it("the Dockerfile copies files that exist, and its user is not root", () => {
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toMatch(/^USER node$/mu);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["detect_off_topic"\]$/mu);
    const { name } = JSON.parse(read("package.json")) as { name: string };
    expect(dockerfile).toContain(`${name}-*.tgz`);
  });
});
