import type { Source } from "../types.js";
import type { WarcRecord } from "./read-warc.js";

/** A record for those who know its contents themselves: what the archives' working directories are read by. */
export interface DescribedRecord {
  /** Names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly source: Source;
  readonly block: {
    /** Up to `count` first bytes, without taking them. */
    head(count: number): Promise<Buffer>;
    /** All bytes unless they are more than `limit`; `trouble` when some are missing. */
    take(limit: number): Promise<{ readonly data?: Buffer; readonly trouble?: string }>;
  };
}

/** A record without its WARC semantics. */
export function described(record: WarcRecord): DescribedRecord {
  const { head, source, block } = record;
  return {
    fields: head.fields.toMap(),
    source,
    block: {
      head: async (count) => Buffer.from(await block.peek(count)),
      async take(limit) {
        const bytes = block.left > limit ? undefined : await block.hold();
        await block.pass();
        const trouble = record.cutOff();
        return {
          ...(bytes !== undefined && { data: Buffer.from(bytes.buffer) }),
          ...(trouble !== undefined && { trouble }),
        };
      },
    },
  };
}
