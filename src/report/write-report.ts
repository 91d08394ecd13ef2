import { numberOf } from "../base/math/group-by.js";
import { readMadeData } from "../base/platform/data.js";
import { jsonLine } from "../base/json.js";
import type { SavedResult } from "../write/entry.js";
import { hashSource } from "../write/formats/markup.js";
import { runDigest } from "../write/run-digest.js";
import { scalesOf } from "./certainty.js";
import {
  HEAD_ID,
  type PageHead,
  type PageMemento,
  type PageMissedTimeMap,
  type PagePart,
  type PageTimeMap,
  PART_SIZE,
  partId,
  pictureId,
  REVIEW_ID,
  type ReviewData,
} from "./page-data.js";
import type { ReportRun } from "./report-run.js";
import { ReviewList } from "./review-list.js";
import {
  type Names,
  Overview,
  pageMemento,
  PageMeasures,
  type Surroundings,
  TimeMapSummary,
  withoutSharedFolders,
} from "./summaries.js";
import { TextTable } from "./text-table.js";

/** Script and style of the page. The build makes both from src/report/browser. */
export interface PageAssets {
  readonly script: string;
  /** Script of a page that a server shows. Only this script contacts a server. */
  readonly servedScript: string;
  readonly style: string;
}

type ShownAssets = Omit<PageAssets, "servedScript">;

/** An HTML parser cannot read any text in the data as markup. */
function dataBlock(id: string, data: object | string): string {
  return `<script type="application/json" id="${id}">${safeJson(data)}</script>\n`;
}

/**
 * Returns JSON text without `<`, `>` and `&`, and without characters that a person who reads the source of the page would
 * not see, such as bidirectional controls.
 */
const safeJson = (data: object | string): string =>
  jsonLine(data).replace(
    /[<>&]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** This part contains nothing from the results. The results are in data blocks, which the script shows as text. */
function pageStart(
  { script, style }: ShownAssets,
  pictures: readonly string[],
  review?: ReviewData,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy({ script, style }, pictures, review)}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Off-topic captures</title>
<style>${style}</style>
</head>
<body>
<main id="report"><h1>Off-topic captures</h1><p id="loading">Reading the results…</p></main>
<noscript><p>This report needs JavaScript. Its one script is part of this file and fetches nothing.</p></noscript>
`;
}

/**
 * Returns the policy of the page. The page may run only its own script and style, and may show pictures only from
 * `pictures`. It may not fetch, frame or submit anything, and its script cannot turn text into markup. A served page
 * may also contact its server and show archived pages from that server.
 */
export function contentSecurityPolicy(
  { script, style }: ShownAssets,
  pictures: readonly string[] = [],
  review?: Pick<ReviewData, "homeUrl" | "archivedUrl">,
): string {
  const { homeUrl, archivedUrl } = review ?? {};
  const images = [...pictures, ...(archivedUrl === undefined ? [] : [archivedUrl])];
  return [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    ...(homeUrl === undefined ? [] : [`connect-src ${homeUrl}`]),
    ...(archivedUrl === undefined ? [] : [`frame-src ${archivedUrl}`]),
    ...(images.length === 0 ? [] : [`img-src ${images.join(" ")}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/**
 * The report is one HTML file that needs no other file. The caller must group the items by TimeMap, oldest first. Only
 * counts of the written mementos stay in memory.
 */
export async function* writeReport(
  items: AsyncIterable<SavedResult> | Iterable<SavedResult>,
  run: ReportRun,
  review?: ReviewData,
): AsyncGenerator<string> {
  const { servedScript, ...files } = readMadeData("page-assets.json.br") as PageAssets;
  const assets = review === undefined ? files : { ...files, script: servedScript };
  const report = new ReportBuilder(run);
  yield pageStart(assets, run.pictures?.sources ?? [], review);
  if (review !== undefined) yield dataBlock(REVIEW_ID, review);
  for await (const item of items) {
    const blocks = report.add(item);
    if (blocks !== "") yield blocks;
  }
  yield report.end();
  yield* report.pictures();
  yield `<script>${assets.script}</script>\n</body>\n</html>\n`;
}

class ReportBuilder {
  readonly #run: ReportRun;
  readonly #measures: PageMeasures;
  readonly #overview = new Overview();
  readonly #timeMaps: PageTimeMap[] = [];
  readonly #missed: PageMissedTimeMap[] = [];
  #current: TimeMapSummary | undefined;
  #mementos: PageMemento[] = [];
  #texts = new TextTable();
  readonly #surroundings: Surroundings;
  readonly #list: ReviewList;
  readonly #uriMs: string[] = [];
  readonly #pictures: Names = new Map();
  /** Number of blocks already written for the current TimeMap. */
  #parts = 0;

  constructor(run: ReportRun) {
    this.#run = run;
    this.#measures = new PageMeasures(run.cuts);
    this.#list = new ReviewList(scalesOf(run.cuts));
    this.#surroundings = { replay: run.replay, files: new Map(), inputs: new Map() };
  }

  /** Adds an item and returns the data blocks that it completes. */
  add(item: SavedResult): string {
    if (item.kind === "timemap-problem") {
      this.#missed.push({ uriT: item.uriT, message: item.problem.message });
      return "";
    }
    let blocks = "";
    if (this.#current?.uriT !== item.uriT) {
      blocks = this.#endTimeMap();
      this.#current = new TimeMapSummary(item);
      this.#texts = new TextTable();
    }
    this.#current.add(item);
    this.#overview.add(item);
    const isNearest = this.#list.add(item);
    this.#uriMs.push(item.uriM);
    const scores = this.#measures.scores(item);
    const file = this.#run.pictures?.fileOf(item);
    const picture = file === undefined ? undefined : numberOf(file, this.#pictures);
    const texts = this.#texts.add(item, isNearest);
    this.#mementos.push({ ...pageMemento(item, scores, texts, this.#surroundings), picture });
    return this.#mementos.length === PART_SIZE ? blocks + this.#endPart() : blocks;
  }

  end(): string {
    const last = this.#endTimeMap();
    const { tool, file, combine, settings } = this.#run;
    const { files, inputs } = this.#surroundings;
    const { shown: random, drawn } = this.#list.random();
    const pictures = [...this.#pictures.keys()];
    const { addressOf } = this.#run.pictures ?? {};
    const head: PageHead = {
      tool,
      file,
      combine,
      settings,
      files: withoutSharedFolders([...files.keys()]),
      overridden: this.#overview.overridden,
      inputs: [...inputs.keys()],
      measures: this.#measures.measures(),
      timeMaps: this.#timeMaps,
      missedTimeMaps: this.#missed,
      years: this.#overview.years(),
      pageKinds: this.#overview.pageKinds(),
      hasEvidence: this.#overview.hasEvidence,
      hasText: this.#overview.hasText,
      hasPictures: pictures.length > 0,
      pictures: addressOf && pictures.map(addressOf),
      cases: [...this.#list.entries().map(({ shown }) => shown), ...random],
      drawn,
      run: runDigest(this.#uriMs),
    };
    return last + dataBlock(HEAD_ID, head);
  }

  async *pictures(): AsyncGenerator<string> {
    const read = this.#run.pictures?.read;
    if (read === undefined) return;
    for (const [file, at] of this.#pictures) {
      yield dataBlock(pictureId(at), `data:image/webp;base64,${await read(file)}`);
    }
  }

  #endTimeMap(): string {
    if (this.#current === undefined) return "";
    const block = this.#mementos.length === 0 ? "" : this.#endPart();
    this.#timeMaps.push(this.#current.summary());
    this.#list.endTimeMap();
    this.#current = undefined;
    this.#parts = 0;
    return block;
  }

  #endPart(): string {
    const part: PagePart = { mementos: this.#mementos, texts: this.#texts.take() };
    const block = dataBlock(partId(this.#timeMaps.length, this.#parts), part);
    this.#mementos = [];
    this.#parts += 1;
    return block;
  }
}
