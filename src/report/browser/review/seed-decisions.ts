import type { Label } from "../../../write/decisions.js";
import type { PageHead } from "../../page-data.js";
import { button, element } from "../dom.js";
import { counted, dayTitle } from "../words.js";
import { dayOf, placesOf } from "./cases.js";
import type { Captures, ReviewModel } from "./review-model.js";

const LABELS = ["off-topic", "on-topic", "unsure"] as const satisfies readonly Label[];

/** Captures that are decided together, and the words for them. */
interface Scope {
  readonly title: string;
  readonly captures: Captures;
}

/** Returns what can be decided at a capture of a seed: itself, its case, what follows, what came before, and the seed. */
function scopesAt(head: PageHead, model: ReviewModel, timeMap: number, place: number): Scope[] {
  const last = head.timeMaps[timeMap]!.strip.length - 1;
  const run = (title: string, from: number, to: number): Scope => ({
    title,
    captures: { timeMap, from, to },
  });
  const own = model.caseOf(timeMap, place);
  const one = { timeMap, from: place, to: place, places: [place] };
  return [
    { title: "this capture", captures: one },
    ...(own === undefined ? [] : [{ title: `its ${own.look}`, captures: own }]),
    ...(place < last ? [run("from here on", place, last)] : []),
    ...(place > 0 ? [run("up to here", 0, place)] : []),
    run("the seed", 0, last),
  ];
}

/**
 * Returns buttons that decide a capture of a timeline with others of its seed. Calls `changed` after a decision, so that
 * the buttons are made anew.
 */
export function seedDecisions(
  head: PageHead,
  model: ReviewModel,
  timeMap: number,
  place: number,
  changed: (pressed: string) => void,
): HTMLElement {
  const scopes = scopesAt(head, model, timeMap, place);
  const choice = element(
    "select",
    ...scopes.map(({ title, captures }, at) => {
      const count = placesOf(head, captures).length;
      return element("option", { value: at }, `${title} (${counted(count, "capture")})`);
    }),
  );
  const press = (title: string, act: (captures: Captures) => unknown): HTMLElement =>
    button(
      title,
      () => {
        act(scopes[Number(choice.value)]!.captures);
        changed(title);
      },
      { "data-decide": title },
    );
  const label = model.labelAt(timeMap, place);
  const day = dayTitle(dayOf(head, timeMap, place));
  return element(
    "div.decide-row",
    element("label", "Decide ", choice),
    element(
      "div.choices",
      { role: "group", "aria-label": "Decide" },
      ...LABELS.map((each) => press(each, (captures) => model.decide([captures], each))),
      place === 0
        ? undefined
        : press(`the seed begins on ${day}`, () =>
            model.begin({ timeMap, from: place, to: place }),
          ),
      model.canUndo ? press("undo", () => model.undo()) : undefined,
    ),
    element(
      "span.remark",
      { role: "status" },
      label === undefined ? "not decided" : `decided: ${label}`,
    ),
  );
}
