import { hasRoute, pageKey, seedKey, surt } from "../../base/uri.js";
import { groupBy } from "../../base/math/group-by.js";
import type { Capture, EncodedBody, InputItem } from "../../base/types.js";
import type { CaptureItem } from "../warc/documents.js";
import type { Stored, StoredBytes } from "./stored-bytes.js";

/*
 * The scripts of a page can show many views under one URI: `https://app.example/#/mill`, `https://app.example/#/chess`.
 * A crawler captures the page once or a few times, and its browser keeps the text of each view. Each view with a text is
 * a seed of its own: it becomes a memento with its own text and the body of the nearest capture of the page.
 */

/** A visit of a browser to a page. `text` has no bytes if the browser's text was not kept. */
export interface View {
  readonly uriR: string;
  readonly time: number;
  readonly text: Stored;
}

/** Maximum time in milliseconds between a view and its capture. A crawl of many views takes hours. */
const WITHIN = 24 * 60 * 60 * 1000;
/** Maximum time in milliseconds for which a view tells what a capture was for. */
const NEAREST = 10 * 60 * 1000;
/** Maximum number of views of one capture that are judged. */
const MOST_VIEWS = 1000;
/** Maximum number of bytes of the bodies that the views of one capture repeat. */
const MOST_BYTES = 1 << 28;

const TOO_MANY = "further hash route of one capture (more than 1,000, or than 256 MB of its page)";
const FURTHER = "further capture of a page whose hash routes have texts of their own";
const NO_CAPTURE = "text of a hash route without a capture of its page within a day";
const REPEATED = "further text of a hash route with a single capture of its page";

interface Timed {
  readonly time: number;
}

interface PageCapture extends Timed {
  readonly name: string;
  /** True for an answer that a browser shows as the page. */
  readonly isPage: boolean;
  readonly isRevisit: boolean;
  /** Nearest view of each seed, by the key of the seed. */
  readonly views: Map<string, View>;
}

interface Page {
  /** In the order of time. */
  readonly views: readonly View[];
  readonly captures: Map<string, PageCapture>;
  /** Originals by their digest, or by their name if they have none. */
  readonly originals: Map<string, Original>;
  /** In the order of time. Known when the views have been assigned. */
  inOrder: readonly Original[];
  /** True if a revisit or redirect may need the page without the text of a view. */
  isPointedTo: boolean;
}

interface Original extends Timed {
  readonly capture: Capture;
  readonly body: Omit<EncodedBody, "bytes">;
  readonly stored: Stored;
}

/** The pages of an input whose views have texts. */
export class HashRoutes {
  readonly #bytes: StoredBytes;
  readonly #pages = new Map<string, Page>();
  readonly #skipped = new Map<string, number>();

  /** `views` are all visits by the SURT of their page. Only those of pages with hash routes are used. */
  constructor(views: ReadonlyMap<string, readonly View[]>, bytes: StoredBytes) {
    this.#bytes = bytes;
    for (const [key, all] of views) {
      if (!all.some(({ uriR, text }) => hasRoute(uriR) && text.length > 0)) continue;
      this.#pages.set(key, {
        views: withoutBare(all).sort(byTime),
        ...{ captures: new Map(), originals: new Map(), inOrder: [], isPointedTo: false },
      });
    }
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  has(capture: Capture): boolean {
    return this.#pages.has(surt(capture.uriR));
  }

  /** Must be called for all items before {@link assign}. */
  note(item: InputItem): void {
    if (item.kind === "redirect" && item.location !== undefined) {
      const target = surt(item.location);
      const page = target === surt(item.capture.uriR) ? undefined : this.#pages.get(target);
      if (page !== undefined) page.isPointedTo = true;
    }
    if (!isCapture(item)) return;
    const { capture } = item;
    const page = this.#pages.get(surt(capture.uriR));
    if (page === undefined) return;
    const { status = 200 } = capture;
    page.captures.set(nameOf(capture), {
      name: nameOf(capture),
      time: Date.parse(capture.mementoDatetime),
      isPage: status < 400,
      isRevisit: item.kind === "revisit",
      views: new Map(),
    });
    if (item.kind !== "memento") return;
    const { bytes, ...body } = item.body;
    const name = capture.digest ?? nameOf(capture);
    if (page.originals.has(name)) return;
    const time = Date.parse(capture.mementoDatetime);
    page.originals.set(name, { capture, time, body, stored: this.#bytes.add(bytes) });
  }

  /** Gives each view to the nearest capture of its page. The order of the input makes no difference. */
  assign(): void {
    for (const page of this.#pages.values()) {
      const captures = [...page.captures.values()].sort(
        (a, b) => byTime(a, b) || Number(a.name > b.name) - Number(a.name < b.name),
      );
      for (const view of page.views) {
        const capture = nearest(captures, view.time);
        if (capture === undefined || Math.abs(capture.time - view.time) > WITHIN) {
          if (view.text.length > 0) this.#skip(NO_CAPTURE);
          continue;
        }
        const key = seedKey(view.uriR);
        const known = capture.views.get(key);
        const [better, other] = betterFor(capture.time, view, known);
        capture.views.set(key, better);
        if (other === undefined || other.text.length === 0) continue;
        if (Math.abs(other.time - better.time) > NEAREST) this.#skip(REPEATED);
      }
      for (const capture of captures) {
        if (capture.isRevisit && capture.views.size === 0 && !isFurther(capture, page)) {
          page.isPointedTo = true;
        }
      }
      page.inOrder = [...page.originals.values()].sort(byTime);
    }
  }

  /** Yields the items for a capture of a page with views: one for each view with a text, or the capture itself. */
  *itemsOf(item: CaptureItem): Generator<InputItem> {
    const page = this.#pages.get(surt(item.capture.uriR));
    const capture = page?.captures.get(nameOf(item.capture));
    if (page === undefined || capture === undefined || !isCapture(item)) {
      yield item;
      return;
    }
    const known = [...capture.views].sort(([a], [b]) => (a < b ? -1 : 1));
    const shown = known.filter(([, { text }]) => text.length > 0);
    const size = item.kind === "memento" ? item.body.bytes.length : 0;
    const most = Math.max(1, Math.min(MOST_VIEWS, Math.floor(MOST_BYTES / (size + 1))));
    for (const [, view] of shown.slice(0, most)) yield this.#viewItem(item, page, view);
    for (let i = most; i < shown.length; i += 1) yield { kind: "skipped", reason: TOO_MANY };
    const isShown = shown.some(([key]) => key === pageKey(item.capture.uriR));
    const bare = known.filter(([, { text }]) => text.length === 0).map(([, { uriR }]) => uriR);
    if (isShown || (shown.length > 0 && bare.length === 0 && !page.isPointedTo)) return;
    if (known.length === 0 && !page.isPointedTo && isFurther(capture, page)) {
      yield { kind: "other", capture: item.capture, reason: FURTHER };
      return;
    }
    const routes = bare.filter(hasRoute);
    yield routes.length === 0 ? item : noted(item, `no text of its own: ${listed(routes)}`);
  }

  /** Yields the views that are not judged, for the counts of the run. */
  *left(): Generator<InputItem> {
    for (const [reason, count] of this.#skipped) {
      for (let i = 0; i < count; i += 1) yield { kind: "skipped", reason };
    }
  }

  #viewItem(item: PageItem, page: Page, view: View): InputItem {
    const uriR = hasRoute(view.uriR) ? view.uriR : item.capture.uriR;
    const capture = { ...item.capture, uriR };
    if (item.kind === "memento") return this.#withText(capture, item.body, view);
    if (item.kind !== "revisit") return { ...item, capture };
    const original = originalOf(item, page);
    const { target } = item;
    const of = original?.capture ?? capture;
    const body =
      original === undefined
        ? { bytes: new Uint8Array() }
        : { ...original.body, bytes: this.#bytes.read(original.stored) };
    const { status = of.status, contentType = of.contentType, format = of.format } = capture;
    const via = {
      kind: "revisit",
      uriR: target.uriR ?? of.uriR,
      mementoDatetime: target.mementoDatetime ?? of.mementoDatetime,
      ...(original?.capture.source !== undefined && { source: original.capture.source }),
    } as const;
    const given = {
      ...(status !== undefined && { status }),
      ...(contentType !== undefined && { contentType }),
      ...(format !== undefined && { format }),
    };
    return this.#withText({ ...capture, ...given, via }, body, view);
  }

  #withText(capture: Capture, body: EncodedBody, { time, text }: View): InputItem {
    const rendered = this.#bytes.read(text).toString("utf8");
    return withRendered({ kind: "memento", capture, body }, rendered, time);
  }

  #skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }
}

export function withRendered(
  { capture, body }: Extract<InputItem, { kind: "memento" }>,
  rendered: string,
  time: number,
): InputItem {
  const note = `the text is what a browser showed (${new Date(time).toISOString()})`;
  return {
    kind: "memento",
    capture: { ...capture, notes: [...(capture.notes ?? []), note] },
    body: { ...body, rendered },
  };
}

type PageItem = Extract<InputItem, { kind: "memento" | "revisit" | "missed" }>;

const isCapture = (item: InputItem): item is PageItem =>
  item.kind === "memento" || item.kind === "revisit" || item.kind === "missed";

const byTime = (a: Timed, b: Timed): number => a.time - b.time;

/**
 * Returns the views without those that a page list names without a text, if the text is in a record of about that time.
 */
function withoutBare(views: readonly View[]): View[] {
  const bySeed = groupBy(views, ({ uriR }) => seedKey(uriR));
  return [...bySeed.values()].flatMap((all) => {
    const shown = all.filter(({ text }) => text.length > 0).sort(byTime);
    return all.filter(({ text, time }) => text.length > 0 || awayFrom(shown, time) > NEAREST);
  });
}

/** Returns a name of a capture that does not depend on the order of files. Names without an ID are in the order of a file. */
function nameOf({ recordId, source, mementoDatetime }: Capture): string {
  const { file = "", offset = 0, inflated = 0 } = source ?? {};
  const place = [offset, inflated].map((each) => String(each).padStart(16, "0"));
  return `${mementoDatetime} ${recordId ?? `${file} ${place.join(" ")}`}`;
}

/** Returns the nearest of some captures in the order of time. Of equally near captures, returns the earliest. */
function nearest<T extends Timed>(captures: readonly T[], time: number): T | undefined {
  const after = captures[placeOf(captures, time)];
  const last = captures[placeOf(captures, time) - 1];
  // Several captures may have the time of the earlier one.
  const before = last && captures[placeOf(captures, last.time)];
  if (before === undefined || after === undefined) return before ?? after;
  return after.time - time < time - before.time ? after : before;
}

/** Returns the place of the first of some captures, in the order of time, that is not before a time. */
function placeOf(captures: readonly Timed[], time: number): number {
  let [low, high] = [0, captures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (captures[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how far a time is from the nearest of some views in the order of time. */
const awayFrom = (views: readonly Timed[], time: number): number =>
  Math.abs((nearest(views, time)?.time ?? Infinity) - time);

/** Orders two views of one seed: one with a text first, then the nearer one, then the one with the longer text. */
function betterFor(time: number, view: View, known: View | undefined): readonly [View, View?] {
  if (known === undefined) return [view];
  const [own, other] = [view, known].map((each) => [
    each.text.length > 0 ? 0 : 1,
    Math.abs(each.time - time),
    -each.text.length,
  ]) as [number[], number[]];
  const differing = own.findIndex((value, i) => value !== other[i]);
  return differing >= 0 && own[differing]! < other[differing]! ? [view, known] : [known, view];
}

/** Tells whether a view near a capture belongs to another capture, as a browser may request a page several times. */
const isFurther = ({ isPage, time }: PageCapture, { views }: Page): boolean =>
  isPage && awayFrom(views, time) <= NEAREST;

/** Returns the capture that a revisit repeats: the one with its digest, or else the last one before it. */
function originalOf(
  { capture, target }: Extract<InputItem, { kind: "revisit" }>,
  { originals, inOrder }: Page,
): Original | undefined {
  const digest = target.digest ?? capture.digest ?? "";
  const after = placeOf(inOrder, Date.parse(capture.mementoDatetime) + 1);
  return originals.get(digest) ?? inOrder[after - 1];
}

function noted(item: PageItem, note: string): InputItem {
  const { capture } = item;
  return { ...item, capture: { ...capture, notes: [...(capture.notes ?? []), note] } };
}

/** Returns the first URIs of a list, and how many there are beside them. */
const listed = (uris: readonly string[]): string =>
  uris.length > 3
    ? `${uris.slice(0, 3).join(", ")} and ${uris.length - 3} others`
    : uris.join(", ");
