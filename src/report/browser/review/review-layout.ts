import { element } from "../dom.js";
import { type Command, commandButton } from "./decision-bar.js";

interface ReviewParts {
  readonly notice: HTMLElement;
  readonly seed: HTMLElement;
  readonly unfiled: HTMLElement;
  readonly position: HTMLElement;
  readonly menu: HTMLElement;
  readonly sentence: HTMLElement;
  /** Buttons that decide a case. */
  readonly decide: readonly HTMLElement[];
  readonly undo: HTMLElement;
  readonly status: HTMLElement;
  /** Buttons that choose a list. */
  readonly lists: HTMLElement;
  readonly views: HTMLElement;
  readonly steps: HTMLElement;
  readonly pair: HTMLElement;
  readonly history: HTMLElement;
  readonly comment: HTMLElement;
  readonly facts: HTMLElement;
  readonly list: HTMLElement;
  readonly query: HTMLElement;
  readonly facets: HTMLElement;
  readonly help: HTMLElement;
}

/**
 * Returns the section of the review. The first screen has verdict, buttons, pair and history. Comment, cases and filter
 * are below it. `act` runs the command of a button.
 */
export function reviewLayout(parts: ReviewParts, act: (command: Command) => void): HTMLElement {
  const command = (name: Command, title?: string): HTMLElement => commandButton(name, act, title);
  return element(
    "section.review",
    { "aria-labelledby": "review-title" },
    element(
      "div.screen",
      parts.notice,
      element(
        "div.case-head",
        parts.seed,
        parts.unfiled,
        parts.position,
        command("previous", "‹"),
        command("next", "›"),
        parts.menu,
      ),
      parts.sentence,
      element(
        "div.decide-row",
        element("div.decide", { role: "group", "aria-label": "Decide" }, ...parts.decide),
        element("div.said", parts.undo, parts.status),
      ),
      element("div.view-bar", parts.views, parts.steps),
      parts.pair,
      parts.history,
    ),
    element(
      "div.below",
      element(
        "section",
        { "aria-label": "Case" },
        element("label.comment", "Comment ", parts.comment),
        parts.facts,
      ),
      element("section", { "aria-label": "Lists" }, parts.lists, parts.list),
      element(
        "section",
        { "aria-label": "Filter" },
        element("h3", "Filter"),
        element("label", "Search ", parts.query),
        parts.facets,
      ),
    ),
    parts.help,
  );
}
