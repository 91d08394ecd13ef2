import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { codeOf, UsageError, whileWriting, whyUnreadable } from "../../base/errors.js";
import { takeLockFile } from "../../read/http/directory/lock.js";
import { removeUnnamed, replaceFile } from "../../base/replace-file.js";
import {
  type Decisions,
  formatDecisions,
  type MergedDecisions,
  mergeDecisions,
  parseDecisions,
} from "../../write/decisions.js";

const ADVICE = "Name a file in a folder that you may write to with --decisions.";

/** Decisions that cannot be taken, with the reason for the person who sent them. */
export class UnreadableDecisions extends Error {
  override readonly name = "UnreadableDecisions";
}

/**
 * A file of decisions that this process alone writes. It is read again before each writing, so that nothing that came
 * into it meanwhile is lost, and it is always whole: written under another name, then renamed.
 */
export class DecisionsFile {
  /** What the file is; of a link what it points to. */
  readonly #path: string;
  readonly #unlock: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  /** What the file held last, and what that means: it is seldom written by others. */
  #held = { text: "", merged: mergeDecisions() };

  private constructor(path: string, unlock: () => Promise<void>) {
    this.#path = path;
    this.#unlock = unlock;
  }

  /**
   * Takes the file for this process; it need not be there. Throws a `UsageError` where another process has it, and where
   * it is no file of decisions: what it holds would be lost.
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
      await removeUnnamed(target);
      await file.read();
      return file;
    } catch (cause) {
      await unlock();
      if (!(cause instanceof UnreadableDecisions)) throw cause;
      throw new UsageError(`${path} ${cause.message} Correct it, or name another file.`, { cause });
    }
  }

  /** What the file holds. Throws {@link UnreadableDecisions} where that cannot be understood whole. */
  async read(): Promise<MergedDecisions> {
    const text = await this.#text();
    if (text !== this.#held.text) {
      this.#held = { text, merged: mergeDecisions(requireWhole(parseDecisions(text)).decisions) };
    }
    return this.#held.merged;
  }

  /**
   * Merges a text of decisions into the file; returns what it holds then. Throws {@link UnreadableDecisions} for texts that
   * cannot be understood whole; nothing is written then.
   */
  save(text: string): Promise<MergedDecisions> {
    const saved = this.#last.then(async () => {
      const { decisions } = requireWhole(parseDecisions(text));
      const before = await this.read();
      const merged = mergeDecisions(before.decisions, decisions);
      const after = formatDecisions(merged.decisions);
      if (after !== this.#held.text) await replaceFile(this.#path, after);
      this.#held = { text: after, merged };
      return merged;
    });
    this.#last = saved.catch(() => undefined);
    return saved;
  }

  /** Waits for what is being written and gives the file back. */
  async close(): Promise<void> {
    await this.#last;
    await this.#unlock();
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return "";
      throw new UsageError(`${this.#path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A new file.
    return path;
  }
}

/** Refuses what would not come out of the file as it went in. */
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
