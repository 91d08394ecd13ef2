import type { OverallStatus } from "../base/types.js";
import { OffTopicRuns } from "../score/off-topic-runs.js";
import type { SavedMemento } from "./entry.js";
import { pageKindTitle, probabilityOf, replayedAt, scoreText, whyText } from "./writing.js";

/** The capture at which the state of its seed has changed. */
export interface ChangedSeed {
  readonly uriM: string;
  readonly uriR?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string | undefined;
  /** Kind of page, in words. */
  readonly kind?: string | undefined;
  /** Probability of being off-topic, from the learned combination. */
  readonly probability?: number | undefined;
}

/** Returns the facts of a memento that messages about its seed have. */
export const changedSeed = (memento: SavedMemento): ChangedSeed => ({
  uriM: memento.uriM,
  uriR: memento.capture.uriR,
  mementoDatetime: memento.capture.mementoDatetime,
  kind: pageKindTitle(memento),
  probability: probabilityOf(memento),
});

/**
 * Compares the state of a seed after its last capture in two runs. The verdicts of both runs must come in the order of
 * the captures, those of the earlier run first.
 */
export class SeedChange {
  readonly #was = new OffTopicRuns<undefined>();
  readonly #is = new OffTopicRuns<SavedMemento>();
  #back: SavedMemento | undefined;

  /** Adds a verdict of the earlier run. */
  before(status: OverallStatus | undefined): void {
    if (status === "off-topic" && !this.#was.lasts) this.#back = undefined;
    this.#was.add(status, undefined);
  }

  /** Adds a verdict of the later run. */
  after(status: OverallStatus | undefined, memento: SavedMemento): void {
    if (status === "off-topic") this.#back = undefined;
    if (status === "on-topic") this.#back ??= memento;
    this.#is.add(status, memento);
  }

  /** First capture of the last off-topic captures, if the seed ends with such captures in the later run only. */
  get offTopic(): ChangedSeed | undefined {
    const { lasts, from } = this.#is;
    return lasts && !this.#was.lasts ? changedSeed(from!) : undefined;
  }

  /** First on-topic capture after the last off-topic ones, if the seed ends with such captures in the earlier run only. */
  get recovered(): ChangedSeed | undefined {
    const isBack = this.#was.lasts && !this.#is.lasts && this.#back !== undefined;
    return isBack ? changedSeed(this.#back!) : undefined;
  }
}

/** Returns `http://a.example/ is off-topic since 2020-05-15T09:35:00Z: spam, probability 0.943  URI-M`. */
export const offTopicSeedText = (seed: ChangedSeed): string =>
  seedText("off-topic since", seed, reasonText(seed));

/** Returns `http://a.example/ is on-topic again since 2020-08-15T09:35:00Z  URI-M`. */
export const recoveredSeedText = (seed: ChangedSeed): string =>
  seedText("on-topic again since", seed, "");

function seedText(state: string, seed: ChangedSeed, reason: string): string {
  const { uriM, uriR = uriM, mementoDatetime = "an unknown date" } = seed;
  return `${uriR} is ${state} ${mementoDatetime}${reason}${uriR === uriM ? "" : `  ${uriM}`}`;
}

/** Returns `: spam, probability 0.943`, or an empty text if neither is known. */
export function reasonText(seed: ChangedSeed): string {
  const why = whyText(seed);
  return why === "" ? "" : `: ${why}`;
}

type NamedCapture = Pick<ChangedSeed, "uriM" | "uriR" | "mementoDatetime">;

/** Returns the address of a capture in a replay system. Returns undefined without a prefix, or if the URI-M is an address. */
const linkTo = (
  { uriM, ...capture }: NamedCapture,
  replay: string | undefined,
): string | undefined => replayedAt(replay, { uriM, capture });

/** Returns the facts with the address of the capture in a replay system, if there is one, in place of its URI-M. */
export const linked = <T extends NamedCapture>(change: T, replay: string | undefined): T => ({
  ...change,
  uriM: linkTo(change, replay) ?? change.uriM,
});

/** Returns the facts with the names that JSON outputs have for them. `replay` is the prefix of a replay system for links. */
export const changedSeedJson = (seed: ChangedSeed, replay: string | undefined): object => ({
  "URI-R": seed.uriR,
  "memento-datetime": seed.mementoDatetime,
  "kind of page": seed.kind,
  probability: seed.probability,
  link: linkTo(seed, replay),
  "URI-M": seed.uriM,
});

/** Returns `probability 0.1 -> 0.9`; undefined if one of them is unknown or both are equal. */
export const movedProbability = (
  was: number | undefined,
  is: number | undefined,
): string | undefined =>
  was === undefined || is === undefined || was === is
    ? undefined
    : `probability ${scoreText(was)} -> ${scoreText(is)}`;
