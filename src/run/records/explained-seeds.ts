import { CrawlFailures, type LogPlaces } from "../../read/crawls/crawl-failures.js";
import { FAILURE_KINDS } from "../../read/crawls/failure-kinds.js";
import type { Damage } from "../setup/prepared-input.js";
import type { SeedProblem } from "./seeds.js";

interface ExplainContext extends LogPlaces {
  readonly keyOf: (uriR: string) => string;
  readonly signal: AbortSignal;
  readonly onDamage: (damage: Damage) => void;
}

/** Returns the problems of seeds, with what the logs of the crawl say of those that have no capture. */
export async function explained(
  problems: readonly SeedProblem[],
  { keyOf, signal, onDamage, ...places }: ExplainContext,
): Promise<readonly SeedProblem[]> {
  const seeds = problems.flatMap(({ seed, problem }) =>
    problem.reason === "unknown" ? [seed] : [],
  );
  const failures = new CrawlFailures({ seeds, keyOf }, onDamage);
  await failures.read(places, signal);
  return problems.map((each) => {
    const { seed, problem } = each;
    const found = problem.reason === "unknown" ? failures.of(seed) : undefined;
    if (found === undefined) return each;
    const { kind, says, log, line } = found;
    const message = `${problem.message}: ${FAILURE_KINDS[kind]} (${says}; ${log}, line ${line})`;
    return { seed, problem: { ...problem, message, reason: kind } };
  });
}
