import { type Decision, formatDecisions, parseDecisions } from "../../../write/decisions.js";

/** Steps that are kept one by one before they are brought together. */
const MOST_STEPS = 64;

/** What a browser keeps of a review. */
interface Kept {
  readonly decisions: readonly Decision[];
  /** The file that was saved or loaded last, as far as it is about this report. */
  readonly filed: readonly Decision[];
  readonly splits: ReadonlySet<string>;
}

/**
 * Decisions in the browser's storage, under the digest of the mementos: all pages that are opened from disk share it. A
 * step is an item of its own, so that it is kept at once however many there are. Without storage nothing is kept.
 */
export class DecisionLog {
  readonly #storage: Storage | undefined;
  readonly #name: string;
  #step = 0;

  constructor(run: string) {
    this.#name = `detect_off_topic ${run} `;
    this.#storage = openStorage();
  }

  /** Whether decisions outlive the page. */
  get isKept(): boolean {
    return this.#storage !== undefined;
  }

  read(): Kept {
    const storage = this.#storage;
    const names = storage === undefined ? [] : Object.keys(storage).sort();
    const steps = names.filter((name) => name.startsWith(`${this.#name}step `));
    const decisions = [`${this.#name}all`, ...steps].flatMap((name) => this.#decisions(name));
    if (steps.length > MOST_STEPS && this.#set("all", formatDecisions(decisions))) {
      for (const step of steps) storage?.removeItem(step);
    }
    return {
      decisions,
      filed: this.#decisions(`${this.#name}filed`),
      splits: new Set((storage?.getItem(`${this.#name}splits`) ?? "").split(" ").filter(Boolean)),
    };
  }

  /** Keeps a step; false where there is no room. */
  add(decisions: readonly Decision[]): boolean {
    this.#step += 1;
    const name = `step ${Date.now()} ${String(this.#step).padStart(6, "0")}`;
    return this.#set(name, formatDecisions(decisions));
  }

  /** Keeps what a file has. */
  file(decisions: readonly Decision[]): boolean {
    return this.#set("filed", formatDecisions(decisions));
  }

  split(splits: ReadonlySet<string>): boolean {
    return this.#set("splits", [...splits].join(" "));
  }

  /** Calls `added` with what another window of the same report decides. */
  follow(added: (decisions: readonly Decision[]) => void): void {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (newValue === null || key?.startsWith(`${this.#name}step `) !== true) return;
      added(parseDecisions(newValue).decisions);
    });
  }

  #decisions(name: string): readonly Decision[] {
    return parseDecisions(this.#storage?.getItem(name) ?? "").decisions;
  }

  #set(name: string, value: string): boolean {
    if (this.#storage === undefined) return false;
    try {
      this.#storage.setItem(`${this.#name}${name}`, value);
      return true;
    } catch {
      // No room is left: the page says that this is in no file.
      return false;
    }
  }
}

/** Undefined where the browser has none for pages like this. */
function openStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
