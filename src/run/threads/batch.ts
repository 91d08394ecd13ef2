import type { Failure } from "../../base/types.js";
import type { Sink } from "../records/collect.js";
import type { Join } from "../records/join.js";
import type { Damage } from "../run-options.js";

/** What items became in another thread: plain data, for {@link Join}. */
export interface Batch {
  readonly lines: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly damage: readonly Damage[];
  readonly failures: readonly Failure[];
}

/** Gathers what items become, until there is enough of it to be sent. */
export class BatchSink implements Sink {
  readonly #lines: string[] = [];
  readonly #skipped = new Map<string, number>();
  readonly #damage: Damage[] = [];
  readonly #failures = new Map<string, Failure>();
  #size = 0;

  /** About how many bytes it takes. */
  get size(): number {
    return this.#size;
  }

  /** All of it; this sink takes nothing more. */
  batch(): Batch {
    return {
      lines: this.#lines,
      skipped: this.#skipped,
      damage: this.#damage,
      failures: [...this.#failures.values()],
    };
  }

  line(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
  }

  skip(reason: string, count = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count);
    this.#size += 1;
  }

  fail(failure: Failure): void {
    // Of each the first is reported.
    if (!this.#failures.has(failure.what)) this.#failures.set(failure.what, failure);
  }

  damage({ source, message }: Damage): void {
    this.#damage.push({ source, message });
    this.#size += ITEM_BYTES;
  }
}

/** What damage takes. */
const ITEM_BYTES = 1 << 9;

/**
 * Gives the lines of a batch to what is joined. What has an order (counts, damage) is returned as a function, for when
 * the batches before it have been joined.
 */
export function joinBatch({ lines, skipped, damage, failures }: Batch, join: Join): () => void {
  for (const line of lines) join.line(line);
  return () => {
    for (const [reason, count] of skipped) join.skip(reason, count);
    for (const each of damage) join.damage(each);
    for (const each of failures) join.fail(each);
  };
}
