import { toFourteenDigits } from "../../base/datetime.js";
import { groupBy } from "../../base/math/group-by.js";
import { percentEncoded } from "../../base/text.js";
import { cdxKey } from "../../read/cdx/key.js";
import { sortedIndex } from "../../read/cdx/line.js";
import { indexLines } from "../../read/cdx/make-index.js";
import { MADE_INDEX } from "../../read/warc/looks-like.js";
import type { ArchiveRecord } from "../../read/warc/record-reader.js";
import type { SavedMemento } from "../../write/entry.js";
import type { SourceFile } from "./files.js";
import { captureOfRecord, requireFound } from "./scan.js";
import type { Row, Verdicts } from "./verdicts.js";

/** Yields the output of `--as cdxj`, which is an index of the files without the captures that are left out. */
export async function* cdxjWithout(
  files: readonly SourceFile[],
  verdicts: Verdicts,
): AsyncGenerator<string> {
  const found = { captures: 0, recognised: 0 };
  const stays = async (record: ArchiveRecord): Promise<boolean> => {
    const capture = await captureOfRecord(record);
    if (capture === undefined) return true;
    const row = verdicts.find(capture);
    found.captures += 1;
    if (row !== undefined || verdicts.has(capture)) found.recognised += 1;
    return row?.goes !== true;
  };
  async function* lines(): AsyncGenerator<string> {
    for (const file of files) yield* indexLines(file, stays);
    requireFound(verdicts, found);
  }
  yield `${MADE_INDEX}\n`;
  yield* sortedIndex(lines());
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
    return [{ uriR, date, row: verdicts.leftOutOfUriM(uriM) }];
  });
  const lines: string[] = [];
  const unsaid: Row[] = [];
  for (const [key, ofKey] of groupBy(captures, ({ uriR }) => cdxKey(uriR))) {
    const rows = ofKey.flatMap(({ row }) => row ?? []);
    if (rows.length === 0) continue;
    const range = excludedRange(
      ofKey.flatMap(({ date, row }) => (row === undefined ? [date] : [])).sort(),
      ofKey.flatMap(({ date, row }) => (row === undefined ? [] : [date])).sort(),
    );
    const rule = { access: "exclude", ...range, url: ofKey[0]!.uriR };
    if (range === undefined) for (const row of rows) unsaid.push(row);
    else lines.push(`${key}### - ${JSON.stringify(rule)}`);
  }
  // pywb searches its rules in descending order.
  lines.sort((a, b) => (a < b ? 1 : -1));
  return { lines: lines.map((line) => `${line.replace(/[^ -~]/gu, percentEncoded)}\n`), unsaid };
}

/** Returns an empty object for all dates, and `undefined` if the captures to exclude are not all at one end. */
function excludedRange(
  kept: readonly string[],
  gone: readonly string[],
): { readonly before?: string; readonly after?: string } | undefined {
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return {};
  if (gone[0]! > last) return { after: last };
  return gone.at(-1)! < first ? { before: first } : undefined;
}
