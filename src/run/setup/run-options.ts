import type { Source } from "../../base/types.js";
import type { RecordingFetcher } from "../../read/http/fetcher.js";
import type { Overrides } from "../../write/overrides.js";
import type { AskedEvidence } from "../../score/evidence/collection-evidence.js";
import type { HttpInputOptions, Input, InputContext, InputProgress } from "../../read/types.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { Measure } from "../../score/types.js";

/** An input with the sources that its `prepare` returned for the arguments. */
export interface PreparedInput {
  readonly input: Input;
  readonly sources: readonly string[];
  /** Files and folders that `prepare` found and that cannot be read. */
  readonly unread?: readonly Damage[];
}

/** The inputs of a run. */
export interface RunInputs {
  readonly inputs: readonly PreparedInput[];
  /** Fetcher for inputs over HTTP; closed when all inputs have been read. */
  readonly http?: { readonly fetcher: RecordingFetcher; readonly close: () => Promise<void> };
}

/** Damaged bytes of the input that belong to no memento. */
export interface Damage {
  readonly source: Source;
  readonly message: string;
  /** Set if the system did not let the file be read, so that a later run may read it. */
  readonly isUnread?: true;
}

export interface RunOptions extends RunInputs {
  readonly settings: Settings;
  /** Definitions of the measures in `settings.measures`. */
  readonly measures: readonly Measure[];
  /** Definitions of all features that the measures need. */
  readonly features: readonly Feature[];
  /** Boilerplate removers that the settings may name. */
  readonly removers: readonly BoilerplateRemover[];
  /** Modules of plug-ins, which each worker thread loads. */
  readonly plugins: readonly string[];
  /** Extensions of this package, by name, that the settings need, which each worker thread loads. */
  readonly extensions: readonly string[];
  /** Number of worker threads that read pages. 0 reads them in the main thread. */
  readonly workers: number;
  /** Memory for records in bytes. Records beyond it go to temporary files. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  /** Options for inputs over HTTP, and for inputs that read the files fetched by earlier runs. */
  readonly httpOptions?: HttpInputOptions;
  readonly inputOf?: InputContext["inputOf"];
  readonly onProgress?: (progress: RunProgress) => void;
  /** Verdicts of a curator. They take precedence over computed verdicts. */
  readonly overrides?: Overrides;
  /** Evidence of the collection that the settings ask for. Data that are absent are made of this run's input. */
  readonly evidence: readonly AskedEvidence[];
  readonly onDamage?: (damage: Damage) => void;
  /** `isInformation` is true for what is no reason to look at the input again. */
  readonly onNotice?: (notice: string, isInformation?: boolean) => void;
}

/** Progress of a run, for display. */
export interface RunProgress {
  readonly phase: "reading" | "scoring";
  /** Items of inputs: captures, other records of files, and what could not be read. */
  readonly records: number;
  readonly mementos: number;
  /** Mementos scored so far. */
  readonly scored: number;
  readonly input?: InputProgress;
  /** Statistics of the requests that inputs over HTTP have made so far. */
  readonly fetched?: RecordingFetcher["statistics"];
}
