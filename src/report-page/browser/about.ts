import type { PageHead } from "../page-data.js";
import { element, folded } from "./dom.js";
import { counted, visible } from "./words.js";

/** Files that are named before the others are only counted. */
const MOST_FILES = 3;

/** What a report is of, in a line; and the settings of its run. */
export function about(head: PageHead): HTMLElement {
  const { file, tool, combine, topic, settings = [] } = head;
  const parts = [
    whatItIsOf(head),
    `found by ${tool}`,
    ...(file === undefined ? [] : [`from ${visible(file)}`]),
    ...(combine === undefined ? [] : [rule(combine)]),
    ...(topic === undefined ? [] : ["the collection's topic has one vote"]),
  ];
  const line = element("p", { class: "about" }, `${parts.join("; ")}.`);
  if (settings.length === 0 && head.files.length <= MOST_FILES) return line;
  const facts: (readonly [string, string])[] = [...settings];
  if (head.files.length > MOST_FILES) facts.push(["files", head.files.map(visible).join(", ")]);
  return element(
    "div",
    {},
    line,
    folded(
      "settings",
      "Settings",
      element(
        "dl",
        { class: "facts" },
        ...facts.flatMap(([name, value]) => [
          element("dt", {}, visible(name)),
          element("dd", {}, visible(value)),
        ]),
      ),
    ),
  );
}

/** `21 seeds, 2009-03-01 to 2024-11-05, of a.warc.gz and 2 more files`. */
function whatItIsOf({ timeMaps, files }: PageHead): string {
  const dates = timeMaps.flatMap(({ from, to }) =>
    from === undefined || to === undefined ? [] : [from.slice(0, 10), to.slice(0, 10)],
  );
  const sorted = dates.sort();
  const seeds = new Set(timeMaps.map(({ seed }) => seed)).size;
  const named = files.slice(0, MOST_FILES).map(visible).join(", ");
  const more = files.length - MOST_FILES;
  return [
    counted(seeds, "seed"),
    ...(sorted.length === 0 ? [] : [`${sorted[0] ?? ""} to ${sorted.at(-1) ?? ""}`]),
    ...(files.length === 0 ? [] : [`of ${named}${more > 0 ? ` and ${more} more files` : ""}`]),
  ].join(", ");
}

function rule(combine: string): string {
  if (combine === "any") return "off-topic when any measure says so";
  if (combine === "all") return "off-topic when all measures say so";
  if (combine === "majority") return "off-topic when most measures say so";
  if (combine === "learned") return "off-topic by a learned combination of measures";
  return `off-topic when ${visible(combine)} measures say so`;
}
