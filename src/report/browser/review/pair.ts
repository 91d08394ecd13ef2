import type { Label } from "../../../write/decisions.js";
import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { withoutTexts } from "../details.js";
import { element } from "../dom.js";
import { LINK_OUT, mementoHref, type ShownMemento } from "../memento-text.js";
import { pictureOf } from "../pictures.js";
import { isSameText, sideBySide } from "../side-by-side.js";
import { dateTitle, dayTitle, verdictTitle, visible } from "../words.js";
import { goodPlace, type ReviewCase } from "./cases.js";
import type { DecisionServer } from "./review-model.js";

export const PAIR_VIEWS = { picture: "Picture", text: "Text", page: "Archived page" } as const;
export type PairView = keyof typeof PAIR_VIEWS;

/** The first view is the initial view. */
export function pairViews(
  { hasPictures, hasText }: PageHead,
  server: DecisionServer | undefined,
): readonly PairView[] {
  if (server?.archived === undefined) return hasPictures ? ["picture", "text"] : ["text"];
  if (hasPictures) return ["picture", "text", "page"];
  const pictures: readonly PairView[] = server.data.hasScreenshots === true ? ["picture"] : [];
  return hasText ? ["text", ...pictures, "page"] : ["page", ...pictures, "text"];
}

interface PairContext {
  readonly head: PageHead;
  readonly server: DecisionServer | undefined;
  readonly view: PairView;
  readonly place: number;
  readonly labelAt: (timeMap: number, place: number) => Label | "contradicted" | undefined;
}

/** Returns a memento of a case next to an on-topic capture of the same seed. */
export function pair(each: ReviewCase, context: PairContext): HTMLElement {
  const { head, server, view, place, labelAt } = context;
  const { timeMap } = each;
  const shown = readMemento(timeMap, place);
  if (shown === undefined) return element("div.pair");
  if (view === "text") {
    const texts = textPair(each, shown, context);
    return element("div.pair.of-text", ...(texts.length > 0 ? texts : [withoutTexts()]));
  }
  const goodAt = goodPlace(head, each, place, labelAt);
  const good = goodAt === undefined ? undefined : readMemento(timeMap, goodAt);
  const show = (memento: ShownMemento, title: string): HTMLElement =>
    view === "page"
      ? memento.inferredFrom === undefined
        ? (server?.archived?.frame(memento.uriM, title) ?? noPicture())
        : unread(memento, title, server)
      : (pictureOf(head, memento, title) ??
        server?.archived?.picture(memento.uriM, title, noPicture()) ??
        noPicture());
  const noPicture = (): HTMLElement =>
    element("div.no-picture", `No picture. ${howToMakePictures(head, server)}`);
  const pane = (memento: ShownMemento, name: string): HTMLElement => {
    const title = `${name}, ${dateTitle(memento.date)}`;
    const caption = element("figcaption", `${name}, ${dayTitle(memento.date)} `, link(memento));
    return element(
      "figure",
      { class: `pane ${memento === shown ? "of-case" : "of-good"}` },
      caption,
      element(
        "div.view",
        { tabindex: 0, role: "region", "aria-label": title },
        show(memento, title),
      ),
    );
  };
  const name =
    goodAt === undefined || goodAt > place
      ? "Next on-topic capture"
      : each.isChange === true
        ? "Last capture before"
        : goodAt === head.timeMaps[timeMap]!.first
          ? "First capture"
          : "Last on-topic capture";
  return element(
    "div.pair",
    good === undefined
      ? element("p.pane.of-good.remark", "The seed has no on-topic capture.")
      : pane(good, name),
    pane(shown, `This capture (${verdictTitle(shown.overall)})`),
  );
}

/**
 * A capture with the same text as the one beside it says nothing. The pair of that one is shown instead, so that the
 * texts differ, and a remark says so.
 */
function textPair(
  { timeMap, isChange }: ReviewCase,
  shown: ShownMemento,
  { head, labelAt }: PairContext,
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
  const isFirst = beside !== undefined && beside.place === head.timeMaps[timeMap]!.first;
  const title = isChange === true ? "Last capture before" : isFirst ? "First capture" : undefined;
  const texts = sideBySide(one, other, beside && labelAt(timeMap, beside.place), title);
  return asFirst === "" || texts.length === 0 ? texts : [element("p.remark", asFirst), ...texts];
}

/** Returns a pane for a capture that no run has read, which a button fetches if the user allows it. */
function unread(
  { uriM }: ShownMemento,
  title: string,
  server: DecisionServer | undefined,
): HTMLElement {
  const why = element(
    "p.remark",
    { role: "status" },
    "This capture was not read: its verdict is inferred.",
  );
  const pane = element("div.no-picture", why);
  if (server?.data.mayFetch !== true) return pane;
  const fetchIt = element("button", { type: "button" }, "Fetch this capture");
  fetchIt.addEventListener("click", () => {
    fetchIt.disabled = true;
    why.textContent = "The archive is asked for this capture.";
    server.fetchCapture(uriM).then(
      () => pane.replaceWith(server.archived?.frame(uriM, title) ?? ""),
      (cause: unknown) => {
        fetchIt.disabled = false;
        why.textContent = `It cannot be had: ${visible(cause instanceof Error ? cause.message : String(cause))}`;
      },
    );
  });
  pane.append(fetchIt);
  return pane;
}

/** Returns a sentence with the command that makes pictures. */
export function howToMakePictures({ file = "RESULTS" }: PageHead, server?: DecisionServer): string {
  const command =
    server?.data.makePictures ?? `detect_off_topic pictures ${file} -i INPUT -o pictures/`;
  return visible(`${command} makes them, and --pictures pictures/ shows them.`);
}

function link(memento: ShownMemento): HTMLElement | undefined {
  const href = mementoHref(memento);
  return href === undefined ? undefined : element("a.open", { href, ...LINK_OUT }, "replay");
}
