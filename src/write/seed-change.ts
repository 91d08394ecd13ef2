import type { OverallStatus } from "../base/types.js";
import { Course } from "../score/verdict/course.js";
import type { SavedMemento } from "./entry.js";
import { pageKindTitle, probabilityOf, replayedAt, scoreText, whyText } from "./writing.js";

/** A capture that is newly off-topic or recovered, with the facts that messages about its seed contain. */
export interface ChangedSeed {
  readonly uriM: string;
  readonly uriR?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string | undefined;
  /** Kind of page, in words. */
  readonly kind?: string | undefined;
  readonly probability?: number | undefined;
}

export const changedSeed = (memento: SavedMemento): ChangedSeed => ({
  uriM: memento.uriM,
  uriR: memento.capture.uriR,
  mementoDatetime: memento.capture.mementoDatetime,
  kind: pageKindTitle(memento),
  probability: probabilityOf(memento),
});

/** The verdicts of both runs must come in the order of the captures, those of the earlier run first. */
export class SeedChange {
  readonly #was = new Course();
  readonly #is = new Course<SavedMemento>();
  /** True once a verdict of the earlier run, or a verdict of the later run before any off-topic one, is another one. */
  #hasOther = false;
  /** First on-topic capture of the later run after the last off-topic captures of both runs. */
  #recovery: SavedMemento | undefined;

  before(status: OverallStatus | undefined): void {
    if (status !== undefined) this.#hasOther = true;
    if (status === "off-topic" && !this.#was.lasts) this.#recovery = undefined;
    this.#was.add(status);
  }

  after(status: OverallStatus | undefined, memento: SavedMemento): void {
    if (status === "off-topic") this.#recovery = undefined;
    else if (status !== undefined && this.#is.count === 0) this.#hasOther = true;
    if (status === "on-topic") this.#recovery ??= memento;
    this.#is.add(status, memento);
  }

  /** First capture of the last off-topic captures, if the seed ends with such captures in the later run only. */
  get offTopic(): ChangedSeed | undefined {
    const { lasts, from } = this.#is;
    return lasts && !this.#was.lasts ? changedSeed(from!) : undefined;
  }

  /** True if all captures up to the {@link offTopic} ones are off-topic too, and none had a verdict in the earlier run. */
  get isOffTopicFromFirst(): boolean {
    return !this.#hasOther && this.#is.count === 1;
  }

  /** First on-topic capture after the last off-topic ones, if the seed ends with such captures in the earlier run only. */
  get recovered(): ChangedSeed | undefined {
    const hasRecovered = this.#was.lasts && !this.#is.lasts && this.#recovery !== undefined;
    return hasRecovered ? changedSeed(this.#recovery!) : undefined;
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

type CaptureOfSeed = Pick<ChangedSeed, "uriM" | "uriR" | "mementoDatetime">;

/** Returns undefined without a prefix, or if the URI-M is a web address. */
const linkTo = (
  { uriM, ...capture }: CaptureOfSeed,
  replay: string | undefined,
): string | undefined => replayedAt(replay, { uriM, capture });

/** Returns the facts with the address of the capture in a replay system instead of its URI-M, if there is one. */
export const linked = <T extends CaptureOfSeed>(change: T, replay: string | undefined): T => ({
  ...change,
  uriM: linkTo(change, replay) ?? change.uriM,
});

/** Returns the facts under their names in JSON outputs. `replay` is the prefix of a replay system for links. */
export const changedSeedJson = (seed: ChangedSeed, replay: string | undefined): object => ({
  "URI-R": seed.uriR,
  "memento-datetime": seed.mementoDatetime,
  "kind of page": seed.kind,
  probability: seed.probability,
  link: linkTo(seed, replay),
  "URI-M": seed.uriM,
});

/** Returns `probability 0.1 -> 0.9`; undefined if one of them is unknown or both are equal. */
export const probabilityChange = (
  was: number | undefined,
  is: number | undefined,
): string | undefined =>
  was === undefined || is === undefined || was === is
    ? undefined
    : `probability ${scoreText(was)} -> ${scoreText(is)}`;
