import type { Label } from "../../../write/decisions.js";
import { countText, type ListCount, type Look } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import { button, element } from "../dom.js";
import { addressOf } from "../routes.js";
import { counted, grouped, visible } from "../words.js";
import type { DecisionServer } from "./decision-server.js";
import type { ReviewModel } from "./review-model.js";

/** Returns nothing while the command runs. */
export function endedNotice({ hasEnded }: ReviewModel, save: () => void): HTMLElement[] {
  if (!hasEnded) return [];
  const text =
    "The review command in the terminal has ended. Decisions stay in this browser. Start the command again, " +
    "and this page sends them; or save them to a file.";
  const press = button("Save decisions to a file", save, { class: "primary" });
  return [element("div.box.notice.ended", element("p", text), press)];
}

/**
 * Returns the screen after the last open entry of a list: the decisions, the number of captures that `filter` leaves out,
 * the next command, and the list that may follow. Nothing is decided there. `show` shows a list.
 */
export function endOfList(model: ReviewModel, look: Look, show: (look: Look) => void): HTMLElement {
  const { decided, lists } = model.counts();
  const progress = countText(look, lists[look], grouped);
  if (lists[look].decided < lists[look].all) {
    const press = button("Show what is open", () => show(look));
    return finishedNotice(`Nothing open is left in this filter. ${progress}.`, press);
  }
  const labels = (Object.keys(decided) as Label[]).filter((label) => decided[label] > 0);
  const said = labels.map((label) => `${grouped(decided[label])} ${label}`).join(", ");
  const title =
    look === "case" && lists.case.all === 0
      ? "There is no case to decide."
      : `${progress}. Captures in cases: ${said === "" ? "none decided" : said}.`;
  const open = (["case", "check", "random"] as const).filter(
    (other) => other !== look && lists[other].decided < lists[other].all,
  );
  const [first, ...others] = open.filter((other) => other !== "random");
  const offer = (other: Look, className?: string): HTMLElement[] => [
    element("p.remark", `${OFFERS[other]} ${countText(other, lists[other], grouped)}.`),
    button(lookAt(other, lists[other]), () => show(other), { class: className }),
  ];
  return finishedNotice(
    title,
    ...(first === undefined ? [] : offer(first, "primary")),
    ...others.flatMap((other) => offer(other)),
    ...nextStepParts(model),
    ...(first === undefined && open.includes("random") ? offer("random") : []),
  );
}

function nextStepParts(model: ReviewModel): HTMLElement[] {
  const isSaved = (model.server !== undefined && !model.hasEnded) || model.unfiled === 0;
  return [
    element(
      "p",
      "filter will leave out ",
      leftOutLink(model),
      `. ${isSaved ? "Next:" : "Save the decisions (s), then:"}`,
    ),
    element("code", nextCommand(model.head, model.server)),
  ];
}

/** Returns the number of captures that `filter` leaves out, as a link to their seeds. */
export const leftOutLink = (model: ReviewModel): HTMLElement =>
  element(
    "a",
    { href: addressOf("seeds", { show: "left-out" }) },
    counted(model.counts().leftOut, "capture"),
  );

/** Seconds that a look takes. */
const SECONDS_OF_LOOK = 4;

/** Returns a sentence such as `Look at 32 checks (2 minutes)`. */
export function lookAt(look: Look, { all, decided }: ListCount): string {
  const minutes = Math.max(1, Math.round(((all - decided) * SECONDS_OF_LOOK) / 60));
  const what = counted(all - decided, look === "random" ? "random capture" : look);
  return `Look at ${what} (${counted(minutes, "minute")})`;
}

const finishedNotice = (sentence: string, ...more: readonly HTMLElement[]): HTMLElement =>
  element("div.box.notice.finished", element("p", sentence), ...more);

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
