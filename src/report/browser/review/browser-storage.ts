import { type Decision, formatDecisions, parseDecisions } from "../../../write/decisions.js";

const REVIEWER_ITEM = "detect_off_topic reviewer";

/**
 * Decisions that the browser keeps, each as an item of its own, so that a decision takes no longer if there are many. The
 * name of an item includes the digest of the mementos, because all pages opened from disk share one storage. Without a
 * storage, nothing is kept.
 */
export class BrowserStorage {
  readonly #storage = openStorage();
  readonly #made: string;
  readonly #filed: string;
  #isKept = this.#storage !== undefined;

  constructor(run: string) {
    this.#made = `detect_off_topic ${run} made `;
    this.#filed = `detect_off_topic ${run} filed `;
  }

  /** Whether decisions outlive the page. */
  get isKept(): boolean {
    return this.#isKept;
  }

  read(): { readonly made: readonly Decision[]; readonly filed: readonly Decision[] } {
    return { made: this.#all(this.#made), filed: this.#all(this.#filed) };
  }

  /** Keeps decisions, or else that a file contains them. */
  keep(decisions: readonly Decision[], isFile = false): void {
    const start = isFile ? this.#filed : this.#made;
    for (const each of decisions) this.#set(`${start}${each.uriM}`, formatDecisions([each]));
  }

  /** Calls `added` with decisions that are made on the same report in another window. */
  follow(added: (decisions: readonly Decision[]) => void): void {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (newValue === null || key?.startsWith(this.#made) !== true) return;
      added(parseDecisions(newValue).decisions);
    });
  }

  /** Name that the reviewer gave earlier in this browser. */
  get reviewer(): string {
    return this.#storage?.getItem(REVIEWER_ITEM) ?? "";
  }

  set reviewer(name: string) {
    this.#set(REVIEWER_ITEM, name);
  }

  #all(start: string): readonly Decision[] {
    const names = Object.keys(this.#storage ?? {}).filter((name) => name.startsWith(start));
    return names.flatMap((name) => parseDecisions(this.#storage?.getItem(name) ?? "").decisions);
  }

  #set(name: string, value: string): void {
    try {
      this.#storage?.setItem(name, value);
    } catch {
      // No room is left. The page then says that the decisions are not in a file.
      this.#isKept = false;
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
