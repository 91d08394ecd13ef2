/** The three parts of the page. */
export const VIEWS = ["overview", "seeds", "review"] as const;
export type View = (typeof VIEWS)[number];

/** What is shown, as the URL's fragment has it: `#seeds?pattern=step`. */
export interface Route {
  readonly view: View;
  readonly choice: ReadonlyMap<string, string>;
}

/** Reads a fragment; what it cannot mean is the overview. */
export function parseRoute(fragment: string): Route {
  const [name = "", query = ""] = fragment.replace(/^#/u, "").split(/\?(.*)/su, 2);
  const view = VIEWS.find((each) => each === name) ?? "overview";
  return { view, choice: new Map(new URLSearchParams(query)) };
}

/** The fragment of a route; empty choices are left out. */
export function formatRoute({ view, choice }: Route): string {
  const query = new URLSearchParams([...choice].filter(([, value]) => value !== "")).toString();
  return query === "" ? `#${view}` : `#${view}?${query}`;
}

/** Keeps page and fragment the same: the back button works, and a link can be shared. */
export class Router {
  readonly #show: (route: Route) => void;

  constructor(show: (route: Route) => void) {
    this.#show = show;
    window.addEventListener("hashchange", () => show(this.route));
  }

  /** Shows what the fragment says. */
  start(): void {
    this.#show(this.route);
  }

  get route(): Route {
    return parseRoute(window.location.hash);
  }

  /** Goes to a route; the back button leads back. */
  go(view: View, choice: Readonly<Record<string, string>> = {}): void {
    const fragment = formatRoute({ view, choice: new Map(Object.entries(choice)) });
    // Unlike a new hash it makes no event: what is asked for is shown before the next key is pressed.
    if (fragment !== window.location.hash) window.history.pushState(null, "", fragment);
    this.#show(this.route);
  }

  /** Says what is shown already, without a step for the back button. */
  note(view: View, choice: Readonly<Record<string, string>>): void {
    const fragment = formatRoute({ view, choice: new Map(Object.entries(choice)) });
    window.history.replaceState(null, "", fragment);
  }
}
