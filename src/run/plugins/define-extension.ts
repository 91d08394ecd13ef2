import type { SettingGroup } from "../../base/setting.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";

/** A part of this package: all that it adds to the program. */
export interface Extension {
  /** The name of its folder. */
  readonly name: string;
  /** One sentence: what the extension adds to the program. */
  readonly summary: string;
  /** Functions that return commands, by the name of the command. */
  readonly commands: Readonly<Record<string, () => unknown>>;
  /** Settings of runs, by the key of their values. */
  readonly settings: SettingGroup;
  readonly measures: readonly Measure[];
  /** Features that the measures read. */
  readonly features: readonly Feature[];
  readonly inputs: readonly Input[];
  /** Boilerplate removers. */
  readonly removers: readonly BoilerplateRemover[];
  readonly writers: readonly Writer[];
  /** Evidence about a memento for which all of its collection is needed. */
  readonly evidence: readonly CollectionEvidence[];
}

/** Returns an extension with empty lists for what its definition lacks. */
export const defineExtension = (
  spec: Pick<Extension, "name" | "summary"> & Partial<Extension>,
): Extension => ({
  ...{ commands: {}, settings: {}, measures: [], features: [] },
  ...{ inputs: [], removers: [], writers: [], evidence: [] },
  ...spec,
});
