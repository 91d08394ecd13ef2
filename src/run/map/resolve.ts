import type { Capture, FeatureRecord, InputItem, Problem, Via } from "../../types.js";
import type { CaptureIndex } from "./captures.js";

/** A capture whose content is that of another one: a revisit or a redirect, with its number in the index. */
export interface Pointer {
  readonly number: number;
  readonly item: Extract<InputItem, { kind: "revisit" | "redirect" }>;
}

/** What a pointer comes to. */
export type Resolution =
  | { readonly kind: "page"; readonly capture: Capture; readonly record: FeatureRecord }
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  | { readonly kind: "not-a-page" };

/** A chain of redirects longer than this leads nowhere (RFC 9110 15.4 leaves the number to the client). */
const MAX_HOPS = 10;

const declaresHtml = ({ contentType }: Capture): boolean =>
  contentType === undefined || contentType.trim() === "" || /html/iu.test(contentType);

/** Finds the captures that revisits and redirects stand for, once all of the input has been read. */
export class Resolver {
  readonly #index: CaptureIndex;
  readonly #pointers: ReadonlyMap<number, Pointer>;
  readonly #read: (ordinal: number) => FeatureRecord;

  constructor(
    index: CaptureIndex,
    pointers: readonly Pointer[],
    read: (ordinal: number) => FeatureRecord,
  ) {
    this.#index = index;
    this.#pointers = new Map(pointers.map((pointer) => [pointer.number, pointer]));
    this.#read = read;
  }

  resolve(pointer: Pointer): Resolution {
    const { capture } = pointer.item;
    const trail = new Set<number>();
    let current = pointer;
    for (;;) {
      if (trail.has(current.number)) return missed(capture, "its redirects lead in a circle");
      if (trail.size >= MAX_HOPS) return missed(capture, `more than ${MAX_HOPS} redirects`);
      trail.add(current.number);
      const target = this.#target(current);
      if (target === undefined) return unresolved(capture, current);
      const kind = this.#index.kind(target);
      if (kind === "other") return { kind: "not-a-page" };
      if (kind === "page") return this.#standIn(pointer, target);
      const next = this.#pointers.get(target);
      if (next === undefined) throw new Error(`capture ${target} is no pointer`);
      current = next;
    }
  }

  #target({ number, item }: Pointer): number | undefined {
    if (item.kind === "revisit") return this.#index.original(number, item.capture, item.target);
    return item.location === undefined ? undefined : this.#index.nearest(item.location, number);
  }

  #standIn({ item }: Pointer, target: number): Resolution {
    const record = this.#read(this.#index.line(target));
    if (record.problem !== undefined) {
      return missed(
        item.capture,
        `${item.kind === "revisit" ? "the capture that it repeats" : "the capture that it redirects to"} ` +
          `could not be read: ${record.problem.message}`,
      );
    }
    const { capture: found } = record;
    const via: Via = {
      kind: item.kind,
      ...(item.capture.status !== undefined && { status: item.capture.status }),
      uriR: found.uriR,
      mementoDatetime: found.mementoDatetime,
      ...(found.source !== undefined && { source: found.source }),
    };
    const notes = [...(item.capture.notes ?? []), ...(found.notes ?? [])];
    const status = repeatsStatus(item) ? item.capture.status : found.status;
    const { uriR, mementoDatetime, uriM, uriT, recordId, digest, source } = item.capture;
    return {
      kind: "page",
      record,
      capture: {
        uriR,
        mementoDatetime,
        ...(uriM !== undefined && { uriM }),
        ...(uriT !== undefined && { uriT }),
        ...(recordId !== undefined && { recordId }),
        ...(digest !== undefined && { digest }),
        ...(source !== undefined && { source }),
        ...(status !== undefined && { status }),
        ...(found.contentType !== undefined && { contentType: found.contentType }),
        via,
        ...(notes.length > 0 && { notes }),
      },
    };
  }
}

/** A revisit's own status line counts, unless it only says that nothing was sent (304). */
function repeatsStatus({ kind, capture: { status } }: Pointer["item"]): boolean {
  return kind === "revisit" && status !== undefined && status !== 304;
}

function missed(capture: Capture, message: string): Resolution {
  return { kind: "missed", capture, problem: { stage: "access", message } };
}

function unresolved(capture: Capture, { item }: Pointer): Resolution {
  if (!declaresHtml(capture)) return { kind: "not-a-page" };
  if (item.kind === "redirect") {
    return missed(
      capture,
      item.location === undefined
        ? "redirects without saying where (no usable Location header)"
        : `redirects to ${item.location}, which is not in the input`,
    );
  }
  const { recordId, uriR, mementoDatetime, digest } = item.target;
  const clues = [
    mementoDatetime !== undefined && `${uriR ?? item.capture.uriR} of ${mementoDatetime}`,
    recordId !== undefined && `record ${recordId}`,
    digest !== undefined && `payload ${digest}`,
  ].filter((clue) => clue !== false);
  return missed(
    capture,
    `revisit of a capture that is not in the input (${clues.join(", ") || item.target.profile})`,
  );
}
