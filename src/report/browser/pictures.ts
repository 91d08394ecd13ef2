import { memoise } from "../../base/math/memo.js";
import { type PageHead, pictureId } from "../page-data.js";
import { readBlock, readMemento } from "./data.js";
import { button, element, shapeFor } from "./dom.js";
import type { ShownMemento } from "./memento-text.js";
import { counted, dateTitle, verdictTitle } from "./words.js";

/** Embedded pictures are parsed once, at their first use. */
const embedded = memoise((id) => readBlock(id) as string, Infinity);

/** Returns the picture of a memento; `undefined` if it has no picture. */
export function pictureOf(
  head: PageHead,
  { picture }: Pick<ShownMemento, "picture">,
  alt: string,
): HTMLImageElement | undefined {
  if (picture === undefined) return undefined;
  const made = element("img.picture", { alt, loading: "lazy", decoding: "async" });
  made.src = head.pictures?.[picture] ?? embedded(pictureId(picture));
  return made;
}

const MOST_FILM_FRAMES = 40;

/** A run of captures with the same picture and verdict. */
interface Frame {
  readonly from: number;
  readonly memento: ShownMemento;
  places: number[];
}

/**
 * Returns the pictures of a TimeMap around a memento, in order of time. Consecutive captures with the same picture and
 * verdict share one picture. A press on a picture calls `look` with the place of its capture, if `own` includes that
 * place. Returns `undefined` if the captures have no pictures.
 */
export function filmStrip(
  head: PageHead,
  timeMap: number,
  current: number,
  own: ReadonlySet<number>,
  look: (place: number) => void,
): HTMLElement | undefined {
  const frames: Frame[] = [];
  const { length } = head.timeMaps[timeMap]!.strip;
  const start = Math.max(0, Math.min(current - MOST_FILM_FRAMES, length - 2 * MOST_FILM_FRAMES));
  for (let place = start; place < Math.min(start + 2 * MOST_FILM_FRAMES, length); place += 1) {
    const memento = readMemento(timeMap, place);
    if (memento?.picture === undefined) continue;
    const last = frames.at(-1);
    const isSame =
      last?.memento.picture === memento.picture && last.memento.overall === memento.overall;
    if (isSame && own.has(last.from) === own.has(place)) last.places.push(place);
    else frames.push({ from: place, memento, places: [place] });
  }
  if (frames.length < 2) return undefined;
  const shown = frames.map(({ from, memento, places }) => {
    const { overall, date } = memento;
    const many = places.length > 1 ? `, ${counted(places.length, "capture")}` : "";
    const title = `${dateTitle(date).slice(0, 10)}, ${verdictTitle(overall)}${many}`;
    const picture = pictureOf(head, memento, title);
    const caption = element("span", dateTitle(date).slice(0, 10));
    const kind = shapeFor(overall);
    if (!own.has(from)) return element("li", { class: `frame ${kind}` }, picture, caption);
    const press = button("", () => look(from), {
      "aria-current": places.includes(current) ? "true" : undefined,
      "data-step": `frame ${from}`,
    });
    press.append(...[picture, caption].filter((each) => each !== undefined));
    return element("li", { class: `frame ${kind}` }, press);
  });
  return element("ol.film", { "aria-label": "Pictures of the seed", tabindex: 0 }, ...shown);
}
