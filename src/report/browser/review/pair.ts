import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { withoutTexts } from "../details.js";
import { button, element } from "../dom.js";
import { LINK_OUT, mementoHref, type ShownMemento } from "../memento-text.js";
import { pictureOf } from "../pictures.js";
import { isSameText, sideBySide } from "../side-by-side.js";
import { dateTitle, dayTitle, verdictTitle, visible } from "../words.js";
import { goodPlace, type ReviewCase } from "./cases.js";
import type { DecisionServer } from "./decision-server.js";
import type { ReviewModel } from "./review-model.js";

export const PAIR_VIEWS = { picture: "Picture", text: "Text", page: "Archived page" } as const;
export type PairView = keyof typeof PAIR_VIEWS;

/** The first view is the initial view. */
export function pairViews({
  head: { hasPictures, hasText },
  server,
}: Pick<ReviewModel, "head" | "server">): readonly PairView[] {
  if (server?.archived === undefined) return hasPictures ? ["picture", "text"] : ["text"];
  if (hasPictures) return ["picture", "text", "page"];
  return hasText ? ["text", "page"] : ["page", "text"];
}

/** Returns a memento of a case next to another capture of the same seed. */
export function pair(
  model: ReviewModel,
  each: ReviewCase,
  place: number,
  view: PairView,
): HTMLElement {
  const shown = readMemento(each.timeMap, place);
  if (shown === undefined) return element("div.pair");
  if (view === "text") {
    const texts = textPair(model, each, shown);
    return element("div.pair.of-text", ...(texts.length > 0 ? texts : [withoutTexts()]));
  }
  const goodAt = goodPlace(model, each, place);
  const good = goodAt === undefined ? undefined : readMemento(each.timeMap, goodAt);
  const { first } = model.head.timeMaps[each.timeMap]!;
  const name =
    goodAt === undefined || goodAt > place
      ? "Next on-topic capture"
      : each.isChange
        ? "Last capture before"
        : goodAt === first
          ? "First capture"
          : "Last on-topic capture";
  return element(
    "div.pair",
    good === undefined
      ? element("p.pane.of-good.remark", "The seed has no on-topic capture.")
      : pane(model, view, good, name),
    pane(model, view, shown, `This capture (${verdictTitle(shown.overall)})`, "of-case"),
  );
}

function pane(
  { head, server }: ReviewModel,
  view: PairView,
  memento: ShownMemento,
  name: string,
  side = "of-good",
): HTMLElement {
  const title = `${name}, ${dateTitle(memento.date)}`;
  const without = element("div.no-picture", `No picture. ${howToMakePictures(head, server)}`);
  const shown =
    view === "picture"
      ? (pictureOf(head, memento, title) ??
        server?.archived?.picture(memento.uriM, title, without) ??
        without)
      : memento.inferredFrom === undefined
        ? (server?.archived?.frame(memento.uriM, title) ?? without)
        : unreadPane(memento, title, server);
  return element(
    "figure",
    { class: `pane ${side}` },
    element(
      "figcaption",
      `${name}, ${dayTitle(memento.date)} `,
      replayLink(memento),
      memento.inferredFrom ? undefined : server?.archived && pageTitle(server, memento),
    ),
    element("div.view", { tabindex: 0, role: "region", "aria-label": title }, shown),
  );
}

/** Returns the title of an archived page, which the command reads. Results have none. */
function pageTitle(server: DecisionServer, { uriM }: ShownMemento): HTMLElement {
  const shown = element("bdi.page-title");
  server.title(uriM).then(
    (title) => (shown.textContent = title === "" ? "no title" : visible(title)),
    // The command has ended, which the page says elsewhere.
    () => undefined,
  );
  return shown;
}

/**
 * A capture with the same text as the one beside it says nothing. The pair of that one is shown instead, so that the
 * texts differ, and a remark says so.
 */
function textPair(
  model: ReviewModel,
  { timeMap, isChange }: ReviewCase,
  shown: ShownMemento,
): HTMLElement[] {
  let [one, asFirst] = [shown, ""];
  while (isSameText(one)) {
    const before = one.beside && readMemento(timeMap, one.beside.place);
    if (before?.excerpt === undefined) break;
    one = before;
    asFirst = `The text is the same as on ${dateTitle(before.date)}, which is shown.`;
  }
  const { beside } = one;
  const other = beside && readMemento(timeMap, beside.place);
  const isFirst = beside !== undefined && beside.place === model.head.timeMaps[timeMap]!.first;
  const title = isChange ? "Last capture before" : isFirst ? "First capture" : undefined;
  const texts = sideBySide(one, other, beside && model.labelAt(timeMap, beside.place), title);
  return asFirst === "" || texts.length === 0 ? texts : [element("p.remark", asFirst), ...texts];
}

/** Returns a pane for a capture that no run has read, which a button fetches if the user allows it. */
function unreadPane(
  { uriM }: ShownMemento,
  title: string,
  server: DecisionServer | undefined,
): HTMLElement {
  const say = element(
    "p.remark",
    { role: "status" },
    "This capture was not read: its verdict is inferred.",
  );
  const box = element("div.no-picture", say);
  if (server?.data.mayFetch !== true) return box;
  const press = button("Fetch this capture", () => {
    press.disabled = true;
    say.textContent = "The archive is asked for this capture.";
    server.fetchCapture(uriM).then(
      () => box.replaceWith(server.archived?.frame(uriM, title) ?? ""),
      (cause: unknown) => {
        press.disabled = false;
        say.textContent = `It cannot be had: ${visible(cause instanceof Error ? cause.message : String(cause))}`;
      },
    );
  });
  box.append(press);
  return box;
}

/** Returns a sentence with the command that makes pictures. */
export function howToMakePictures({ file = "RESULTS" }: PageHead, server?: DecisionServer): string {
  const command =
    server?.data.makePictures ?? `detect_off_topic pictures ${file} -i INPUT -o pictures/`;
  return visible(`${command} makes them, and --pictures pictures/ shows them.`);
}

function replayLink(memento: ShownMemento): HTMLElement | undefined {
  const href = mementoHref(memento);
  return href === undefined ? undefined : element("a.open", { href, ...LINK_OUT }, "replay");
}
