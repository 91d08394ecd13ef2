import type { Label } from "../../../write/decisions.js";
import type { PageHead } from "../../page-data.js";
import { button, element } from "../dom.js";
import { counted, grouped, visible } from "../words.js";
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

/** Returns nothing while a case is open. */
export function finishedNotice(
  model: ReviewModel,
  head: PageHead,
  server: DecisionServer | undefined,
): HTMLElement[] {
  const { decided, mementos, openCases, openSample } = model.counts();
  if (openCases > 0 || mementos === 0) return [];
  const labels = (Object.keys(decided) as Label[]).filter((label) => decided[label] > 0);
  const said = labels.map((label) => `${grouped(decided[label])} ${label}`).join(", ");
  const rest =
    openSample === 0 ? "" : ` ${counted(openSample, "case")} of the audit sample left to check.`;
  const isServed = server !== undefined && !model.hasEnded;
  const next = isServed || model.unfiled === 0 ? "Next:" : "Save the decisions (s), then:";
  return [
    element(
      "div.notice.finished",
      element("p", `All ${counted(mementos, "capture")} are decided: ${said}.${rest} ${next}`),
      element("code", visible(server?.data.next ?? nextCommand(head))),
    ),
  ];
}

const nextCommand = ({ file = "run.jsonl" }: PageHead): string =>
  `detect_off_topic filter ${file} --overrides decisions.tsv -i INPUT -o clean/`;
