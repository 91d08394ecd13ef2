import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin } from "../../support/run-bin.js";
import { rowsOf } from "../../support/rows.js";

const script = fileURLToPath(new URL("install-wacz-tools.sh", import.meta.url));
const tools = execFileSync("sh", [script], { encoding: "utf8" }).trim();
if (tools === "") process.stderr.write("py-wacz and js-wacz are not available here: skipped\n");

const COLLECTION = join(ROOT, "fixtures/collection");
const warcs = readdirSync(COLLECTION)
  .filter((name) => name.endsWith(".warc.gz"))
  .map((name) => join(COLLECTION, name));

/** Commands with which each tool packs the same WARC files. */
const makers: Readonly<Record<string, (out: string) => void>> = {
  "py-wacz": (out) => {
    const args = ["create", "-o", out, "--detect-pages", "--text", ...warcs];
    execFileSync(join(tools, "bin/wacz"), args, { stdio: "ignore" });
  },
  "js-wacz": (out) => {
    const args = ["create", "-o", out, "-f", join(COLLECTION, "*.warc.gz")];
    execFileSync(join(tools, "node_modules/.bin/js-wacz"), args, { stdio: "ignore" });
  },
};

describe.runIf(tools !== "")("a WACZ made by", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dot-wacz-tools-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(makers))(
    "gives the same rows for the WARC files in a WACZ made by %s, except for positions, and finds its digests right",
    async (name, make) => {
      const path = join(folder, `${name}.wacz`);
      make(path);
      const rows = async (input: string): Promise<unknown[]> => {
        const out = join(folder, "out.jsonl");
        const { status, stderr } = await runBin([
          "-i",
          input,
          ...(input.startsWith("cdx=") ? [] : ["--strict"]),
          "-ot",
          "jsonl",
          "-o",
          out,
        ]);
        expect(stderr).not.toContain("digest");
        expect([0, 3]).toContain(status);
        return rowsOf(readFileSync(out, "utf8")).map(withoutPlace);
      };
      const packed = await rows(`wacz=${path}`);
      expect(packed.length).toBeGreaterThan(100);
      expect(packed).toEqual(await rows(`warc=${COLLECTION}`));
      expect(await rows(`cdx=${path}`)).toEqual(packed);
    },
  );
});

/** Returns a row without file and offset. */
function withoutPlace(row: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(row, (key, value: unknown) =>
      key === "source" || key === "file" || key === "offset" ? undefined : value,
    ),
  );
}
