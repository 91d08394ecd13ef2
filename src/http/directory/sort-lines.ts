import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";

/** Characters held in memory at a time. */
const RUN_CHARACTERS = 32 * 1024 * 1024;

/**
 * The whole lines of an ASCII file, one after the other, without their newlines; returns how many bytes follow the last
 * newline.
 */
export async function* linesOf(path: string): AsyncGenerator<string, number> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "latin1" })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return rest.length;
}

/** Sorts the lines of an ASCII file bytewise, equal ones once, in bounded memory; the old file stands until it is done. */
export async function sortLines(
  path: string,
  runCharacters: number = RUN_CHARACTERS,
): Promise<void> {
  const runs: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  const endRun = async (): Promise<void> => {
    const run = `${path}.run-${runs.length}`;
    runs.push(run);
    await writeLines(run, lines.sort());
    lines = [];
    characters = 0;
  };
  const sorted = `${path}.sorted`;
  try {
    for await (const line of linesOf(path)) {
      lines.push(line);
      characters += line.length;
      if (characters >= runCharacters) await endRun();
    }
    await writeLines(sorted, runs.length === 0 ? lines.sort() : (await endRun(), merged(runs)));
    await rename(sorted, path);
  } finally {
    for (const made of [sorted, ...runs]) await rm(made, { force: true });
  }
}

async function* merged(paths: readonly string[]): AsyncGenerator<string> {
  const heads: { line: string; rest: AsyncGenerator<string, number> }[] = [];
  for (const path of paths) {
    const rest = linesOf(path);
    const first = await rest.next();
    if (first.done !== true) heads.push({ line: first.value, rest });
  }
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (b.line < a.line ? b : a));
    yield least.line;
    const next = await least.rest.next();
    if (next.done === true) heads.splice(heads.indexOf(least), 1);
    else least.line = next.value;
  }
}

async function writeLines(
  path: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const file = await open(path, "w");
  try {
    let last: string | undefined;
    let text = "";
    for await (const line of lines) {
      if (line !== last) text += `${line}\n`;
      last = line;
      if (text.length < 1 << 16) continue;
      await file.write(text, null, "latin1");
      text = "";
    }
    await file.write(text, null, "latin1");
    await file.sync();
  } finally {
    await file.close();
  }
}
