import { redirectOfMemento } from "../archives/fetch-memento.js";
import { isSubstitute, mementoItem } from "../archives/memento-item.js";
import { missed } from "../../base/errors.js";
import { readFields, readResponse, WORKING_DIRECTORY_MARK } from "../http/directory/records.js";
import { parseDatetime } from "../../base/datetime.js";
import { uriMParts, uriROf } from "../timemaps/uri.js";
import type { Capture, InputItem, Source } from "../../base/types.js";
import type { InputContext } from "../types.js";

/** What is asked of a record, whichever layer reads it. */
interface DescribedRecord {
  /** Names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly source: Source;
  readonly block: {
    /** Up to `count` first bytes, without taking them. */
    head(count: number): Promise<Buffer>;
    /** All bytes unless they are more than `limit`; `trouble` when they are not those that were written. */
    take(limit: number): Promise<{ readonly data?: Buffer; readonly trouble?: string }>;
  };
}

/** Descriptions are a few URIs long. */
const DESCRIPTION_BYTES = 1 << 16;
/** HTTP heads of archives hold the archived head too. */
const HEAD_BYTES = 1 << 18;

/**
 * Reads the records of one file that `-d` wrote: its warcinfo has a mark, target URIs are those that were fetched,
 * dates are those of fetching, and the metadata before a response says which memento it is. Of files without the mark
 * nothing is read here.
 */
export class WorkingDirectoryRecords {
  /** Whether the last warcinfo had the mark. */
  isMarked = false;
  /** The description that came last: the response that it refers to comes next. */
  #about: ReadonlyMap<string, string> = new Map();

  /** The item that a record of a marked file is; undefined for files without the mark, and for their warcinfo. */
  async item(
    record: DescribedRecord,
    context: Pick<InputContext, "redirects" | "maxPageBytes" | "substituted" | "formats">,
  ): Promise<InputItem | undefined> {
    const type = record.fields.get("warc-type")?.toLowerCase();
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
    if (type !== "response") return skip(record, `${type ?? "untyped"} record`);
    return this.#response(record, context);
  }

  async #response(
    record: DescribedRecord,
    context: Pick<InputContext, "redirects" | "maxPageBytes" | "substituted" | "formats">,
  ): Promise<InputItem> {
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
    const recordId = record.fields.get("warc-record-id")?.replace(/^<(.*)>$/u, "$1");
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
    if (trouble !== undefined) return missed(asked, "its record is not whole");
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

/** Not a name that a description can have. */
const REFERS_TO = "warc-refers-to:";

/** What a description says, its record left untaken. */
const description = ({ block }: DescribedRecord): Promise<Buffer> => block.head(DESCRIPTION_BYTES);

async function skip({ block }: DescribedRecord, reason: string): Promise<InputItem> {
  await block.take(-1);
  return { kind: "skipped", reason };
}
