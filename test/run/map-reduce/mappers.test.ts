import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { A_DATE, http, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { difference, FILES, LEAN, plain, recordsOf, sort, step } from "./steps.js";
import { rowsOf } from "../../support/rows.js";

const oneEach = (settings: readonly string[]): Promise<string[]> =>
  Promise.all(FILES.map((file) => step(["map", file, ...settings])));

describe("several mappers, one per file", () => {
  it("resolve completes revisits and redirects whose targets were read by another mapper", async () => {
    const parts = await oneEach(LEAN);
    // Without this step, the mementos that refer to other files would be lost.
    expect(await step(["reduce", ...LEAN], { stdin: sort(parts.join("")) })).not.toBe(
      await plain(LEAN),
    );
    const resolved = await step(["resolve"], { stdin: parts.join("") });
    expect(
      difference(await step(["reduce", ...LEAN], { stdin: sort(resolved) }), await plain(LEAN)),
    ).toBeUndefined();
  });

  it("resolve accepts the lines of several mappers in any order", async () => {
    const parts = await oneEach(LEAN);
    const lines = parts.join("").trimEnd().split("\n");
    const resolved = await step(["resolve"], { stdin: `${lines.reverse().join("\n")}\n` });
    expect(
      difference(resolved, await step(["resolve"], { stdin: parts.join("") })),
    ).toBeUndefined();
    expect(
      difference(await step(["reduce", ...LEAN], { stdin: resolved }), await plain(LEAN)),
    ).toBeUndefined();
  });

  it("reduce refuses unsorted lines, because they would give parts of a TimeMap different first mementos", async () => {
    const parts = await oneEach(LEAN);
    const { status, stderr } = await runBin(["reduce", ...LEAN], { stdin: parts.join("") });
    expect(stderr).toMatch(/^detect_off_topic: the records are not sorted: [^\n]+\n$/u);
    expect(status).toBe(2);
  });

  it("reduce reports that a table does not consist of records, and not that it is unsorted", async () => {
    const table = "id\tdate\tURI\n1\t20200101000000\thttp://kiln.example/\n";
    const { status, stderr } = await runBin(["reduce", ...LEAN], { stdin: table });
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+: a line is not a record of map: [^\n]+\n$/u);
    expect(status).toBe(2);
  });

  it("map reads file names from standard input, one per line, as Unix pipes and Hadoop streaming send them", async () => {
    const listed = await step(["map", ...LEAN], { stdin: `${FILES.join("\n")}\n` });
    expect(difference(listed, await recordsOf(LEAN))).toBeUndefined();
  });

  it("resolve follows a chain of redirects through several files", async () => {
    const folder = temporaryFolder();
    const redirect = (from: string, to: string): Buffer =>
      warcRecord(
        {
          uri: `http://${from}.example/`,
          date: A_DATE,
          fields: [["Content-Type", "application/http; msgtype=response"]],
        },
        http("", {
          statusLine: "HTTP/1.1 302 Found",
          fields: [["Location", `http://${to}.example/`]],
        }),
      );
    const files = [redirect("a", "b"), redirect("b", "c"), pageRecord("c")].map((bytes, i) => {
      const path = join(folder, `${i}.warc`);
      writeFileSync(path, bytes);
      return path;
    });
    const parts = await Promise.all(files.map((file) => step(["map", file, ...LEAN])));
    const resolved = await step(["resolve"], { stdin: parts.join("") });
    const results = await step(["reduce", ...LEAN], { stdin: resolved });
    expect(difference(results, await plain(LEAN, `warc=${folder}`))).toBeUndefined();
    expect(rowsOf(results)).toHaveLength(3);
    expect(results).not.toContain("not in the input");
  });

  it("map reads files with a comma, an equals sign or a percent sign in their names", async () => {
    const folder = join(temporaryFolder(), "a,b=c %2C");
    mkdirSync(folder);
    const file = join(folder, "x,y=z%.warc.gz");
    copyFileSync(join(ROOT, FILES[0] ?? ""), file);
    const mapped = await step(["map", ...LEAN], { stdin: file });
    const results = await step(["reduce", ...LEAN], { stdin: mapped });
    expect(
      difference(
        results,
        await plain(LEAN, `warc=${folder.replace(/[%,=]/gu, encodeURIComponent)}`),
      ),
    ).toBeUndefined();
    expect(results).not.toBe("");
  });
});
