import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { codeOf, UsageError, whileWriting, whyUnreadable } from "../../base/errors.js";
import { notPlain } from "../../base/platform/files.js";
import { statsOf } from "../../base/read-file.js";
import { takeLockFile } from "../../read/http/directory/lock.js";
import { removeUnnamed, replaceFile } from "../../base/replace-file.js";
import {
  type Decision,
  type Decisions,
  formatDecisions,
  mergeDecisions,
  parseDecisions,
} from "../../write/decisions.js";

const ADVICE = "Name a file in a folder that you may write to with --decisions.";

/** Error for decisions that cannot be accepted. The message tells the sender the reason. */
export class UnreadableDecisions extends Error {
  override readonly name = "UnreadableDecisions";
}

/**
 * File of decisions that only this process writes. The file is read again before each write, so that changes by other
 * programs are preserved. The file is always complete, because each new version is written under another name and then
 * renamed.
 */
export class DecisionsFile {
  /** Path of the file. If the given path is a link, this is the path of the link's target. */
  readonly #path: string;
  readonly #unlock: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  /**
   * Last content of the file and its parsed form. Other programs seldom change the file, so it is seldom parsed again.
   */
  #held: { readonly text: string; readonly merged: readonly Decision[] } = { text: "", merged: [] };

  private constructor(path: string, unlock: () => Promise<void>) {
    this.#path = path;
    this.#unlock = unlock;
  }

  /**
   * Opens the file, which need not exist, and locks it for this process. Throws a `UsageError` if another process has
   * locked the file. Also throws if the file does not contain decisions, because its content would be lost.
   */
  static async open(path: string): Promise<DecisionsFile> {
    if (path === "") throw new UsageError("--decisions names no file. Give the name of one.");
    const target = targetOf(path);
    const lock = `${target}.lock`;
    const unlock = await whileWriting(`--decisions ${path}`, ADVICE, () =>
      takeLockFile(
        lock,
        (holder) =>
          `${path} is open in another review (${holder}). End that one first, or name another file with --decisions.`,
      ),
    );
    const file = new DecisionsFile(target, unlock);
    try {
      removeUnnamed(target);
      await file.read();
      return file;
    } catch (cause) {
      await unlock();
      if (!(cause instanceof UnreadableDecisions)) throw cause;
      throw new UsageError(`${path} ${cause.message} Correct it, or name another file.`, { cause });
    }
  }

  /** Throws {@link UnreadableDecisions} if any part of the file cannot be parsed. */
  async read(): Promise<readonly Decision[]> {
    const text = await this.#text();
    if (text !== this.#held.text) {
      this.#held = { text, merged: mergeDecisions(requireWhole(parseDecisions(text)).decisions) };
    }
    return this.#held.merged;
  }

  /** Throws {@link UnreadableDecisions} and writes nothing if any part of the text cannot be parsed. */
  async save(text: string): Promise<readonly Decision[]> {
    const { decisions } = requireWhole(parseDecisions(text));
    const saved = this.#last.then(() => this.#write(decisions));
    this.#last = saved.catch(() => undefined);
    return saved;
  }

  async #write(decisions: readonly Decision[]): Promise<readonly Decision[]> {
    const merged = mergeDecisions(await this.read(), decisions);
    const after = formatDecisions(merged);
    if (after !== this.#held.text || statsOf(this.#path) === undefined) {
      await replaceFile(this.#path, after);
    }
    this.#held = { text: after, merged };
    return merged;
  }

  /** Waits for pending writes and unlocks the file. */
  async close(): Promise<void> {
    await this.#last;
    await this.#unlock();
  }

  async #text(): Promise<string> {
    const stats = statsOf(this.#path);
    // Reading a pipe could wait for ever, and the first decision would replace it by a file.
    if (stats?.isFile() === false) {
      throw new UsageError(`${this.#path} cannot be read: ${notPlain(stats)}. ${ADVICE}`);
    }
    try {
      return await readFile(this.#path, "utf8");
    } catch (cause) {
      // What another program has removed is written again with the next decision.
      if (codeOf(cause) === "ENOENT") return this.#held.text;
      throw new UsageError(`${this.#path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The file does not exist yet.
    return path;
  }
}

/** Throws {@link UnreadableDecisions} if the content has parts that a rewritten file would lose. */
function requireWhole(read: Decisions): Decisions {
  const [problem] = read.problems;
  const [column] = read.otherColumns;
  if (problem !== undefined) {
    throw new UnreadableDecisions(`cannot be used, line ${problem.number}: ${problem.message}.`);
  }
  if (column !== undefined) {
    throw new UnreadableDecisions(`has a column "${column}", which would be lost.`);
  }
  return read;
}
