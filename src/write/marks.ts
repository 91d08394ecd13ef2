import { finite, oneOf, optional, type PlainCodec, record, text } from "../base/codec.js";
import { parsedJson } from "../base/json.js";
import type { OverallStatus } from "../base/types.js";
import { idOf } from "../read/warc/digest.js";
import { withoutBrackets } from "../read/warc/record-capture.js";
import type { ArchiveRecord } from "../read/warc/record-reader.js";
import type { Decision } from "./decisions.js";

/*
 * A mark is the verdict on a capture as a WARC metadata record beside it. Its WARC-Target-URI begins with a URN: pywb and
 * cdxj-indexer index metadata records, and under the URI of the page they would show the mark in its place.
 */

/** The block of a mark, as JSON. */
export interface Mark {
  readonly "URI-M": string;
  readonly verdict: OverallStatus;
  /** `decision` if a person decided. */
  readonly by: "decision" | "computed";
  /** The verdict of the run, if a person decided otherwise. */
  readonly computed?: OverallStatus | undefined;
  readonly probability?: number | undefined;
  readonly kind?: string | undefined;
  /** True if no run has read the capture. */
  readonly inferred?: true | undefined;
  /** The program that judged, with its version. */
  readonly version?: string | undefined;
  /** Digest of the settings of the run, as in its JSON Lines. */
  readonly digest?: string | undefined;
  /** The file of the capture, if the mark is in another one. */
  readonly file?: string | undefined;
}

const status = oneOf("on-topic", "off-topic", "unsure");
const markForm: PlainCodec<Mark> = record<Mark>({
  "URI-M": text,
  verdict: status,
  by: oneOf("decision", "computed"),
  computed: optional(status),
  probability: optional(finite),
  kind: optional(text),
  inferred: optional(oneOf(true)),
  version: optional(text),
  digest: optional(text),
  file: optional(text),
});

/** The URI-R of the capture follows. */
const TARGET = "urn:detect_off_topic:mark:";
/** Maximum size of a mark in bytes. */
const LONGEST = 1 << 20;

/** The capture that a mark is on, as its record names itself. */
export interface MarkedRecord {
  readonly uriR: string;
  /** WARC-Date of the record, because records of one capture share it. */
  readonly date: string;
  readonly recordId?: string | undefined;
}

interface MetadataRecord {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly block: Uint8Array;
}

export function markRecord(mark: Mark, { uriR, date, recordId }: MarkedRecord): MetadataRecord {
  const target = TARGET + uriR;
  const capture = recordId === undefined ? "" : `<${recordId}>`;
  const block = Buffer.from(JSON.stringify(mark));
  return {
    headers: [
      ["WARC-Type", "metadata"],
      ["WARC-Record-ID", markId(target, date, capture, block)],
      ["WARC-Date", date],
      ["WARC-Target-URI", target],
      ...(capture === ""
        ? []
        : ([
            ["WARC-Concurrent-To", capture],
            ["WARC-Refers-To", capture],
          ] as const)),
      ["Content-Type", "application/json"],
    ],
    block,
  };
}

const markId = (target: string, date: string, capture: string, block: Uint8Array): string =>
  idOf(Buffer.concat([Buffer.from(`${target}\n${date}\n${capture}\n`), block]));

/** Tells whether a record is a mark by its name. Whether this program wrote it, {@link readMark} tells. */
export const isMark = ({ fields }: Pick<ArchiveRecord, "fields">): boolean =>
  fields.get("warc-type")?.toLowerCase() === "metadata" &&
  isMarkUri(withoutBrackets(fields.get("warc-target-uri") ?? ""));

export const isMarkUri = (uri: unknown): boolean =>
  typeof uri === "string" && uri.startsWith(TARGET);

/**
 * Returns the mark in a record for which `isMark` holds, or the reason why it is none of this program's: its record ID is
 * the digest of what it says.
 */
export async function readMark({ fields, block }: ArchiveRecord): Promise<Mark | string> {
  const { data, trouble, length } = await block.take(LONGEST);
  if (trouble !== undefined) return "it is cut off or has a wrong length";
  if (data === undefined) return `it has ${length} bytes`;
  const [target = "", date = "", capture = "", id = ""] = [
    ...["warc-target-uri", "warc-date", "warc-concurrent-to", "warc-record-id"],
  ].map((name) => fields.get(name)?.trim());
  if (markId(target, date, capture, data) !== id) return "it is not as filter --mark wrote it";
  const json = parsedJson(data.toString("utf8"));
  return markForm.is(json) ? json : "its JSON is not that of a mark";
}

/** A verdict that no run has read and no person has decided on is no reason to leave a capture out. */
export function decisionOf({ "URI-M": uriM, verdict, by, inferred, ...mark }: Mark): Decision {
  const isComputed = by === "computed";
  const { kind, probability, computed } = mark;
  return {
    uriM,
    label: isComputed && inferred === true ? "unsure" : verdict,
    kind,
    ...(probability !== undefined && probability >= 0 && probability <= 1 && { probability }),
    computed: isComputed ? verdict : computed,
  };
}
