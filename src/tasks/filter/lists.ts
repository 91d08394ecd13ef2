import { cdxKey } from "../../read/cdx/key.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { groupBy } from "../../base/math/group-by.js";
import { percentEncoded } from "../../base/text.js";
import type { SavedMemento } from "../../write/entry.js";
import type { ArchiveRecord } from "../../read/warc/record-reader.js";
import { sortedIndex } from "../../read/cdx/line.js";
import { MADE_INDEX } from "../../read/warc/looks-like.js";
import { indexLines } from "../../read/cdx/make-index.js";
import type { SourceFile } from "./files.js";
import { captureOfRecord, requireFound } from "./scan.js";
import type { Row, Verdicts } from "./verdicts.js";

/** Yields the output of `--as cdxj`, which is an index of the files without the captures that are left out. */
export async function* cdxjWithout(
  files: readonly SourceFile[],
  verdicts: Verdicts,
): AsyncGenerator<string> {
  yield `${MADE_INDEX}\n`;
  yield* sortedIndex(keptLines(files, verdicts));
}

async function* keptLines(
  files: readonly SourceFile[],
  verdicts: Verdicts,
): AsyncGenerator<string> {
  const found = { captures: 0, recognised: 0 };
  const stays = async (record: ArchiveRecord): Promise<boolean> => {
    const capture = await captureOfRecord(record);
    if (capture === undefined) return true;
    found.captures += 1;
    if (verdicts.rowFor(capture) === "own") found.recognised += 1;
    return verdicts.find(capture)?.isLeftOut !== true;
  };
  for (const file of files) yield* indexLines(file, stays);
  requireFound(verdicts, found);
}

/**
 * Returns the output of `--as aclj`, which are rules for pywb that exclude the captures that are left out. For one exact
 * key, pywb can exclude all captures, all before a date, or all after a date. No rule is made if captures to exclude are
 * between kept captures: these are `unsaid`.
 */
export function accessRules(
  mementos: readonly SavedMemento[],
  verdicts: Verdicts,
): { readonly lines: readonly string[]; readonly unsaid: readonly Row[] } {
  const captures = mementos.flatMap(({ uriM, capture: { uriR, mementoDatetime } }) => {
    if (uriR === undefined || mementoDatetime === undefined) return [];
    const date = toFourteenDigits(mementoDatetime);
    return [{ uriR, date, leftOut: verdicts.leftOutOfUriM(uriM) }];
  });
  const lines: string[] = [];
  const unsaid: Row[] = [];
  for (const [key, ofKey] of groupBy(captures, ({ uriR }) => cdxKey(uriR))) {
    const rows = ofKey.flatMap(({ leftOut }) => leftOut ?? []);
    if (rows.length === 0) continue;
    const range = rangeOf(ofKey);
    const rule = { access: "exclude", ...range, url: ofKey[0]!.uriR };
    if (range === undefined) unsaid.push(...rows);
    else lines.push(`${key}### - ${JSON.stringify(rule)}`);
  }
  // pywb searches its rules in descending order.
  lines.sort((a, b) => (a < b ? 1 : -1));
  return { lines: lines.map((line) => `${line.replace(/[^ -~]/gu, percentEncoded)}\n`), unsaid };
}

/** Returns an empty object for all dates, and `undefined` if the captures to exclude are not all at one end. */
function rangeOf(
  captures: readonly { readonly date: string; readonly leftOut: Row | undefined }[],
): { readonly before?: string; readonly after?: string } | undefined {
  const dates = captures.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  const kept = dates.filter(({ leftOut }) => leftOut === undefined).map(({ date }) => date);
  const gone = dates.filter(({ leftOut }) => leftOut !== undefined).map(({ date }) => date);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return {};
  if (gone[0]! > last) return { after: last };
  return gone.at(-1)! < first ? { before: first } : undefined;
}
