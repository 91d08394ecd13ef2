import { counted, printable } from "../../base/text.js";
import type { FieldList, WarcRecord } from "../../read/http/directory/records.js";
import { markRecord } from "../../write/marks.js";
import { CollectionWriter, type CopyTarget } from "./collection.js";
import { copyMarked, type Moved } from "./copy-marked.js";
import { freeName, type SourceFile } from "./files.js";
import { type FilterOptions, whileReading } from "./filter-files.js";
import type { LeftOut } from "./left-out.js";
import { MARKS_FILE, warcinfo } from "./made-records.js";
import { formerPackage, type MovedFile } from "./marked-package.js";
import { type Marks, type MarkScan, scanForMarks } from "./marks.js";

interface MarkOptions extends Omit<FilterOptions, "pages"> {
  /** The WACZ that the copy, another WACZ, is made of. */
  readonly wacz: string | undefined;
}

export interface MarkedCopy extends MarkScan {
  readonly missing: readonly LeftOut[];
  /** Number of marks in a file of their own, and its name. */
  readonly beside: number;
  readonly besideIn: string;
  /** Files that are not copied, with the reason. */
  readonly notCopied: readonly string[];
}

/** Writes a copy of files in which each capture of `marks` has its verdict beside it. Nothing is left out. */
export async function markFiles(
  files: readonly SourceFile[],
  marks: Marks,
  target: CopyTarget,
  { date, about, signal, wacz }: MarkOptions,
): Promise<MarkedCopy> {
  const found = await scanForMarks(files, marks, signal);
  const writer = new CollectionWriter(target, date, signal);
  const beside: WarcRecord[] = [];
  const moved: MovedFile[] = [];
  for (const file of files) {
    const { place, name } = file;
    const changes = found.files.get(file)!;
    if (changes.isReplaced) {
      moved.push({ place, name: undefined, offset: undefined });
      continue;
    }
    let copied: Moved | undefined;
    await whileReading(place, () =>
      writer.addFile(name, async (write) => {
        copied = await copyMarked(file, changes, write);
        return true;
      }),
    );
    for (const { mark, on } of [...changes.beside, ...copied!.beside]) {
      beside.push(markRecord({ ...mark, file: name }, on));
    }
    moved.push({ place, name, offset: copied!.offset });
  }
  const names = moved.flatMap(({ name }) => name ?? []);
  const besideIn = freeName(MARKS_FILE, new Set(names));
  if (beside.length > 0) {
    const description = "Verdicts on captures of files that cannot hold them.";
    const sources = files.map(({ place }): FieldList[number] => [
      "source-file",
      printable(place, "percent"),
    ]);
    const info = warcinfo(date, besideIn, [...about, ["description", description], ...sources]);
    await writer.addRecords(besideIn, [info, ...beside]);
  }
  const notCopied: string[] = [];
  const onLoss = (message: string): unknown => notCopied.push(message);
  const former =
    wacz === undefined ? undefined : await formerPackage(wacz, { marks, moved, onLoss });
  await writer.finish(marks.pages, former);
  const missing = marks.found.all.filter((each) => !found.marked.has(each));
  return { ...fieldsOf(found), missing, beside: beside.length, besideIn, notCopied };
}

/** The members of a scan, which a spread of its class would lose. */
const fieldsOf = ({ files, marked, replaced, losses }: MarkScan): MarkScan => ({
  ...{ files, marked, replaced, losses },
});

/** Returns `3 captures marked`. */
export const markedText = ({ marked, replaced, beside, besideIn }: MarkedCopy): string =>
  `${counted(marked.size, "capture")} marked` +
  (replaced === 0 ? "" : `, ${counted(replaced, "earlier mark")} replaced`) +
  (beside === 0 ? "" : `; ${counted(beside, "mark")} in ${besideIn}`);
