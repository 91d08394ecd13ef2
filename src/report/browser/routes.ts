/** Views of the page. They and what is chosen in them are in the fragment of the URI: `#seeds?pattern=step`. */
export const VIEWS = ["overview", "seeds", "review"] as const;
export type ReportView = (typeof VIEWS)[number];
export type RouteChoice = Readonly<Record<string, string>>;

/** `usual` takes the place of an unknown view. */
export function parseRoute(
  fragment: string,
  usual: ReportView,
): { readonly view: ReportView; readonly choice: ReadonlyMap<string, string> } {
  const [name = "", query = ""] = fragment.replace(/^#/u, "").split(/\?(.*)/su, 2);
  const view = VIEWS.find((each) => each === name) ?? usual;
  return { view, choice: new Map(new URLSearchParams(query)) };
}

export function addressOf(view: ReportView, choice: RouteChoice = {}): string {
  const chosen = Object.entries(choice).filter(([, value]) => value !== "");
  return chosen.length === 0 ? `#${view}` : `#${view}?${new URLSearchParams(chosen).toString()}`;
}

/** Returns the address of the timeline of a seed, at one of its captures. */
export const seedAddress = (timeMap: number, place: number): string =>
  addressOf("seeds", { seed: String(timeMap), capture: String(place) });
