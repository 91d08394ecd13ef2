import { deflateRaw, inflateRaw } from "../../base/platform/codecs.js";
import { parseObject } from "../../base/json.js";
import { Shuffle } from "../../base/shuffle.js";
import type { InputItem, Segment } from "../../base/types.js";
import type { RecordContext } from "../../read/types.js";
import { recordItem } from "../../read/warc/items.js";
import { JoinedSegments, mostJoined } from "../../read/warc/segments.js";
import { ascii, sortKeyOf } from "../lines/lines.js";

/*
 * Lines of the segments of divided captures: record ID of the first segment TAB number TAB place TAB JSON TAB block.
 * Sorting brings the segments of a capture together in the order of their numbers, whichever files and threads they
 * come from. No other process reads these lines.
 */

const DIGITS = 15;
/** Sorts after all numbers. */
const UNNUMBERED = "~";

/** Returns the line of a segment. Its block is deflated, so that a small file does not fill the disk. */
export function segmentLine({ origin, number, block, ...rest }: Segment): string {
  const place = sortKeyOf({ uriR: "", mementoDatetime: "", source: rest.source });
  const written = number === 0 ? UNNUMBERED : String(number).padStart(DIGITS, "0");
  const bytes = block === undefined ? "" : `+${Buffer.from(deflateRaw(block)).toString("base64")}`;
  return [ascii(origin), written, place, JSON.stringify(rest), bytes].join("\t");
}

/** A segment whose block is not decoded. */
interface HeldSegment extends Omit<Segment, "block"> {
  readonly deflated: string | undefined;
}

function heldSegment(line: string): HeldSegment {
  const [origin = "", number = "", , json = "", block = ""] = line.split("\t");
  return {
    ...(parseObject(json) as unknown as Omit<Segment, "origin" | "number" | "block">),
    origin,
    number: number === UNNUMBERED ? 0 : Number(number),
    deflated: block === "" ? undefined : block.slice(1),
  };
}

export class Segments {
  readonly #lines: Shuffle;

  constructor(memoryBytes: number) {
    this.#lines = new Shuffle(memoryBytes / SHARES);
  }

  add(line: string): void {
    this.#lines.add(line);
  }

  /** Yields the items of all captures whose first segment is there, and of continuation records for counts. */
  async *items(context: RecordContext): AsyncGenerator<InputItem> {
    const most = mostJoined(context);
    const blockOf = ({ deflated = "" }: HeldSegment): Uint8Array =>
      inflateRaw(Buffer.from(deflated, "base64"), { most, isPartial: false });
    /** Record ID of the last first segment, whether it is to be joined or not. */
    let origin: string | undefined;
    let joined: JoinedSegments | undefined;
    const end = async function* (): AsyncGenerator<InputItem> {
      if (joined !== undefined) yield await joined.item(context, recordItem);
      joined = undefined;
    };
    for (const line of this.#lines.sorted()) {
      const segment = heldSegment(line);
      if (segment.number === 1) {
        // Another record with the same ID is a copy, which is a capture without the other segments.
        const isCopy = origin === segment.origin;
        if (!isCopy) yield* end();
        origin = segment.origin;
        if (segment.header === undefined) continue;
        const first = new JoinedSegments({ ...segment, block: blockOf(segment) }, most);
        if (isCopy) yield await first.item(context, recordItem);
        else joined = first;
        continue;
      }
      if (origin !== segment.origin) {
        yield { kind: "skipped", reason: WITHOUT_FIRST };
        continue;
      }
      yield {
        kind: "skipped",
        reason: segment.number === 0 ? WITHOUT_NUMBER : "continuation record",
      };
      if (joined?.isNext(segment.number) === true) joined.add(segment, () => blockOf(segment));
    }
    yield* end();
  }

  close(): void {
    this.#lines.close();
  }
}

/** Segments get one part. */
const SHARES = 4;

const WITHOUT_FIRST = "continuation record whose first segment is not in the input";
const WITHOUT_NUMBER = "continuation record without a usable WARC-Segment-Number";
