import type { Source } from "../../base/types.js";
import type { RecordingFetcher } from "../../read/http/fetcher.js";
import type { Input } from "../../read/types.js";

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
