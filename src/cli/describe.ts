import { type Definitions, kinds, LISTED } from "../run/plugins/catalogue.js";
import type { Extension } from "../run/plugins/define-extension.js";
import { originOf } from "../run/extensions/register.js";

/** Returns the parts of definitions that the catalogue has, each with the extension that it is of. */
export function describeDefinitions(of: Pick<Extension, keyof Definitions>): Definitions {
  const described = kinds.map((kind) => {
    const parts = of[kind].map((each) => ({
      ...Object.fromEntries(LISTED[kind].map((name) => [name, each[name as keyof typeof each]])),
      extension: originOf(each),
    }));
    return [kind, parts];
  });
  return Object.fromEntries(described) as Definitions;
}
