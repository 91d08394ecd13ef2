import type { Label } from "../../../write/decisions.js";
import { countText, type ListCount, type Look } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import { button, element } from "../dom.js";
import { counted, grouped, visible } from "../words.js";
import type { DecisionCounts } from "./decision-counts.js";
import type { DecisionServer, ReviewModel } from "./review-model.js";

/** Returns nothing while the command runs. */
export function endedNotice({ hasEnded }: ReviewModel, save: () => void): HTMLElement[] {
  if (!hasEnded) return [];
  return [
    element(
      "div.notice.ended",
      element(
        "p",
        "The review command in the terminal has ended. Decisions stay in this browser. Start the command again, " +
          "and this page sends them; or save them to a file.",
      ),
      button("Save decisions to a file", save, { class: "primary" }),
    ),
  ];
}

interface End {
  readonly model: ReviewModel;
  readonly head: PageHead;
  readonly server: DecisionServer | undefined;
  readonly look: Look;
  /** Shows a list from its first open entry on. */
  readonly show: (look: Look) => void;
}

/**
 * Returns the screen after the last open entry of a list: the decisions, the number of captures that `filter` leaves out,
 * the next command, and the list that may follow. Nothing is decided there.
 */
export function endOfList({ model, head, server, look, show }: End): HTMLElement {
  const { decided, mementos, lists, leftOut } = model.counts();
  const { all, decided: done } = lists[look];
  if (done < all) {
    return notice(
      `Nothing open is left in this filter. ${countText(look, lists[look], grouped)}.`,
      button("Show what is open", () => show(look)),
    );
  }
  const labels = (Object.keys(decided) as Label[]).filter((label) => decided[label] > 0);
  const said = labels.map((label) => `${grouped(decided[label])} ${label}`).join(", ");
  const isServed = server !== undefined && !model.hasEnded;
  const next = isServed || model.unfiled === 0 ? "Next:" : "Save the decisions (s), then:";
  const further = furtherLists(lists, look);
  const isMore = further.some((other) => other !== "random");
  const offers = further
    .filter((other) => !isMore || other !== "random")
    .flatMap((other) => [
      element("p.remark", `${OFFERS[other]} ${countText(other, lists[other], grouped)}.`),
      button(lookAt(other, lists[other]), () => show(other), isMore ? { class: "primary" } : {}),
    ]);
  const filtering = [
    element("p", `filter will leave out ${counted(leftOut, "capture")}. ${next}`),
    element("code", nextCommand(head, server)),
  ];
  return notice(
    mementos === 0 && look === "case"
      ? "There is no case to decide."
      : `${countText(look, lists[look], grouped)}. Captures in cases: ${said === "" ? "none decided" : said}.`,
    ...(isMore ? [...offers, ...filtering] : [...filtering, ...offers]),
  );
}

/** Seconds that a look takes. */
const SECONDS = 4;

/** Returns a sentence such as `Look at 32 checks (2 minutes)`. */
export function lookAt(look: Look, { all, decided }: ListCount): string {
  const minutes = Math.max(1, Math.round(((all - decided) * SECONDS) / 60));
  const what = counted(all - decided, look === "random" ? "random capture" : look);
  return `Look at ${what} (${counted(minutes, "minute")})`;
}

const notice = (sentence: string, ...more: readonly HTMLElement[]): HTMLElement =>
  element("div.notice.finished", element("p", sentence), ...more);

/** Returns the lists that are not complete, cases before checks. */
const furtherLists = (lists: DecisionCounts["lists"], look: Look): Look[] =>
  (["case", "check", "random"] as const).filter(
    (other) => other !== look && lists[other].decided < lists[other].all,
  );

const OFFERS: Readonly<Record<Look, string>> = {
  case: "Cases are still open.",
  check:
    "Now the checks: of each seed the on-topic capture nearest to the threshold. They show what the verdicts missed.",
  random: "If you like: on-topic captures drawn at random; only they say how much was missed.",
};

/** Returns the command that uses the decisions. */
export const nextCommand = ({ file = "run.jsonl" }: PageHead, server?: DecisionServer): string =>
  visible(
    server?.data.next ??
      `detect_off_topic filter ${file} --overrides decisions.tsv -i INPUT -o clean/`,
  );
