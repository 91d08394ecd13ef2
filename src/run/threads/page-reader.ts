import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import type { FeatureRequest } from "../../page/types.js";
import {
  bindFeatures,
  extractFeatures,
  type ExtractJob,
  type ExtractResult,
  loadFor,
  type PageLimits,
} from "../records/extract.js";

/**
 * Setup of a thread that reads pages. It consists of keywords and options and not of functions, because it is sent in a
 * message.
 */
export interface WorkerSetup {
  readonly requests: readonly FeatureRequest[];
  readonly language: string;
  readonly limits: PageLimits;
  readonly plugins?: readonly string[];
  /** Extensions of this package, by name, that the requests need. */
  readonly extensions?: readonly string[];
}

export async function pageReader({
  requests,
  language,
  limits,
  plugins = [],
  extensions = [],
}: WorkerSetup): Promise<(job: ExtractJob) => ExtractResult> {
  if (extensions.length > 0) {
    const { loadExtensions } = await import("../extensions/load.js");
    await loadExtensions(extensions);
  }
  if (plugins.length > 0) {
    const { loadPlugins } = await import("../plugins/load.js");
    const own = await loadPlugins(plugins);
    features.push(...own.features);
    removers.push(...own.removers);
  }
  const bound = bindFeatures(requests, features, language);
  const detect = await loadFor(bound);
  return (job) => extractFeatures(job, bound, limits, { detect });
}
