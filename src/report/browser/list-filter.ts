import type { PageTimeMap } from "../page-data.js";
import { element } from "./dom.js";
import type { ListChoice } from "./list-order.js";
import { PATTERNS } from "./words.js";

/** The fields above the list. */
export interface ListFilter {
  readonly form: HTMLElement;
  choosePattern(pattern: string): void;
}

/** Fields that say which TimeMaps are listed; `changed` is told of each change. */
export function listFilter(
  timeMaps: readonly PageTimeMap[],
  changed: (change: Partial<ListChoice>) => void,
): ListFilter {
  const query = element("input", {
    type: "search",
    placeholder: "part of a URI",
    spellcheck: "false",
  });
  query.addEventListener("input", () => changed({ query: query.value }));
  const known = new Set(timeMaps.map(({ pattern }) => pattern ?? "none"));
  const select = element(
    "select",
    {},
    element("option", { value: "" }, "any pattern"),
    ...PATTERNS.filter(({ pattern }) => known.has(pattern)).map(({ pattern, title, meaning }) =>
      element("option", { value: pattern }, `${title}: ${meaning}`),
    ),
  );
  const choose = (): void => {
    const pattern = PATTERNS.find((each) => each.pattern === select.value)?.pattern ?? "";
    changed({ pattern });
  };
  select.addEventListener("change", choose);
  const form = element(
    "form",
    { class: "filter", role: "search" },
    element("label", {}, "Find ", query),
    element("label", {}, "Pattern ", select),
  );
  // Enter in the field must not leave the page.
  form.addEventListener("submit", (event) => event.preventDefault());
  return {
    form,
    choosePattern(pattern) {
      select.value = pattern;
      choose();
    },
  };
}
