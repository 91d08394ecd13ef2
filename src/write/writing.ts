import { toFourteenDigits } from "../base/datetime.js";
import { consequencesOf } from "../score/verdict/consequences.js";
import { kindOfCapture } from "../score/evidence/capture-kind.js";
import { INCOMPLETE, PAGE, titleOfKind } from "../score/evidence/kinds.js";
import type { Via } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult } from "../score/types.js";
import type { Result } from "./types.js";
import { COMBINED } from "../score/verdict/decide.js";
import { type SavedMemento, scoreOf, valueOf } from "./entry.js";

/** Results must come grouped by TimeMap. */
export async function* byTimeMap(
  results: AsyncIterable<Result>,
): AsyncGenerator<readonly [result: Result, isFirst: boolean]> {
  let uriT: string | undefined;
  for await (const result of results) {
    yield [result, result.uriT !== uriT];
    uriT = result.uriT;
  }
}

/** A whole number is unchanged, and any other has three digits. A score that rounds to zero has no plus or minus. */
export const scoreText = (score: number): string =>
  Number.isInteger(score) ? String(score) : (Number(score.toFixed(3)) + 0).toFixed(3);

/** Returns the capture whose body a memento has: `redirect 2013-02-02T10:00:00Z http://seed.example/`. */
export const standsFor = ({ kind, mementoDatetime, uriR }: Via): string =>
  `${kind} ${mementoDatetime} ${uriR}`;

/** Returns undefined if the kind is unknown or is `page`. */
export const knownKind = ({
  evidence,
  pageKind,
}: Pick<SavedMemento, "evidence" | "pageKind">): string | undefined =>
  pageKind === undefined || pageKind === PAGE ? evidence?.pageKind?.kind : pageKind;

/** Returns the title of the kind for people: `suspended account`. Returns undefined if the kind is unknown. */
export function pageKindTitle(memento: SavedMemento): string | undefined {
  const kind = knownKind(memento);
  const { evidence, signs, capture } = memento;
  const title = evidence?.pageKind?.title;
  if (title !== undefined || kind === undefined) return title;
  // Signs that a user wrote have their own titles.
  const sign = valueOf(signs)?.find((each) => each.kind === kind);
  return sign?.title ?? titleOfKind(kind, capture.status);
}

/** Returns the probability of being off-topic, if the learned combination decided. */
export const probabilityOf = (memento: SavedMemento): number | undefined =>
  scoreOf(memento, COMBINED);

/** Returns a kind and a probability as text, each only if it is known: `spam, probability 0.943`. */
export const whyText = ({
  kind,
  probability,
}: {
  readonly kind?: string | undefined;
  readonly probability?: number | undefined;
}): string =>
  [kind, probability === undefined ? undefined : `probability ${scoreText(probability)}`]
    .filter((each) => each !== undefined)
    .join(", ");

/** Returns a replay system's URI for a capture from a file. Returns undefined for a capture with a web address. */
export function replayedAt(
  prefix: string | undefined,
  { uriM, capture: { uriR, mementoDatetime } }: Pick<SavedMemento, "uriM" | "capture">,
): string | undefined {
  if (prefix === undefined || /^https?:/iu.test(uriM)) return undefined;
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  return `${prefix}${toFourteenDigits(mementoDatetime)}/${uriR}`;
}

/** Yields results as a run with these settings writes them, without data that only an additional report needs. */
export async function* brief(
  results: AsyncIterable<Result>,
  { explain, signs, simhash, excerpts }: Settings,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "timemap-problem") yield result;
    else {
      yield {
        ...result,
        evidence: explain === true ? result.evidence : undefined,
        signs: signs === true ? result.signs : undefined,
        ...(signs === true ? {} : withoutSigns(result)),
        excerpt: excerpts === undefined ? undefined : result.excerpt,
        ...(simhash === "text" && { simhash: undefined }),
      };
    }
  }
}

/** Collects the remark about a TimeMap: what the run says of all its captures, and how many are incomplete. */
export class SeedNotice {
  #notice: string | undefined;
  #incomplete = 0;

  add({ seedNotice, pageKind }: Pick<SavedMemento, "seedNotice" | "pageKind">): void {
    this.#notice ??= seedNotice;
    if (pageKind === INCOMPLETE) this.#incomplete += 1;
  }

  /** The remark; undefined if there is none. */
  get text(): string | undefined {
    if (this.#incomplete === 0) return this.#notice;
    const counts = `incomplete captures: ${this.#incomplete}`;
    return this.#notice === undefined ? counts : `${this.#notice}; ${counts}`;
  }
}

/** Returns kind, effective status and fault as a run without a search for signs gives them. */
function withoutSigns(
  result: MementoResult,
): Pick<MementoResult, "pageKind" | "effectiveStatus" | "fault"> {
  if (result.fault === undefined) return { pageKind: undefined };
  if (result.problem !== undefined) return {};
  const { capture } = result;
  const lack = result.pageKind === INCOMPLETE ? capture.incomplete : undefined;
  const pageKind = kindOfCapture(capture, undefined, lack)?.kind ?? PAGE;
  return { pageKind, ...consequencesOf({ ...result, pageKind }) };
}

/**
 * The next item is read after all readers have taken the last one, so that no items collect for a slow reader. The
 * first error of a reader or of the items ends all readers and is thrown.
 */
export async function inStep<T>(
  items: AsyncIterable<T>,
  readers: readonly ((items: AsyncIterable<T>) => Promise<void>)[],
): Promise<void> {
  const source = items[Symbol.asyncIterator]();
  let failure: { readonly cause: unknown } | undefined;
  const next = async (): Promise<IteratorResult<T>> => {
    if (failure !== undefined) throw failure.cause;
    return await source.next();
  };
  let reading = readers.length;
  /** The readers that wait for the next item. */
  const waiting: ((next: Promise<IteratorResult<T>>) => void)[] = [];
  const step = (): void => {
    if (waiting.length < reading || reading === 0) return;
    const item = next();
    for (const resolve of waiting.splice(0)) resolve(item);
  };
  const copy: AsyncIterable<T> = {
    [Symbol.asyncIterator]: () => ({
      next: async () =>
        await new Promise((resolve) => {
          waiting.push(resolve);
          step();
        }),
    }),
  };
  await Promise.all(
    readers.map(async (read) => {
      try {
        await read(copy);
      } catch (cause) {
        failure ??= { cause };
      }
      reading -= 1;
      step();
    }),
  );
  // Counts and rules of a run follow from all results, also if every reader ends early.
  while (failure === undefined && (await source.next()).done !== true);
  if (failure === undefined) return;
  await source.return?.();
  throw failure.cause;
}
