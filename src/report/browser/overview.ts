import { countText, type Look } from "../list-count.js";
import { type PageHead, type PageTimeMap, STRIP, UNKNOWN_KIND } from "../page-data.js";
import { readMemento } from "./data.js";
import { button, element, fold, linkTo, numberCell, row, shareBar, table, uriText } from "./dom.js";
import { pictureOf } from "./pictures.js";
import { leftOutLink, lookAt, nextCommand } from "./review/end-of-list.js";
import type { ReviewModel } from "./review/review-model.js";
import { addressOf } from "./routes.js";
import {
  counted,
  givenFiles,
  grouped,
  offWhen,
  PATTERNS,
  percent,
  shortened,
  unsureOf,
  visible,
} from "./words.js";

/** Shows the open cases, the findings and the run. Each number is a link to what it counts. */
export function overview(model: ReviewModel): HTMLElement {
  const { head } = model;
  const toDo = element("div.to-do");
  const failed = failedSeeds(head);
  const tell = (): void => toDo.replaceChildren(...whatToDo(model, failed));
  tell();
  model.listen(tell);
  return element(
    "section.overview",
    { "aria-label": "Overview" },
    toDo,
    element("div.cards", kindOverview(head), yearOverview(head)),
    worstSeeds(model),
    head.timeMaps.length === 0
      ? undefined
      : fold("more", "By pattern", patternOverview(head.timeMaps)),
    failed,
    fold("more about", "About this run", about(head)),
  );
}

function whatToDo(model: ReviewModel, failed: HTMLDetailsElement | undefined): HTMLElement[] {
  const { lists, decisions } = model.counts();
  const looks = ["case", "check"] as const;
  const open = looks.find((look) => lists[look].decided < lists[look].all);
  const first = model.cases.find((each) => each.look === open && model.isOpen(each));
  const start = decisions > 0 ? "Go on with the review" : "Start review";
  const title = open === "check" ? lookAt(open, lists[open]) : start;
  const next = first && linkTo(addressOf("review", { case: first.id }), title, "primary");
  return [
    element("div.row.verdict", element("h2", whatIsOpen(model)), next),
    ...(decisions === 0 ? [] : [stateOf(model, open)]),
    figures(model, failed),
  ];
}

/** Nothing is called decided while checks are open. */
function whatIsOpen(model: ReviewModel): string {
  const { timeMaps } = model.head;
  const { open, lists } = model.counts();
  const seeds = (places: Iterable<number>): number =>
    new Set([...places].map((place) => timeMaps[place]!.seed)).size;
  const [all, openSeeds] = [seeds(timeMaps.keys()), seeds(open)];
  const checks = lists.check.all - lists.check.decided;
  if (all === 0) return "The results have no captures";
  if (openSeeds > 0) {
    return `${grouped(openSeeds)} of ${counted(all, "seed")} ${openSeeds === 1 ? "needs" : "need"} a decision`;
  }
  const isQuiet = lists.case.all === 0 && timeMaps.every(({ offTopic }) => offTopic === 0);
  const start = isQuiet ? `No capture of ${counted(all, "seed")} is off-topic` : "No case is open";
  if (checks > 0) return `${start}; ${counted(checks, "check")} ${checks === 1 ? "is" : "are"}`;
  return lists.case.all + lists.check.all === 0 ? start : "All cases and checks are decided";
}

/** Returns how much is decided, with the next command if no case and no check is open. */
function stateOf(model: ReviewModel, open: Look | undefined): HTMLElement {
  const { lists } = model.counts();
  const looks = (["case", "check"] as const).filter(
    (look) => look === "case" || lists[look].all > 0,
  );
  const decided = looks.flatMap((look): (HTMLElement | string)[] => [
    linkTo(addressOf("review", { list: look }), countText(look, lists[look], grouped)),
    look === looks.at(-1) ? "" : ", ",
  ]);
  return element(
    "p.state",
    ...decided,
    "; filter will leave out ",
    leftOutLink(model),
    open === undefined ? ". Next: " : ".",
    open === undefined ? element("code", nextCommand(model.head, model.server)) : undefined,
  );
}

/** Returns one line with the numbers of the collection. */
function figures(model: ReviewModel, failed: HTMLDetailsElement | undefined): HTMLElement {
  const { timeMaps, missedTimeMaps, overridden } = model.head;
  const sum = (count: (timeMap: PageTimeMap) => number): number =>
    timeMaps.reduce((total, timeMap) => total + count(timeMap), 0);
  const [offTopic, onTopic] = [sum((each) => each.offTopic), sum((each) => each.onTopic)];
  const [undecided, unsure] = [sum((each) => each.undecided), sum(unsureOf)];
  const captures = onTopic + offTopic + undecided;
  const { decisions } = model.counts();
  const to = (show: string, title: string): HTMLElement =>
    linkTo(addressOf("seeds", { show }), title);
  const all = counted(new Set(timeMaps.map(({ seed }) => seed)).size, "seed");
  const openFailed = (): void => {
    failed!.open = true;
    failed!.scrollIntoView();
  };
  const some = (count: number, ...part: (HTMLElement | string)[]) => (count === 0 ? [] : [part]);
  const failures = counted(missedTimeMaps.length, "seed");
  const parts = [
    [to("", all), daySpan(timeMaps)],
    [linkTo(addressOf("seeds", { sort: "mementos" }), counted(captures, "capture"))],
    [
      to("off-topic", `${grouped(offTopic)} off-topic`),
      ` (${percent(offTopic, onTopic + offTopic)} of those judged)`,
    ],
    ...some(unsure, to("unsure", `${grouped(unsure)} unsure`)),
    ...some(undecided - unsure, to("none", `${grouped(undecided - unsure)} without a verdict`)),
    ...some(
      missedTimeMaps.length,
      button(`${failures} failed`, openFailed, { class: "plain link" }),
    ),
    ...some(decisions, to("decided", `${counted(decisions, "capture")} decided`)),
    ...some(
      overridden,
      `${counted(overridden, "verdict")} of a curator in place of the computed ones`,
    ),
  ];
  return element("p.remark", ...parts.flatMap((part, at) => (at === 0 ? part : [" · ", ...part])));
}

/** Returns the days of the first and of the last capture, such as `, 2009-03-01 to 2024-11-05`. */
function daySpan(timeMaps: readonly PageTimeMap[]): string {
  const days = timeMaps.flatMap(({ from, to }) =>
    [from, to].flatMap((day) => day?.slice(0, 10) ?? []),
  );
  const sorted = days.sort();
  return sorted.length === 0 ? "" : `, ${sorted[0] ?? ""} to ${sorted.at(-1) ?? ""}`;
}

const MOST_WORST = 8;

/** Returns the seeds with the most off-topic captures, each with the picture of its first off-topic capture. */
function worstSeeds(model: ReviewModel): HTMLElement | undefined {
  const { timeMaps } = model.head;
  const worst = [...timeMaps.keys()]
    .filter((place) => timeMaps[place]!.offTopic > 0)
    .sort((a, b) => timeMaps[b]!.offTopic - timeMaps[a]!.offTopic || a - b)
    .slice(0, MOST_WORST);
  if (worst.length === 0) return undefined;
  return element(
    "section",
    { "aria-label": "Worst seeds" },
    element("h3", "Worst seeds"),
    element("ul.tiles", ...worst.map((place) => worstSeed(model, place))),
  );
}

function worstSeed(model: ReviewModel, place: number): HTMLElement {
  const timeMap = model.head.timeMaps[place]!;
  const { seed, strip, offTopic } = timeMap;
  const at = strip.indexOf(STRIP.offTopic);
  const memento = readMemento(place, at);
  const { id = "", kind = UNKNOWN_KIND } = model.caseOf(place, at) ?? {};
  const what = `${grouped(offTopic)} of ${grouped(strip.length)} off-topic: ${visible(kind)}, ${offWhen(timeMap).join("")}`;
  return element(
    "li.box.tile",
    element(
      "a",
      { href: addressOf("review", { case: id }) },
      memento && pictureOf(model.head, memento, ""),
      uriText(shortened(seed, 60)),
      element("span.remark", what),
    ),
  );
}

/** Returns the numbers of the seeds of each pattern, as links to these. */
function patternOverview(timeMaps: readonly PageTimeMap[]): HTMLElement {
  const rows = PATTERNS.flatMap(({ pattern, title }) => {
    const count = timeMaps.filter((each) => (each.pattern ?? "none") === pattern).length;
    const bar = pattern === "none" ? "none" : pattern === "always-on" ? "on" : "off";
    const to = addressOf("seeds", { pattern });
    return count === 0
      ? []
      : [countRow(to, title, count, shareBar(timeMaps.length, [[bar, count]]))];
  });
  return table(rows);
}

function kindOverview({ pageKinds }: PageHead): HTMLElement | undefined {
  if (pageKinds.length === 0) return undefined;
  const most = Math.max(...pageKinds.map(({ count }) => count));
  const rows = pageKinds.map(({ title: kind, count }) =>
    countRow(addressOf("seeds", { kind }), visible(kind), count, shareBar(most, [["off", count]])),
  );
  return card("What off-topic captures are", table(rows));
}

/** Returns the captures of each year, as links to their seeds, with a bar whose off-topic part comes first. */
function yearOverview({ years }: PageHead): HTMLElement | undefined {
  if (years.length === 0) return undefined;
  const totals = years.map(({ onTopic, offTopic, undecided }) => onTopic + offTopic + undecided);
  const most = Math.max(...totals);
  const rows = years.map(({ year, onTopic, offTopic, undecided }, at) => {
    const bar = shareBar(most, [
      ["off", offTopic],
      ["on", onTopic],
      ["none", undecided],
    ]);
    const some = `${grouped(offTopic)} off-topic (${percent(offTopic, onTopic + offTopic)})`;
    const ofYear = countRow(addressOf("seeds", { year }), year, totals[at]!, bar);
    const to = addressOf("seeds", { year, show: "off-topic" });
    ofYear.append(element("td", offTopic === 0 ? undefined : linkTo(to, some)));
    return ofYear;
  });
  return card("By year", table(rows));
}

const countRow = (to: string, title: string, count: number, bar: SVGElement): HTMLElement =>
  row(linkTo(to, title), numberCell(linkTo(to, grouped(count))), element("td", bar));

const card = (title: string, ...children: readonly Node[]): HTMLElement =>
  element("section.box.card", element("h3", title), ...children);

function failedSeeds({ missedTimeMaps }: PageHead): HTMLDetailsElement | undefined {
  if (missedTimeMaps.length === 0) return undefined;
  const items = missedTimeMaps.map(({ uriT, message }) =>
    element("li", element("code", visible(uriT)), ` ${visible(message)}`),
  );
  const title = `${counted(missedTimeMaps.length, "seed")} failed`;
  return fold("more failed", title, element("ul", ...items));
}

/** Returns what made the report: the program, its settings and the files that it read. A WACZ counts as one file. */
function about({ file, tool, combine, files, settings = [] }: PageHead): HTMLElement {
  const facts: (readonly [string, string])[] = [
    ["found by", tool],
    ...(file === undefined ? [] : [["results", file] as const]),
    ...(files.length === 0 ? [] : [["files", givenFiles(files).join(", ")] as const]),
    ...(combine === undefined ? [] : [["off-topic", rule(combine)] as const]),
    ...settings,
  ];
  return element(
    "dl.facts",
    ...facts.flatMap(([name, value]) => [
      element("dt", visible(name)),
      element("dd", visible(value)),
    ]),
  );
}

function rule(combine: string): string {
  if (combine === "any") return "when any measure says so";
  if (combine === "all") return "when all measures say so";
  if (combine === "majority") return "when most measures say so";
  if (combine === "learned") return "by a learned combination of measures";
  return `when ${combine} measures say so`;
}
