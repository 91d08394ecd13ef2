import { UsageError } from "../base/errors.js";
import { isRemote } from "../base/platform/files.js";
import { readTextFile, statsOf } from "../base/read-file.js";
import { counted } from "../base/text.js";
import { warcFiles } from "../read/files/find.js";
import { prepareFiles } from "../read/files/read-files.js";
import { contentsOf, startOf } from "../read/warc/archive-file.js";
import { archiveKind } from "../read/warc/looks-like.js";
import { readRecords } from "../read/warc/record-reader.js";
import { openPlace, packagesOf, placeOf } from "../read/warc/wacz.js";
import { type Decision, formatDecisions, uriMOf } from "../write/decisions.js";
import { decisionOf, isMark, readMark } from "../write/marks.js";
import { type Overrides, parseOverrides } from "../write/overrides.js";

/** Reads the value of `--overrides`: a text file, or what `filter --mark` wrote. Throws a `UsageError` for any other. */
export async function readOverrides(file: string): Promise<Overrides> {
  const isFolder = statsOf(file)?.isDirectory() === true;
  if (!isFolder && !(await mayHoldRecords(file))) return parseOverrides(readTextFile(file), file);
  const { decisions, computed, notTaken, first, damage } = await decisionsIn(file, isFolder);
  const others = `${counted(notTaken, "mark")} of ${file} ${notTaken === 1 ? "does" : "do"} not count, e.g. ${first}`;
  if (decisions.length === 0) {
    throw new UsageError(
      `${file} has no marks${notTaken > 0 ? ` that count (${others})` : ""}. Make them with filter --mark, or give a file of decisions.`,
    );
  }
  const overrides = { ...parseOverrides(formatDecisions(decisions), file), marks: computed };
  const notices = [
    ...(notTaken === 0 ? [] : [others]),
    ...(damage === undefined
      ? []
      : [`marks of ${file} may be missing, because of damage ${damage}`]),
  ];
  return notices.length === 0 ? overrides : { ...overrides, notices };
}

const WITH_RECORDS: ReadonlySet<string | undefined> = new Set([
  ...["a gzip file", "a Zstandard file", "a ZIP or WACZ file", "a WARC file", "an ARC file"],
]);

async function mayHoldRecords(file: string): Promise<boolean> {
  if (isRemote(file)) return false;
  const start = await startOf(file);
  return start !== undefined && WITH_RECORDS.has(archiveKind(start));
}

interface FoundMarks {
  readonly decisions: readonly Decision[];
  /** URI-Ms of those that a run computed. */
  readonly computed: ReadonlySet<string>;
  /** Number of marks that do not count. */
  readonly notTaken: number;
  /** The first of them, with its place and the reason. */
  readonly first: string;
  /** The first place that could not be read, with the reason. */
  readonly damage: string | undefined;
}

async function decisionsIn(file: string, isFolder: boolean): Promise<FoundMarks> {
  const byUriM = new Map<string, Decision>();
  const computed = new Set<string>();
  let notTaken = 0;
  let first = "";
  let damage: string | undefined;
  for await (const place of placesOf(file, isFolder)) {
    let isDamaged = false;
    for await (const found of readRecords(place, undefined, () => openPlace(place))) {
      if (found.kind === "damage") {
        isDamaged = true;
        damage ??= `at byte ${found.source.offset} of ${place}: ${found.message}`;
      } else if (isMark(found)) {
        // After damage, what looks like a record may be the content of a page.
        const mark = isDamaged ? "it stands after damaged bytes" : await readMark(found);
        if (typeof mark === "string") {
          notTaken += 1;
          first ||= `at byte ${found.source.offset} of ${place}: ${mark}`;
          continue;
        }
        const decision = decisionOf(mark);
        const name = uriMOf(decision.uriM);
        const other = byUriM.get(name);
        if (mark.by === "computed") computed.add(name);
        const isSame = other === undefined || other.label === decision.label;
        byUriM.set(name, isSame ? decision : { ...decision, label: "unsure" });
      }
    }
  }
  return { decisions: [...byUriM.values()], computed, notTaken, first, damage };
}

/** Yields the files of records of a file or folder, also those in WACZ files. */
async function* placesOf(file: string, isFolder: boolean): AsyncGenerator<string> {
  const paths = isFolder ? await prepareFiles([file.replaceAll(",", "%2C")], warcFiles) : [file];
  for (const path of paths) {
    if (statsOf(path)?.isDirectory() === true) continue;
    if (!(await contentsOf(path)).isWacz) {
      yield path;
      continue;
    }
    for await (const found of packagesOf(path)) {
      if (found.kind === "damage")
        throw new UsageError(`${path} cannot be read: ${found.message}.`);
      for (const member of found.warcs) yield placeOf(found, member);
    }
  }
}
