import type { Label } from "../../../write/decisions.js";
import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { withoutTexts } from "../details.js";
import { element } from "../dom.js";
import { LINK_OUT, mementoHref, type ShownMemento } from "../memento-text.js";
import { pictureOf } from "../pictures.js";
import { sideBySide } from "../side-by-side.js";
import { dateTitle, dayTitle, verdictTitle } from "../words.js";
import { goodPlace, type ReviewCase } from "./cases.js";
import type { DecisionServer } from "./review-model.js";

export const PAIR_VIEWS = { picture: "Picture", text: "Text", page: "Archived page" } as const;
export type PairView = keyof typeof PAIR_VIEWS;

/** The first view is the initial view. */
export function pairViews(
  { hasPictures, hasText }: PageHead,
  server: DecisionServer | undefined,
): readonly PairView[] {
  const pages: readonly PairView[] = server?.frame === undefined ? [] : ["page"];
  if (hasPictures) return ["picture", "text", ...pages];
  if (server?.crawlPicture === undefined) return ["text"];
  return hasText ? ["text", "picture", "page"] : ["page", "picture", "text"];
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
    const { beside } = shown;
    const other = beside && readMemento(timeMap, beside.place);
    const decided = beside && labelAt(timeMap, beside.place);
    const texts = sideBySide(shown, other, decided);
    return element("div.pair.of-text", ...(texts.length > 0 ? texts : [withoutTexts()]));
  }
  const goodAt = goodPlace(head, each, place, labelAt);
  const good = goodAt === undefined ? undefined : readMemento(timeMap, goodAt);
  const show = (memento: ShownMemento, title: string): HTMLElement =>
    view === "page"
      ? (server?.frame?.(memento.uriM, title) ?? noPicture())
      : (pictureOf(head, memento, title) ??
        server?.crawlPicture?.(memento.uriM, title) ??
        noPicture());
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
  const isBefore = goodAt !== undefined && goodAt < place;
  return element(
    "div.pair",
    good === undefined
      ? element("p.pane.of-good.remark", "The seed has no on-topic capture.")
      : pane(good, isBefore ? "Last on-topic capture" : "Next on-topic capture"),
    pane(shown, `This capture (${verdictTitle(shown.overall)})`),
  );
}

const noPicture = (): HTMLElement => element("div.no-picture", WITHOUT_PICTURE);

/** Sentence in place of a picture. */
export const WITHOUT_PICTURE =
  "No picture. detect_off_topic pictures RESULTS -i INPUT -o pictures/ makes them, and --pictures pictures/ shows them.";

function link(memento: ShownMemento): HTMLElement | undefined {
  const href = mementoHref(memento);
  return href === undefined ? undefined : element("a.open", { href, ...LINK_OUT }, "replay");
}
