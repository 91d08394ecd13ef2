import type { FetcherHandle } from "../http/fetcher.js";
import type { TopicSource } from "../topic/topic-source.js";
import type {
  Feature,
  HttpInputOptions,
  Input,
  InputContext,
  InputProgress,
  Measure,
  Settings,
} from "../types.js";
import type { Overrides } from "./reduce/overrides.js";
import type { Shard } from "./shard.js";
import type { Damage } from "./tally.js";

/** An input with what `prepare` made of its arguments. */
export interface PreparedInput {
  readonly input: Input;
  readonly sources: readonly string[];
}

export interface RunOptions {
  readonly inputs: readonly PreparedInput[];
  readonly settings: Settings;
  /** Definitions that `settings.measures` names. */
  readonly measures: readonly Measure[];
  /** Definitions of all features that the measures ask for. */
  readonly features: readonly Feature[];
  /** Worker threads that read pages; 0 reads them in this thread. */
  readonly workers: number;
  /** What threads for scoring run; without it only this thread scores. */
  readonly scoringScript?: URL;
  /** Bytes of records held in memory; the rest goes to temporary files. */
  readonly memoryBytes: number;
  /** Only the TimeMaps of this shard are scored, though all captures are read. */
  readonly shard?: Shard;
  /** For inputs that ask what is wanted before they fetch. */
  readonly wants?: NonNullable<InputContext["wants"]>;
  readonly signal: AbortSignal;
  /** For inputs over HTTP; closed when the run ends. */
  readonly http?: { readonly fetcher: FetcherHandle };
  /** Choices for inputs over HTTP, and for those that read again what such inputs fetched. */
  readonly httpOptions?: HttpInputOptions;
  readonly onProgress?: (progress: RunProgress) => void;
  /** A curator's own verdicts; they win. */
  readonly overrides?: Overrides;
  /** Where the topic of the collection comes from, when the settings ask for it. */
  readonly topicSource?: TopicSource;
  readonly onDamage?: (damage: Damage) => void;
}

/** How far a run is, for people. */
export interface RunProgress {
  readonly phase: "reading" | "scoring";
  readonly records: number;
  readonly mementos: number;
  /** Mementos scored so far. */
  readonly scored: number;
  readonly input?: InputProgress;
  /** What was fetched so far, of inputs over HTTP. */
  readonly fetched?: FetcherHandle["statistics"];
}
