import { button, element } from "../dom.js";
import { grouped, visible } from "../words.js";
import { type FacetName, FACETS, type FilteredQueue, type QueueFilter } from "./cases.js";

/** Values of a facet that are shown: years have more than kinds of page. */
const MOST_VALUES = 40;

/** Facets as buttons with counts; `chosen` is called with the value that is pressed, empty to take it back. */
export function facetPanel(
  { counts }: FilteredQueue,
  { facets }: QueueFilter,
  chosen: (name: FacetName, value: string) => void,
): HTMLElement[] {
  return (Object.keys(FACETS) as FacetName[]).flatMap((name) => {
    const own = facets.get(name);
    const values = [...(counts.get(name) ?? [])];
    if (own !== undefined && !values.some(([value]) => value === own)) values.push([own, 0]);
    if (values.length === 0) return [];
    values.sort(
      name === "year" || name === "status"
        ? ([a], [b]) => (a < b ? -1 : 1)
        : ([a, one], [b, other]) => other - one || (a < b ? -1 : 1),
    );
    const shown = values.filter(([value], at) => at < MOST_VALUES || value === own);
    return [
      element(
        "fieldset",
        { class: "facet" },
        element("legend", {}, FACETS[name]),
        ...shown.map(([value, count]) => {
          const isChosen = value === own;
          const made = button(visible(value), () => chosen(name, isChosen ? "" : value), {
            class: "facet-value",
            "aria-pressed": String(isChosen),
            "data-facet": `${name} ${value}`,
          });
          made.append(element("span", { class: "number" }, grouped(count)));
          return made;
        }),
      ),
    ];
  });
}
