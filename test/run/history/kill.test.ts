import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QUICK, runProcess, temporaryFolder, type Ended } from "../../support/run-bin.js";
import { long } from "../../support/thorough.js";
import { page, pageRecord, warcinfo } from "../../support/warc-builder.js";

const ROW = '"URI-T"';

function crawl(path: string, year: number): string {
  const captures = ["north", "south", "east"].map((seed) =>
    pageRecord(
      seed,
      { date: `${year}-01-01T00:00:00Z` },
      page(seed, `the lamp of ${year} `.repeat(20)),
    ),
  );
  writeFileSync(path, Buffer.concat([warcinfo(), ...captures]));
  return path;
}

const rowsIn = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line.includes(ROW))
    : [];

/** Runs until the history or the outputs have changed `changes` times, and then kills the process. */
function runAndKill(
  args: readonly string[],
  folders: readonly string[],
  changes: number,
): Promise<Ended> {
  const watchers: { close(): void }[] = [];
  let left = changes;
  const ended = runProcess(args, {
    onStart(child) {
      for (const folder of folders) {
        const watcher = watch(folder, () => {
          left -= 1;
          if (left === 0) child.kill("SIGKILL");
        });
        watchers.push(watcher);
      }
    },
  });
  return ended.finally(() => {
    for (const watcher of watchers) watcher.close();
  });
}

it("loses no result and no history in runs that are killed while they write", async () => {
  const folder = temporaryFolder();
  const [history, out] = [temporaryFolder(), temporaryFolder()];
  const files: string[] = [];
  // A run changes its folders about twenty times.
  const kills = long(
    [9],
    Array.from({ length: 60 }, (_, at) => (at % 24) + 1),
  );
  let killed = 0;
  for (const [at, changes] of kills.entries()) {
    files.push(crawl(join(folder, `${at}.warc`), 2000 + at));
    const input = ["-q", "-i", `warc=${files.join(",")}`, "-ot", "jsonl", ...QUICK];
    const run = (name: string): string[] => [...input, "--history", history, "-o", join(out, name)];
    const ended = await runAndKill(run(`${at}-killed`), [history, out], changes);
    if (ended.signal === "SIGKILL") killed += 1;
    const before = rowsIn(join(out, `${at}-killed`));
    expect((await runProcess(run(`${at}-next`))).status).toBe(0);
    const next = rowsIn(join(out, `${at}-next`));
    await runProcess([...input, "-o", join(out, `${at}-all`)]);
    const wanted = rowsIn(join(out, `${at}-all`)).filter((row) => row.includes(files.at(-1)!));
    expect(wanted).toHaveLength(3);
    // Rows may be written twice, when the process was killed after the output and before the history.
    if (next.length === 0) expect(before).toEqual(wanted);
    else expect(next).toEqual(wanted);
    expect(before.length === 0 || before.length === 3).toBe(true);
    // Each run has a segment with records and one with verdicts.
    const segments = readdirSync(history).filter((name) => name.endsWith(".segment"));
    expect(segments).toHaveLength(2 * (at + 1));
  }
  expect(killed).toBeGreaterThan(0);
}, 600_000);
