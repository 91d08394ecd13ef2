import { cdxKey } from "../../read/cdx/key.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { percentEncoded } from "../../base/text.js";
import type { SavedMemento } from "../../write/entry.js";
import type { ArchiveRecord } from "../../read/warc/record-reader.js";
import { sortedIndex } from "../../read/cdx/line.js";
import { indexLines } from "../../read/cdx/make-index.js";
import type { SourceFile } from "./files.js";
import type { LeftOut, LeftOuts } from "./left-out.js";
import { captureOfRecord, requireFound } from "./scan.js";

/** Yields the output of `--as cdxj`, which is an index of the files without the captures that are left out. */
export function cdxjWithout(
  files: readonly SourceFile[],
  leftOuts: LeftOuts,
): AsyncGenerator<string> {
  leftOuts.locate(files.map(({ place }) => place));
  return sortedIndex(linesOf(files, leftOuts));
}

async function* linesOf(files: readonly SourceFile[], leftOuts: LeftOuts): AsyncGenerator<string> {
  const found = { captures: 0, recognised: 0 };
  const stays = async (record: ArchiveRecord): Promise<boolean> => {
    const capture = await captureOfRecord(record);
    if (capture === undefined) return true;
    found.captures += 1;
    if (leftOuts.rowFor(capture) === "own") found.recognised += 1;
    return leftOuts.find(capture) === undefined;
  };
  for (const file of files) yield* indexLines(file, stays);
  requireFound(leftOuts, found);
}

/** Access rules for pywb, and the captures that no rule can exclude. */
interface AccessRules {
  readonly lines: readonly string[];
  readonly unsaid: readonly LeftOut[];
}

/**
 * Returns the output of `--as aclj`, which are rules that exclude the captures that are left out. For one exact key,
 * pywb can exclude all captures, all before a date, or all after a date. No rule is made if captures to exclude are
 * between kept captures.
 */
export function accessRules(mementos: readonly SavedMemento[], leftOuts: LeftOuts): AccessRules {
  const byKey = new Map<string, { uriR: string; stay: string[]; gone: LeftOut[] }>();
  for (const { capture, uriM } of mementos) {
    const { uriR, mementoDatetime } = capture;
    if (uriR === undefined || mementoDatetime === undefined) continue;
    const key = cdxKey(uriR);
    const known = byKey.get(key) ?? { uriR, stay: [], gone: [] };
    byKey.set(key, known);
    const leftOut = leftOuts.ofUriM(uriM);
    if (leftOut === undefined) known.stay.push(toFourteenDigits(mementoDatetime));
    else known.gone.push(leftOut);
  }
  const lines: string[] = [];
  const unsaid: LeftOut[] = [];
  for (const [key, { uriR, stay, gone }] of byKey) {
    if (gone.length === 0) continue;
    const range = rangeOf(
      stay,
      gone.map(({ mementoDatetime }) => toFourteenDigits(mementoDatetime)),
    );
    if (range === undefined) unsaid.push(...gone);
    else lines.push(`${key}### - ${JSON.stringify({ access: "exclude", ...range, url: uriR })}`);
  }
  // pywb searches its rules in descending order.
  lines.sort((a, b) => (a < b ? 1 : -1));
  return { lines: lines.map((line) => `${line.replace(/[^ -~]/gu, percentEncoded)}\n`), unsaid };
}

/** Returns an empty object for all dates, and `undefined` if the captures to exclude are not all at one end. */
function rangeOf(
  stay: readonly string[],
  gone: readonly string[],
): { readonly before?: string; readonly after?: string } | undefined {
  if (stay.length === 0) return {};
  const [first, last] = [least(stay), most(stay)];
  if (gone.every((date) => date > last)) return { after: last };
  return gone.every((date) => date < first) ? { before: first } : undefined;
}

const least = (dates: readonly string[]): string => dates.reduce((a, b) => (b < a ? b : a));
const most = (dates: readonly string[]): string => dates.reduce((a, b) => (b > a ? b : a));
