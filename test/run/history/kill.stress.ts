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

/** Runs until the folders of the history and of the outputs have changed so that `isTime`, and then kills the process. */
function runAndKill(
  args: readonly string[],
  folders: readonly string[],
  isTime: (changes: number) => boolean,
): Promise<Ended> {
  const watchers: { close(): void }[] = [];
  let changes = 0;
  const ended = runProcess(args, {
    onStart(child) {
      for (const folder of folders) {
        const watcher = watch(folder, () => {
          changes += 1;
          if (isTime(changes)) child.kill("SIGKILL");
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
  const isCommitted = (file: string): boolean => {
    const manifest = join(history, "history.json");
    return existsSync(manifest) && readFileSync(manifest, "utf8").includes(file);
  };
  // A run changes its folders about twenty times. The first kill comes after the run has been added to the history.
  const kills = long(
    [Infinity, 9],
    Array.from({ length: 60 }, (_, at) => (at % 24 === 0 ? Infinity : at % 24)),
  );
  let killed = 0;
  for (const [at, changes] of kills.entries()) {
    files.push(crawl(join(folder, `${at}.warc`), 2000 + at));
    const input = ["-q", "-i", `warc=${files.join(",")}`, "-ot", "jsonl", ...QUICK];
    const run = (name: string): string[] => [...input, "--history", history, "-o", join(out, name)];
    const isTime = (count: number): boolean =>
      changes === Infinity ? isCommitted(files.at(-1)!) : count === changes;
    const ended = await runAndKill(run(`${at}-killed`), [history, out], isTime);
    if (ended.signal === "SIGKILL") killed += 1;
    const before = rowsIn(join(out, `${at}-killed`));
    expect((await runProcess(run(`${at}-next`))).status).toBe(0);
    const next = rowsIn(join(out, `${at}-next`));
    const after = await runProcess(run(`${at}-next`));
    expect(after.status).toBe(0);
    expect(rowsIn(join(out, `${at}-next`))).toEqual(next);
    await runProcess([...input, "-o", join(out, `${at}-all`)]);
    const wanted = rowsIn(join(out, `${at}-all`)).filter((row) => row.includes(files.at(-1)!));
    expect(wanted).toHaveLength(3);
    // The next run writes them in any case, also if the process was killed after it had added them to the history.
    expect(next).toEqual(wanted);
    expect(before.length === 0 || before.length === 3).toBe(true);
    // The lines, the verdicts and the manifest.
    expect(readdirSync(history)).toHaveLength(3);
  }
  expect(killed).toBeGreaterThan(0);
}, 600_000);
