import { counted } from "../../base/text.js";
import type { Capture } from "../../base/types.js";
import { seedKey } from "../../base/uri.js";
import type { Settings } from "../../score/settings/types.js";

/** Maximum number of names in a message. */
const MOST_NAMED = 3;

/** The newest names of pages that have moved (`--aliases`), under which their captures are grouped. */
export class PageNames {
  readonly #by: Settings["groupCapturesBy"];
  /** The newest name by the key of each name. */
  readonly #newest = new Map<string, string>();
  /** The names of which no capture has come yet, by key. */
  readonly #unseen = new Map<string, string>();

  constructor({ aliases = [], groupCapturesBy }: Pick<Settings, "aliases" | "groupCapturesBy">) {
    this.#by = groupCapturesBy;
    const next = new Map(aliases.map((pair) => [this.#keyOf(pair.old), pair.new]));
    for (const uriR of aliases.flatMap((pair) => [pair.old, pair.new])) {
      const way = new Map<string, string>();
      for (let name: string | undefined = uriR; name !== undefined;) {
        const key = this.#keyOf(name);
        if (way.has(key)) break;
        way.set(key, name);
        name = this.#newest.get(key) ?? next.get(key);
      }
      const newest = [...way.values()].at(-1)!;
      for (const [key, name] of way) {
        this.#newest.set(key, newest);
        this.#unseen.set(key, name);
      }
    }
  }

  #keyOf(uriR: string): string {
    return seedKey(uriR, this.#by);
  }

  /** Undefined for a page that has one name. */
  newestOf(uriR: string): string | undefined {
    return this.#newest.get(this.#keyOf(uriR));
  }

  /** Returns a capture with the newest name of its page. */
  named(capture: Capture): Capture {
    const continuesAs = this.newestOf(capture.uriR);
    if (continuesAs === undefined) return capture;
    this.#unseen.delete(this.#keyOf(capture.uriR));
    return { ...capture, continuesAs };
  }

  /** Returns a message about names that no capture has, which may be misspelt. */
  unseen(): string | undefined {
    const uris = [...this.#unseen.values()];
    if (uris.length === 0) return undefined;
    const others = uris.length - MOST_NAMED;
    const more = others > 0 ? ` and ${counted(others, "other name")}` : "";
    return `--aliases: there is no capture of ${uris.slice(0, MOST_NAMED).join(", ")}${more}.`;
  }
}
