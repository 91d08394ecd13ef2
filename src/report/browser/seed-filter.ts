import type { PageHead } from "../page-data.js";
import { element, fold } from "./dom.js";
import { type ListChoice, SHOWN_SEEDS } from "./list-order.js";
import { PATTERNS, visible } from "./words.js";

/** Width in pixels of the widest phone, as in the style sheets. */
const PHONE = 720;

const FIELDS = ["show", "pattern", "kind", "year"] as const;

type Option = readonly [value: string, title: string];

interface SeedFilter {
  readonly form: HTMLElement;
  show(choice: ListChoice): void;
}

/** Calls `changed` at each change. */
export function seedFilter(
  { timeMaps, years }: PageHead,
  kinds: readonly string[],
  changed: (change: Partial<ListChoice>) => void,
): SeedFilter {
  const query = element("input", {
    type: "search",
    placeholder: "part of a URI or a kind",
    spellcheck: "false",
  });
  query.addEventListener("input", () => changed({ query: query.value }));
  const known = new Set(timeMaps.map(({ pattern }) => pattern ?? "none"));
  const patterns = PATTERNS.filter(({ pattern }) => known.has(pattern));
  const shown = Object.entries(SHOWN_SEEDS).map(([name, [title]]) => [name, title] as const);
  const named = patterns.map(({ pattern, title }) => [pattern, title] as const);
  const fields = {
    show: select(shown),
    pattern: select([["", "any pattern"], ...named]),
    kind: select([["", "any kind"], ...kinds.map(sameTitle)]),
    year: select([["", "any year"], ...years.map(({ year }) => sameTitle(year))]),
  };
  for (const name of FIELDS) {
    fields[name].addEventListener("change", () => changed({ [name]: fields[name].value }));
  }
  const more = fold(
    "row more-filters",
    "Filters",
    element("label", "Show ", fields.show),
    element("label", "Pattern ", fields.pattern),
    kinds.length === 0 ? undefined : element("label", "Kind ", fields.kind),
    years.length < 2 ? undefined : element("label", "Year ", fields.year),
  );
  // On a phone the filters would fill the first screen.
  more.open = window.innerWidth > PHONE;
  const form = element(
    "form.row.filter",
    { role: "search" },
    element("label", "Find ", query),
    more,
  );
  // Enter in the field would submit the form and leave the page.
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    form,
    show(choice) {
      // Text that the user is typing must not be replaced.
      if (query.value.trim() !== choice.query.trim()) query.value = choice.query;
      for (const name of FIELDS) {
        fields[name].value = choice[name];
        if (choice[name] !== "") more.open = true;
      }
    },
  };
}

const sameTitle = (value: string): Option => [value, visible(value)];

const select = (options: readonly Option[]): HTMLSelectElement =>
  element("select", ...options.map(([value, title]) => element("option", { value }, title)));
