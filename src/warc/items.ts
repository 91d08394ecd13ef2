import { isHtml, mediaType } from "../mementos/content-type.js";
import { parseDatetime } from "../mementos/datetime.js";
import { resolveLocation } from "../mementos/uri.js";
import type { Capture, InputContext, InputItem, RevisitTarget } from "../types.js";
import { Fields } from "./fields.js";
import { parseHttpHead, type HttpHead } from "./http-head.js";
import { PayloadDigest } from "./payload-digest.js";
import type { WarcRecord } from "./read-warc.js";
import { LONGEST_HEAD } from "./record-head.js";
import { SNIFFED, startsLikeHtml } from "./sniff.js";
import { identify, placeOf, uriOf, type Identity } from "./target.js";
import { whyNoPage } from "./why-no-page.js";

/** What reading depends on besides the file. */
export type ItemContext = Pick<InputContext, "maxPageBytes" | "redirects">;

const FIRST_LOOK = 8192;
/** Types of records that are counted by name. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  "warcinfo",
  "request",
  "metadata",
  "conversion",
  "continuation",
  "filedesc",
]);

/**
 * What a record is to the detector. Only bodies that may be pages are held. Mostly one item; a second one reports
 * bytes lost of a record that is no memento.
 */
export async function itemsOf(
  record: WarcRecord,
  context: ItemContext,
): Promise<readonly InputItem[]> {
  const item = await new RecordReading(record, context).item();
  if (record.block.left > 0) await record.block.pass();
  const cutOff = record.cutOff();
  if (cutOff === undefined || item.kind === "missed" || item.kind === "damage") return [item];
  return [item, { kind: "damage", source: record.source, message: cutOff }];
}

class RecordReading {
  readonly #record: WarcRecord;
  readonly #context: ItemContext;

  constructor(record: WarcRecord, context: ItemContext) {
    this.#record = record;
    this.#context = context;
  }

  async item(): Promise<InputItem> {
    const { type, format } = this.#record.head;
    if (type === "") return this.#damage("record without WARC-Type");
    if (type !== "response" && type !== "resource" && type !== "revisit") {
      return skipped(KNOWN_TYPES.has(type) ? `${type} record` : "record of another type");
    }
    const identified = identify(this.#record.head);
    if (identified.kind === "no-page") return skipped(identified.reason);
    if (identified.kind === "unidentified") return this.#damage(identified.message);
    if (format === "ARC" && this.#record.head.fields.get("content-type") === "alexa/dat") {
      return skipped("ARC record of alexa/dat");
    }
    const { identity } = identified;
    if (type === "resource") return this.#page(identity, this.#recordType(), Fields.of([]), []);
    return this.#http(identity);
  }

  async #http(identity: Identity): Promise<InputItem> {
    const { block, head } = this.#record;
    const isRevisit = head.type === "revisit";
    if (block.left === 0 && !isRevisit) {
      await block.pass();
      return this.#missed(this.#capture(identity), this.#record.cutOff() ?? "the record is empty");
    }
    const http = await this.#httpHead();
    if (http === "more") {
      return this.#missed(
        this.#capture(identity),
        `HTTP header of more than ${LONGEST_HEAD} bytes`,
      );
    }
    if (http === "none") {
      if (isRevisit) return this.#revisit(identity, undefined);
      const note = "no HTTP header: all of the record is the page (HTTP/0.9)";
      return this.#page(identity, this.#recordType(), Fields.of([]), [note]);
    }
    block.advance(http.size);
    if (!http.isTerminated && block.left === 0) {
      const cutOff = this.#record.cutOff();
      if (cutOff !== undefined) return this.#missed(this.#capture(identity), cutOff);
    }
    const { redirects } = this.#context;
    if (isRedirection(http.status) && redirects !== "as-mementos") {
      if (redirects === "skip") return skipped("redirect (3xx)");
      return this.#redirect(identity, http);
    }
    if (isRevisit || http.status === 304) return this.#revisit(identity, http);
    const contentType = http.fields.last("content-type") ?? this.#recordType();
    return this.#page(identity, contentType, http.fields, http.notes, http.status);
  }

  async #httpHead(): Promise<HttpHead | "none" | "more"> {
    const { block } = this.#record;
    for (let size = FIRST_LOOK; ; size *= 4) {
      const bytes = await block.peek(Math.min(size, LONGEST_HEAD));
      const isWhole = bytes.length === block.left || bytes.length < Math.min(size, LONGEST_HEAD);
      const head = parseHttpHead(bytes, isWhole);
      if (head !== "more" || size >= LONGEST_HEAD) return head;
    }
  }

  /** The type that the record itself declares, where it is that of the page and not `application/http`. */
  #recordType(): string | undefined {
    const type = this.#record.head.fields.get("content-type");
    if (!type?.includes("/")) return undefined;
    const isOfHttp = /^(?:application|message)\/http\b/iu.test(type);
    return isOfHttp ? undefined : type;
  }

  async #page(
    identity: Identity,
    contentType: string | undefined,
    fields: Fields,
    notes: readonly string[],
    status?: number,
  ): Promise<InputItem> {
    const { block } = this.#record;
    const known = {
      ...(status !== undefined && { status }),
      ...(contentType !== undefined && { contentType }),
    };
    const capture = this.#capture(identity, known, notes);
    const reason = await this.#whyNoPage(contentType, fields);
    if (reason !== undefined) return { kind: "other", capture, reason };
    const size = block.left;
    const digest = capture.digest === undefined ? new PayloadDigest() : undefined;
    const { maxPageBytes } = this.#context;
    const isTooLarge = size > maxPageBytes;
    const bytes = isTooLarge ? undefined : await block.hold();
    if (bytes === undefined) await block.pass((piece) => digest?.add(piece));
    else digest?.add(bytes);
    const cutOff = this.#record.cutOff();
    if (cutOff !== undefined) return this.#missed(capture, cutOff);
    const full = digest === undefined ? capture : { ...capture, digest: digest.finish() };
    if (bytes === undefined) {
      const message = `page of ${size} bytes, more than the ${maxPageBytes} that --max-page-size allows`;
      return { kind: "missed", capture: full, problem: { stage: "access", message } };
    }
    const transferEncoding = fields.list("transfer-encoding");
    const contentEncoding = fields.list("content-encoding");
    return {
      kind: "memento",
      capture: full,
      body: {
        bytes,
        ...(transferEncoding !== undefined && { transferEncoding }),
        ...(contentEncoding !== undefined && { contentEncoding }),
      },
    };
  }

  /** Why the body is no page; looks at its beginning where no usable type is declared. */
  async #whyNoPage(contentType: string | undefined, fields: Fields): Promise<string | undefined> {
    if (contentType !== undefined && mediaType(contentType).includes("/")) {
      return isHtml(contentType) ? undefined : whyNoPage(mediaType(contentType));
    }
    const start = await this.#record.block.peek(SNIFFED);
    if (startsLikeHtml(start, fields)) return undefined;
    return start.length === 0
      ? "no content type, and an empty body"
      : "no content type, and it does not look like HTML";
  }

  #redirect(identity: Identity, { status, fields, notes }: HttpHead): InputItem {
    const contentType = fields.last("content-type");
    return {
      kind: "redirect",
      capture: this.#capture(
        identity,
        {
          ...(status !== undefined && { status }),
          ...(contentType !== undefined && { contentType }),
        },
        notes,
      ),
      location: resolveLocation(fields.get("location"), identity.uriR),
    };
  }

  #revisit(identity: Identity, http: HttpHead | undefined): InputItem {
    const contentType = http?.fields.last("content-type");
    const status = http?.status;
    const capture = this.#capture(
      identity,
      {
        ...(status !== undefined && { status }),
        ...(contentType !== undefined && { contentType }),
      },
      http?.notes ?? [],
    );
    const type = mediaType(contentType);
    // What a server says of the nothing that it sends with a 304 says little of the page.
    if (type.includes("/") && !isHtml(type) && status !== 304) {
      return { kind: "other", capture, reason: whyNoPage(type) };
    }
    return { kind: "revisit", capture, target: this.#target() };
  }

  #target(): RevisitTarget {
    const { fields, type } = this.#record.head;
    const recordId = uriOf(fields, "warc-refers-to");
    const uriR = uriOf(fields, "warc-refers-to-target-uri");
    const mementoDatetime = parseDatetime(fields.get("warc-refers-to-date") ?? "");
    const digest = fields.get("warc-payload-digest");
    return {
      profile: type === "revisit" ? profileOf(fields.get("warc-profile")) : "server-not-modified",
      ...(recordId !== undefined && { recordId }),
      ...(uriR !== undefined && { uriR }),
      ...(mementoDatetime !== undefined && { mementoDatetime }),
      ...(digest !== undefined && { digest }),
    };
  }

  #capture(
    { uriR, mementoDatetime }: Identity,
    http: { readonly status?: number; readonly contentType?: string } = {},
    notes: readonly string[] = [],
  ): Capture {
    const { head, source } = this.#record;
    const recordId = uriOf(head.fields, "warc-record-id");
    const digest = head.fields.get("warc-payload-digest");
    const all = [...this.#record.notes, ...notes, ...partNotes(head.fields)];
    return {
      uriR,
      mementoDatetime,
      ...http,
      ...(recordId !== undefined && { recordId }),
      ...(digest !== undefined && { digest }),
      source,
      ...(all.length > 0 && { notes: all }),
    };
  }

  #missed(capture: Capture, trouble: string): InputItem {
    const message = `${trouble} (${placeOf(this.#record.source)})`;
    return { kind: "missed", capture, problem: { stage: "access", message } };
  }

  #damage(message: string): InputItem {
    return { kind: "damage", source: this.#record.source, message };
  }
}

function skipped(reason: string): InputItem {
  return { kind: "skipped", reason };
}

function isRedirection(status = 0): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function profileOf(profile: string | undefined): RevisitTarget["profile"] {
  if (profile?.includes("identical-payload-digest") === true) return "identical-payload-digest";
  if (profile?.includes("server-not-modified") === true) return "server-not-modified";
  return "unknown";
}

/** The crawler itself may have kept only a part (WARC 1.1, sections 5.13 and 5.18). */
function partNotes(fields: Fields): readonly string[] {
  const truncated = fields.get("warc-truncated");
  const segment = fields.get("warc-segment-number");
  return [
    ...(truncated === undefined ? [] : [`truncated by the crawler (${truncated.slice(0, 40)})`]),
    ...(segment === undefined
      ? []
      : [`segment ${segment.slice(0, 20)} of a segmented record: the others are not joined`]),
  ];
}
