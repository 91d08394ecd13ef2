import { type Decision, formatDecisions, parseDecisions } from "../../../write/decisions.js";

/** Maximum number of steps that are stored one by one. More steps are merged into one item of the storage. */
const MOST_STEPS = 64;

interface Kept {
  readonly decisions: readonly Decision[];
  /** Decisions in the file that was saved or loaded last, if these decisions are about this report. */
  readonly filed: readonly Decision[];
  readonly splits: ReadonlySet<string>;
}

/**
 * The name of an item includes the digest of the mementos, because all pages opened from disk share one storage. Each
 * step is a separate item, so that the time for storing a step does not grow with the number of steps. Without a
 * storage, nothing is stored.
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

  /** Stores a step; returns false if there is no room. */
  add(decisions: readonly Decision[]): boolean {
    this.#step += 1;
    const name = `step ${Date.now()} ${String(this.#step).padStart(6, "0")}`;
    return this.#set(name, formatDecisions(decisions));
  }

  /** Stores the decisions that are in a file; returns false if there is no room. */
  file(decisions: readonly Decision[]): boolean {
    return this.#set("filed", formatDecisions(decisions));
  }

  split(splits: ReadonlySet<string>): boolean {
    return this.#set("splits", [...splits].join(" "));
  }

  /** Calls `added` with decisions that are made on the same report in another window. */
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
      // No room is left. The page then says that the decisions are not in a file.
      return false;
    }
  }
}

/** Returns the storage of the browser; `undefined` if the browser has none for pages opened from disk. */
function openStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
