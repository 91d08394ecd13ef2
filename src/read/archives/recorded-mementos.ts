import { redirectOfMemento } from "./fetch-memento.js";
import { isSubstitute, mementoItem, type MementoItemOptions } from "./memento-item.js";
import { missed } from "../../base/errors.js";
import { readFields, readResponse, WORKING_DIRECTORY_MARK } from "../http/directory/records.js";
import { parseDatetime } from "../../base/datetime.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import { typeOf, withoutBrackets } from "../warc/record-format.js";
import type { ArchiveRecord } from "../warc/record-reader.js";
import type { Capture, InputItem } from "../../base/types.js";

/** Maximum size of a description in bytes. Descriptions contain only a few URIs. */
const DESCRIPTION_BYTES = 1 << 16;
/** Maximum size of an HTTP head in bytes. Archives repeat the archived head in their own head. */
const HEAD_BYTES = 1 << 18;

/**
 * Reads the records of a file that `-d` wrote. Its warcinfo has a mark, its target URIs and dates are those of
 * fetching, and the metadata before a response names the memento. Files without the mark are not read here.
 */
export class WorkingDirectoryRecords {
  isMarked = false;
  /** Fields of the last description. Its response follows it. */
  #about: ReadonlyMap<string, string> = new Map();

  /** Returns `undefined` for its warcinfo, and for files without the mark. */
  async item(record: ArchiveRecord, context: MementoItemOptions): Promise<InputItem | undefined> {
    const type = typeOf(record.fields);
    if (type === "warcinfo") {
      const [name, value] = WORKING_DIRECTORY_MARK;
      this.isMarked = readFields(await description(record)).get(name) === value;
      return undefined;
    }
    if (!this.isMarked) return undefined;
    if (type === "metadata") {
      this.#about = readFields(await description(record));
      const refersTo = record.fields.get("warc-refers-to");
      if (refersTo !== undefined) this.#about = new Map([...this.#about, [REFERS_TO, refersTo]]);
      return skip(record, "metadata record");
    }
    if (type !== "response") return skip(record, `${type === "" ? "untyped" : type} record`);
    return this.#response(record, context);
  }

  async #response(record: ArchiveRecord, context: MementoItemOptions): Promise<InputItem> {
    const about = this.#about;
    const isAbout = about.get(REFERS_TO) === record.fields.get("warc-record-id");
    const dated = isAbout ? about.get("memento-datetime") : undefined;
    const mementoDatetime = dated === undefined ? undefined : parseDatetime(dated);
    const uriR = about.get("uri-r");
    const uriM = about.get("uri-m");
    const uriT = about.get("uri-t");
    if (mementoDatetime === undefined || uriR === undefined || uriM === undefined) {
      return skip(record, "answer of an archive that is not a memento");
    }
    const recordId = withoutBrackets(record.fields.get("warc-record-id") ?? "");
    const digest = record.fields.get("warc-payload-digest");
    const named = parseDatetime(uriMParts(uriM)?.timestamp ?? "") ?? mementoDatetime;
    const isOther = isSubstitute({ mementoDatetime: named, uriM }, mementoDatetime);
    const asked: Capture = {
      uriR,
      mementoDatetime: isOther ? named : mementoDatetime,
      uriM,
      uriT,
      recordId,
      digest,
      source: record.source,
    };
    const { data, trouble } = await record.block.take(context.maxPageBytes + HEAD_BYTES);
    if (trouble !== undefined) return missed(asked, "its record is incomplete");
    if (data === undefined) return missed(asked, `it has more than ${context.maxPageBytes} bytes`);
    const response = readResponse({ headers: record.fields, block: data });
    if (response === undefined) return missed(asked, "its record holds no HTTP response");
    const target = redirectOfMemento(response);
    if (target !== undefined && context.redirects === "follow") {
      const capture = { ...asked, status: response.status };
      return { kind: "redirect", capture, location: uriROf(target) ?? target };
    }
    const { status } = response;
    const reached = {
      response,
      mementoDatetime,
      answered: mementoDatetime,
      archivedRedirect: status >= 300 && status < 400 ? status : undefined,
      hops: 0,
    };
    return mementoItem(asked, reached, context);
  }
}

/** Key for WARC-Refers-To among the fields of a description. No field name contains a colon, so the key is unique. */
const REFERS_TO = "warc-refers-to:";

/** Returns the text of a description without consuming its record. */
const description = ({ block }: ArchiveRecord): Promise<Buffer> => block.head(DESCRIPTION_BYTES);

async function skip({ block }: ArchiveRecord, reason: string): Promise<InputItem> {
  await block.skip();
  return { kind: "skipped", reason };
}
