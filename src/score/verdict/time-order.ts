import type { Regression } from "../settings/types.js";
import { logDistance } from "./model-forms.js";
import { median } from "../scoring/references.js";

/*
 * Time order is evidence. Curators choose a seed when its page is good, so what came first is the page. When all its words
 * are lost for good, what follows is another page, however many captures there are of it. The figures are from the sets of
 * docs/decision.md.
 */

/** Comparison of a memento with the trusted first memento; `undefined` where something could not be compared. */
export interface FromFirst {
  /** Similarity (0 to 1) of the texts. The other members are distances. */
  readonly similarity: number | undefined;
  readonly title: number | undefined;
  readonly classes: number | undefined;
  readonly hosts: number | undefined;
}

/** Place of a memento in a run of mementos with few of the page's words. */
export interface TimeOrder {
  /** Position in the list of the first memento of the run of mementos with few of the page's words. */
  readonly since: number;
  /** Median similarity (0 to 1) of the texts before the run to that of the first memento. */
  readonly usual: number;
  /** Whether the run lasts to the end of the list. */
  readonly lasts: boolean;
}

/** Similarity of texts up to which a memento may be another page. */
const FAR = 0.25;
/** The same for a memento that has lost title, class names and hosts, too. */
const BROKEN = 0.2;
/** Similarity up to which no word of the page is left, and the same with another title. */
const GONE_SHARE = 0.05;
const GONE_WITH_TITLE = 0.1;
/** Least usual similarity of a page that is alike for years, for a break and for a doubt. */
const ALIKE = 0.5;
const ALWAYS_ALIKE = 0.7;
/** Distance, on the logarithmic scale, of titles that have hardly a word in common. */
const FAR_TITLE = 0.6;
/** Distances, on the same scale, from which title, class names and hosts are lost. */
const OTHER_TITLE = 0.9;
const OTHER_CLASSES = 0.8;
const OTHER_HOSTS = 0.9;
/** The same for another page of the site, which has some hosts of the page. */
const OTHER_SITE_HOSTS = 0.6;
/** Number of mementos before a run that tell how alike the captures of the page are. */
const mostBefore = 200;

/**
 * Returns what the order of time says about each memento after the first, oldest first. `undefined` stands for a memento
 * that is like the first, that could not be compared, or before which there is no other memento.
 */
export function timeOrder(texts: FromFirst["similarity"][]): (TimeOrder | undefined)[] {
  const found: (TimeOrder | undefined)[] = texts.map(() => undefined);
  const before: number[] = [];
  let run: number[] = [];
  const close = (lasts: boolean): void => {
    const [since] = run;
    if (since === undefined) return;
    const usual = median(before.slice(0, mostBefore));
    for (const at of run) {
      if (usual !== undefined) found[at] = { since, usual, lasts };
      before.push(texts[at]!);
    }
    run = [];
  };
  for (const [at, similarity] of texts.entries()) {
    if (similarity === undefined) continue;
    if (similarity <= FAR) run.push(at);
    else {
      close(false);
      before.push(similarity);
    }
  }
  close(true);
  return found;
}

/** Whether a memento begins or continues a change to the end of a page that was alike before. */
export const isLasting = (order: TimeOrder | undefined): order is TimeOrder =>
  order !== undefined && order.lasts && order.usual >= ALIKE;

/** Whether nothing of the page is left for good: no word, title, class name or host that shows that it is the same page. */
export function isBroken(order: TimeOrder | undefined, own: FromFirst): boolean {
  if (!isLasting(order) || (own.similarity ?? 1) > BROKEN) return false;
  const lost = lostParts(own).map(([, isAway]) => isAway);
  // A text without markup has neither title nor class names nor hosts, so its words must be lost altogether.
  return !lost.includes(false) && (lost.includes(true) || isGone(order, own));
}

/** Tells for each part of a page beside its text whether it is lost; undefined if neither page has it. */
const lostParts = ({ title, classes, hosts }: FromFirst) =>
  [
    ["title", isLost(title, OTHER_TITLE)],
    ["class names", isLost(classes, OTHER_CLASSES)],
    ["hosts", isLost(hosts, OTHER_HOSTS)],
  ] as const;

/** Whether no word of a page is left that was alike for years, although something else may be. */
export function isGone(order: TimeOrder | undefined, own: FromFirst): boolean {
  const { similarity = 1 } = own;
  if (order === undefined || order.usual < ALWAYS_ALIKE) return false;
  const isOtherTitle = isLost(own.title, OTHER_TITLE);
  if (similarity <= (isOtherTitle === true ? GONE_WITH_TITLE : GONE_SHARE)) return true;
  // A page of another design without the title is another page of the site, such as its home page, if few words are left.
  return (
    similarity <= BROKEN &&
    isLost(own.classes, OTHER_CLASSES) === true &&
    isOtherTitle !== false &&
    isLost(own.hosts, OTHER_SITE_HOSTS) !== false
  );
}

/** Whether the title of a memento is far from that of the trusted first memento. */
export const hasOtherTitle = ({ title }: FromFirst): boolean =>
  title !== undefined && logDistance(title) > FAR_TITLE;

/** Returns undefined if neither page has what is compared. */
const isLost = (distance: number | undefined, least: number): boolean | undefined =>
  distance === undefined ? undefined : logDistance(distance) >= least;

/** Returns what was lost and what was kept of a page without its words. */
export function lossText(own: FromFirst): string {
  const parts = (isAway: boolean): string[] =>
    lostParts(own).flatMap(([name, each]) => (each === isAway ? [name] : []));
  const kept = parts(false).join(", ");
  return `lost: ${["words", ...parts(true)].join(", ")}; kept: ${kept === "" ? "nothing" : kept}`;
}

/** Returns the distances from the trusted first memento that are among the values of a regression's inputs. */
export function fromFirst(
  { inputs }: Pick<Regression, "inputs">,
  values: readonly (number | undefined)[],
): FromFirst {
  const value = (measure: string): number | undefined =>
    values[inputs.findIndex(({ of: name }) => name === `${measure}@first`)];
  const text = value("cosine");
  return {
    similarity: text === undefined ? undefined : 1 - text,
    title: value("title"),
    classes: value("classes"),
    hosts: value("hosts"),
  };
}
