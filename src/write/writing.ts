import { toFourteenDigits } from "../base/datetime.js";
import { kindTitle } from "../page/signs/sign-table.js";
import type { Via } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "./types.js";
import { COMBINED } from "../score/decide.js";
import { measureOf, type SavedMemento, scoreOf } from "./entry.js";

/** Each result, and whether it is the first one of its TimeMap; results come grouped by TimeMap. */
export async function* byTimeMap(
  results: AsyncIterable<Result>,
): AsyncGenerator<readonly [result: Result, isFirst: boolean]> {
  let uriT: string | undefined;
  for await (const result of results) {
    yield [result, result.uriT !== uriT];
    uriT = result.uriT;
  }
}

/** A score for people: whole as it is, else with three digits. One that rounds to zero has no sign. */
export const scoreText = (score: number): string =>
  Number.isInteger(score) ? String(score) : (Number(score.toFixed(3)) + 0).toFixed(3);

/** What a memento was taken from: `redirect 2013-02-02T10:00:00Z http://seed.example/`. */
export const standsFor = ({ kind, mementoDatetime, uriR }: Via): string =>
  `${kind} ${mementoDatetime} ${uriR}`;

/** What a memento plainly is, for people: `suspended account`; undefined where that is not known. */
export const pageKindTitle = ({ evidence, pageKind, capture }: SavedMemento): string | undefined =>
  evidence?.pageKind?.title ??
  (pageKind === undefined ? undefined : kindTitle(pageKind, capture.status));

/** Returns the probability of being off-topic, if the learned combination decided. */
export function probabilityOf(memento: SavedMemento): number | undefined {
  const combined = measureOf(memento, COMBINED);
  return combined && scoreOf(combined)?.score;
}

/** Returns kind of page and probability of an off-topic memento, as far as they are known: `spam, probability 0.943`. */
export function whyOffTopic(memento: SavedMemento): string {
  const [kind, probability] = [pageKindTitle(memento), probabilityOf(memento)];
  return [
    ...(kind === undefined ? [] : [kind]),
    ...(probability === undefined ? [] : [`probability ${scoreText(probability)}`]),
  ].join(", ");
}

/** A replay system's address of a capture that has none on the web: one from a file. */
export function replayedAt(
  prefix: string | undefined,
  { uriM, capture: { uriR, mementoDatetime } }: Pick<SavedMemento, "uriM" | "capture">,
): string | undefined {
  if (prefix === undefined || /^https?:/iu.test(uriM)) return undefined;
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  return `${prefix}${toFourteenDigits(mementoDatetime)}/${uriR}`;
}

/** Results as a run with these settings has them: without what only a report beside them asked for. */
export async function* brief(
  results: AsyncIterable<Result>,
  { explain, signs }: Settings,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "timemap-problem") yield result;
    else {
      yield {
        ...result,
        evidence: explain === true ? result.evidence : undefined,
        signs: signs === true ? result.signs : undefined,
        pageKind: signs === true ? result.pageKind : undefined,
        excerpt: undefined,
      };
    }
  }
}

/**
 * Hands every item to several readers in step: the next one is asked for when all have taken the last, so that none is
 * held for a slow reader. The first failure, of a reader or of the items, ends all of them and is thrown.
 */
export async function inStep<T>(
  items: AsyncIterable<T>,
  readers: readonly ((items: AsyncIterable<T>) => Promise<void>)[],
): Promise<void> {
  const source = items[Symbol.asyncIterator]();
  let waiting: {
    readonly resolve: (next: IteratorResult<T>) => void;
    readonly reject: (cause: unknown) => void;
  }[] = [];
  let reading = readers.length;
  let failure: { readonly cause: unknown } | undefined;
  const fail = (cause: unknown): void => {
    failure ??= { cause };
    for (const each of waiting) each.reject(failure.cause);
    waiting = [];
  };
  const step = (): void => {
    if (waiting.length < reading || reading === 0) return;
    const all = waiting;
    waiting = [];
    source.next().then(
      (next) => {
        for (const each of all) each.resolve(next);
      },
      (cause: unknown) => {
        waiting.push(...all);
        fail(cause);
      },
    );
  };
  const copy: AsyncIterable<T> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (failure !== undefined) throw failure.cause;
        return await new Promise<IteratorResult<T>>((resolve, reject) => {
          waiting.push({ resolve, reject });
          step();
        });
      },
    }),
  };
  await Promise.all(
    readers.map(async (read) => {
      try {
        await read(copy);
      } catch (cause) {
        fail(cause);
      }
      reading -= 1;
      step();
    }),
  );
  if (failure === undefined) return;
  await source.return?.();
  throw failure.cause;
}
