import { describeDefinitions } from "../cli/describe.js";
import { allExtensions } from "../extensions/all.js";
import { removers } from "../page/boilerplate/index.js";
import { features } from "../page/features/index.js";
import { inputs } from "../read/inputs/index.js";
import { writers } from "../report/writers.js";
import { registerExtensions } from "../run/extensions/register.js";
import type { Catalogue } from "../run/plugins/catalogue.js";
import { measures } from "../score/measures/index.js";

/** Returns the catalogue of all definitions of this package, with those of its extensions. */
export function wholeCatalogue(): Catalogue {
  registerExtensions(allExtensions);
  const settings = allExtensions.flatMap(({ name, settings: own }) =>
    Object.keys(own).map((keyword) => ({ keyword, extension: name })),
  );
  return {
    ...describeDefinitions({ measures, features, inputs, writers, removers }),
    settings,
  };
}
