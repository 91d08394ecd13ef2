import { inputs } from "../read/inputs/index.js";
import { removers } from "../page/boilerplate/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import type { Catalogue } from "../run/plugins/catalogue.js";

/** Returns the catalogue of all definitions that are registered. */
export const describeDefinitions = (): Catalogue => ({
  measures: measures.map(
    ({
      keyword,
      aliases,
      otmtKeyword,
      title,
      summary,
      source,
      range,
      equalScore,
      cuts,
      plugin,
    }) => ({
      ...{ keyword, aliases, otmtKeyword, title, summary, source },
      ...{ range, equalScore, cuts, plugin },
    }),
  ),
  inputs: inputs.map(({ keyword, argument, summary, example, plugin }) => ({
    ...{ keyword, argument, summary, example, plugin },
  })),
  writers: writers.map(({ keyword, summary, example, plugin }) => ({
    ...{ keyword, summary, example, plugin },
  })),
  removers: removers.map(({ keyword, summary, plugin }) => ({ keyword, summary, plugin })),
});
