import { button, element } from "../dom.js";
import { counted, dayTitle } from "../words.js";
import { type Captures, dayOf, judgedPlaces } from "./cases.js";
import { ANSWERS, type ReviewModel } from "./review-model.js";

/** Returns what can be decided at a capture of a seed: itself, its case, what follows, what came before, and the seed. */
function scopesAt(
  model: ReviewModel,
  timeMap: number,
  place: number,
): (readonly [title: string, captures: Captures])[] {
  const last = model.head.timeMaps[timeMap]!.strip.length - 1;
  const run = (from: number, to: number): Captures => ({
    timeMap,
    places: judgedPlaces(model.head, timeMap, from, to),
  });
  const own = model.caseOf(timeMap, place);
  const scopes: (readonly [string, Captures])[] = [
    ["this capture", { timeMap, places: [place] }],
    ...(own === undefined ? [] : [[`its ${own.look}`, own] as const]),
    ...(place < last ? [["from here on", run(place, last)] as const] : []),
    ...(place > 0 ? [["up to here", run(0, place)] as const] : []),
    ["the seed", run(0, last)],
  ];
  return scopes;
}

/**
 * Returns buttons that decide a capture of a timeline with others of its seed. Calls `changed` after a decision, so that
 * the buttons are made anew.
 */
export function seedDecisions(
  model: ReviewModel,
  timeMap: number,
  place: number,
  changed: () => void,
): HTMLElement {
  const scopes = scopesAt(model, timeMap, place);
  const choice = element(
    "select",
    ...scopes.map(([title, { places }], at) =>
      element("option", { value: at }, `${title} (${counted(places.length, "capture")})`),
    ),
  );
  const press = (title: string, act: () => unknown): HTMLElement =>
    button(
      title,
      () => {
        act();
        changed();
      },
      { "data-step": title },
    );
  const chosen = (): Captures => scopes[Number(choice.value)]![1];
  const label = model.labelAt(timeMap, place);
  const day = dayTitle(dayOf(model.head, timeMap, place));
  const begin = (): unknown => model.begin({ timeMap, places: [place] });
  return element(
    "div.row.decide-row",
    element("label", "Decide ", choice),
    element(
      "div.row",
      { role: "group", "aria-label": "Decide" },
      ...ANSWERS.map((each) => press(each, () => model.decide([chosen()], each))),
      place === 0 ? undefined : press(`the seed begins on ${day}`, begin),
      model.canUndo ? press("undo", () => model.undo()) : undefined,
    ),
    element(
      "span.remark",
      { role: "status" },
      label === undefined ? "not decided" : `decided: ${label}`,
    ),
  );
}
