import { parseDatetime } from "../../base/datetime.js";
import { withPossibleDate } from "../../base/possible-date.js";
import type { InputItem } from "../../base/types.js";
import { WorkingDirectoryRecords } from "../archives/recorded-mementos.js";
import { seedsOfWarcinfo } from "../crawls/seeds.js";
import type { ArchiveFile, InputContext } from "../types.js";
import { DocumentFilter, requestOf } from "./documents.js";
import { recordItem } from "./items.js";
import type { ArchiveRecord, Loss } from "./record-reader.js";
import { contentOf } from "./text-records.js";

/** Maximum size of a warcinfo in bytes. Some have command lines with long lists of seeds. */
const WARCINFO_BYTES = 1 << 20;

/** Converts the records of a file to items, in the order of the file. */
export class FileItems {
  readonly #context: InputContext;
  readonly #fetched = new WorkingDirectoryRecords();
  readonly #documents: DocumentFilter | undefined;
  readonly #originals: string | undefined;
  /** True if the file holds only texts of pages. Of a file that cannot be read twice, the first capture or text tells it. */
  #holdsOnlyTexts: boolean | undefined;
  /** Date on which the file was begun; empty if it does not say. */
  #begun: string | undefined;

  constructor(
    context: InputContext,
    { originals, holdsOnlyTexts }: Pick<ArchiveFile, "originals" | "holdsOnlyTexts">,
  ) {
    this.#context = context;
    this.#originals = originals;
    this.#holdsOnlyTexts = holdsOnlyTexts;
    this.#documents = context.documentsOnly === true ? new DocumentFilter() : undefined;
  }

  async of(found: ArchiveRecord | Loss): Promise<readonly InputItem[]> {
    this.#begun ??= beginningOf(found);
    if (found.kind !== "record") return [...this.end(), found];
    const ofArchive = await this.#fetched.item(found, this.#context);
    if (ofArchive !== undefined) return [ofArchive];
    if (this.#context.http?.seeds === "auto") await tellWarcinfo(found, this.#context);
    const request = this.#documents === undefined ? undefined : await requestOf(found);
    const item = this.#dated(this.#located(await recordItem(found, this.#contextOf(found))));
    return this.#documents?.take(found.fields, item, request) ?? [item];
  }

  #contextOf({ fields }: ArchiveRecord): InputContext {
    if (this.#holdsOnlyTexts === undefined) {
      const content = contentOf(fields);
      if (content !== undefined) this.#holdsOnlyTexts = content === "text";
    }
    return this.#holdsOnlyTexts === true ? { ...this.#context, takesTexts: true } : this.#context;
  }

  /** Adds to a revisit the file in which its original should be, unless it names one itself. */
  #located(item: InputItem): InputItem {
    const container = this.#originals;
    return item.kind === "revisit" && container !== undefined
      ? { ...item, target: { container, ...item.target } }
      : item;
  }

  /** Adds a note to a capture that is much later than its file. */
  #dated(item: InputItem): InputItem {
    if (!("capture" in item)) return item;
    return { ...item, capture: withPossibleDate(item.capture, this.#begun) };
  }

  /** Returns the items that are still held back. */
  end(): readonly InputItem[] {
    return this.#documents?.end() ?? [];
  }
}

/** Returns the date of the record with which a file begins, if it describes the file. */
function beginningOf(first: ArchiveRecord | Loss): string {
  if (first.kind !== "record") return "";
  const isInfo = first.fields.get("warc-type")?.toLowerCase() === "warcinfo";
  return (isInfo ? parseDatetime(first.fields.get("warc-date") ?? "") : undefined) ?? "";
}

/** Reports the seeds of a warcinfo record without consuming its block. */
async function tellWarcinfo(
  { fields, block }: ArchiveRecord,
  { onSeed }: InputContext,
): Promise<void> {
  if (fields.get("warc-type")?.toLowerCase() !== "warcinfo") return;
  const text = await block.head(WARCINFO_BYTES);
  for (const uriR of seedsOfWarcinfo(text.toString("utf8"))) onSeed?.(uriR);
}
