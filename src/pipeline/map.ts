import { groupingKey, seedKey } from "../mementos/uri.js";
import { type Plan, planRun } from "../scoring/plan.js";
import type {
  Capture,
  InputContext,
  InputItem,
  InputProgress,
  Problem,
  Settings,
} from "../types.js";
import { bindFeatures, extractFeatures, loadFor, pageLimits } from "./extract.js";
import {
  decodeLine,
  encodeLine,
  encodeProblem,
  encodeSide,
  type PointerItem,
  type RecordHead,
  tieOf,
} from "./lines.js";
import { CaptureIndex, type Pointer, type Resolution, Resolver, whyNoMemento } from "./resolve.js";
import type { RunningTally, RunOptions } from "./run-options.js";
import { Seeds } from "./seeds.js";
import type { Shuffle } from "../shuffle.js";
import { Turns, untilAborted } from "./until-aborted.js";
import {
  type Extractor,
  inlineExtractor,
  type PageReader,
  threadedExtractor,
} from "./worker-pool.js";

const WITHIN_ITS_TIMEMAP = "redirect within its own TimeMap";

/** Where the items of an input go. */
export interface CollectContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal;
  readonly extractor: Extractor;
  readonly shuffle: Shuffle;
  readonly tally: RunningTally;
  /** Names the settings, on every line, when the lines are for another process; that also gets what it may resolve. */
  readonly stamp?: string;
  /** Only their TimeMaps are wanted. */
  readonly seeds?: Seeds;
  /** Bytes lost, as they are met. */
  readonly onDamage: (damage: Extract<InputItem, { kind: "damage" }>) => void;
}

/**
 * Map: reads all items of an input, has the pages read, and leaves one line for each memento in the shuffle. Revisits
 * and redirects are resolved last, when all that they may point to is known.
 */
export async function collect(
  items: AsyncIterable<InputItem>,
  context: CollectContext,
): Promise<void> {
  const collector = new Collector(context);
  for await (const item of items) await collector.take(item);
  await collector.finish();
}

class Collector {
  readonly #context: CollectContext;
  readonly #index: CaptureIndex;
  readonly #pointers: Pointer[] = [];
  /** What went wrong in keeping one (a full disk): thrown at the next item, for nothing else awaits it. */
  #failure: { readonly cause: unknown } | undefined;

  constructor(context: CollectContext) {
    this.#context = context;
    this.#index = new CaptureIndex(context.settings.groupCapturesBy);
  }

  async take(item: InputItem): Promise<void> {
    this.#throwFailure();
    const { settings, tally, extractor } = this.#context;
    switch (item.kind) {
      case "memento": {
        const { status = 200 } = item.capture;
        if (status < 200 || status > 599) {
          const message = `answered ${status}, which is not a status of a page (RFC 9110, section 15)`;
          const problem: Problem = { stage: "access", message };
          this.#keepMissed(this.#index.add(item.capture, "page"), item.capture, problem);
          return;
        }
        const reason = this.#leadsBack(item.capture)
          ? WITHIN_ITS_TIMEMAP
          : whyNoMemento(item.capture, settings);
        if (reason !== undefined) {
          this.#addOther(item.capture);
          tally.skip(reason);
          return;
        }
        const number = this.#index.add(item.capture, "page");
        await extractor.submit({ capture: item.capture, body: item.body }, (result) => {
          for (const failure of result.failures ?? []) tally.fail(failure);
          try {
            this.#add(number, this.#head(result.capture, result.problem), result.features);
          } catch (cause) {
            this.#failure ??= { cause };
          }
        });
        return;
      }
      case "missed":
        this.#keepMissed(this.#index.add(item.capture, "page"), item.capture, item.problem);
        return;
      case "revisit":
        if (settings.revisits === "skip") tally.skip("revisit record (--revisits skip)");
        else this.#pointers.push({ number: this.#index.add(item.capture, "pointer"), item });
        return;
      case "redirect":
        this.#redirect(item);
        return;
      case "other":
        this.#addOther(item.capture);
        tally.skip(item.reason);
        return;
      case "skipped":
        tally.skip(item.reason);
        return;
      case "damage":
        tally.damage.push(item);
        this.#context.onDamage(item);
        return;
      case "missed-timemap":
        this.#context.shuffle.add(
          encodeProblem({ kind: "timemap-problem", uriT: item.uriT, problem: item.problem }),
        );
        return;
    }
  }

  async finish(): Promise<void> {
    await this.#context.extractor.drain();
    this.#throwFailure();
    const { shuffle } = this.#context;
    const resolver = new Resolver(this.#index, this.#pointers, (ordinal) =>
      decodeLine(shuffle.line(ordinal)),
    );
    const turns = new Turns();
    for (const pointer of this.#pointers) {
      await turns.take();
      this.#context.signal?.throwIfAborted();
      this.#addResolved(pointer, resolver.resolve(pointer));
    }
    this.#context.seeds?.apply(shuffle, this.#index);
  }

  #addResolved(pointer: Pointer, resolution: Resolution): void {
    const { tally, settings } = this.#context;
    const { number, item } = pointer;
    if (resolution.kind === "missed") {
      this.#add(number, this.#head(resolution.capture, resolution.problem, item), []);
      return;
    }
    const reason =
      resolution.kind === "not-a-page"
        ? `${item.kind} of something that is not a page`
        : whyNoMemento(resolution.capture, settings);
    if (reason !== undefined) {
      tally.skip(reason);
      if (this.#context.stamp !== undefined) {
        this.#context.shuffle.add(encodeSide({ pointer: item }));
      }
    } else if (resolution.kind === "page") {
      const features = resolution.record.features.map((feature) => JSON.stringify(feature));
      this.#add(number, this.#head(resolution.capture, undefined, item), features);
    }
  }

  #addOther(capture: Capture): void {
    this.#index.add(capture, "other");
    if (this.#context.stamp !== undefined) {
      this.#context.shuffle.add(encodeSide({ other: capture }));
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  /** An archived redirect that an archive was asked to follow, and that led to another capture of the same TimeMap. */
  #leadsBack({ uriR, via }: Capture): boolean {
    if (via?.kind !== "redirect" || via.status === undefined) return false;
    return this.#isSameSeed(via.uriR, uriR);
  }

  #isSameSeed(one: string, other: string): boolean {
    const { groupCapturesBy } = this.#context.settings;
    return seedKey(one, groupCapturesBy) === seedKey(other, groupCapturesBy);
  }

  #redirect(item: Extract<InputItem, { kind: "redirect" }>): void {
    const { capture, location } = item;
    if (location !== undefined && this.#isSameSeed(location, capture.uriR)) {
      this.#context.tally.skip(WITHIN_ITS_TIMEMAP);
      return;
    }
    this.#pointers.push({ number: this.#index.add(capture, "pointer"), item });
  }

  #head(capture: Capture, problem?: Problem, pointer?: PointerItem): RecordHead {
    const { stamp } = this.#context;
    return {
      key: groupingKey(capture, this.#context.settings),
      tie: tieOf(capture),
      capture,
      problem,
      stamp,
      pointer: stamp === undefined ? undefined : pointer,
    };
  }

  #keepMissed(number: number, capture: Capture, problem: Problem): void {
    this.#add(number, this.#head(capture, problem), []);
  }

  #add(number: number, head: RecordHead, features: readonly string[]): void {
    this.#index.setLine(number, this.#context.shuffle.add(encodeLine(head, features)));
  }
}
/** What map leaves in the shuffle. With a `stamp` it is for other processes, which refuse lines of other settings. */
export async function mapInto(
  shuffle: Shuffle,
  options: RunOptions,
  tally: RunningTally,
  stamp?: string,
): Promise<void> {
  const { settings } = options;
  const plan = planRun(settings, options.measures);
  const bound = bindFeatures(plan.requests, options.features, settings.preprocessing.language);
  const extractor = await chooseExtractor(options, plan, bound);
  try {
    const { seeds: wanted, match } = options.httpOptions ?? {};
    const namesSeeds = options.inputs.some(({ input }) => input.namesSeeds === true);
    // A mapper reads a part of all TimeMaps, so it cannot say which seeds have none.
    const isOurs = stamp === undefined ? options.wants : () => false;
    const seeds =
      wanted === undefined || (wanted === "auto" && !namesSeeds)
        ? undefined
        : new Seeds({ seeds: wanted, match }, settings.groupCapturesBy, isOurs);
    await collect(watched(options, shuffle, seeds, tally), {
      settings,
      signal: options.signal,
      extractor,
      shuffle,
      tally,
      stamp,
      seeds,
      onDamage: (damage) => options.onDamage?.(damage),
    });
  } finally {
    await extractor.close();
    await options.http?.fetcher.close();
  }
}

async function chooseExtractor(
  { workers, settings, plugins }: RunOptions,
  plan: Plan,
  bound: ReturnType<typeof bindFeatures>,
): Promise<Extractor> {
  const limits = pageLimits(settings.maxPageBytes);
  const { requests } = plan;
  const { language } = settings.preprocessing;
  const detect = await loadFor(bound, language);
  const here: PageReader = (job) => extractFeatures(job, bound, limits, detect);
  if (workers === 0) return inlineExtractor(here);
  return threadedExtractor(workers, { requests, language, limits, plugins }, here);
}

/** All items of all inputs, with progress reported and the user's interrupt obeyed between two records. */
async function* watched(
  { inputs, settings, signal, http, httpOptions, wants, onProgress }: RunOptions,
  shuffle: Shuffle,
  seeds: Seeds | undefined,
  tally: RunningTally,
): AsyncGenerator<InputItem> {
  let records = 0;
  let input: InputProgress | undefined;
  /** Whether the input that is read has chosen its seeds itself. */
  let isChosen = false;
  const report = (): void =>
    onProgress?.({
      phase: "reading",
      records,
      mementos: shuffle.count,
      scored: 0,
      input,
      fetched: http?.fetcher.statistics,
    });
  const context: InputContext = {
    signal,
    maxPageBytes: settings.maxPageBytes,
    redirects: settings.status === "all" ? "as-mementos" : settings.redirects,
    documentsOnly: settings.pages === "document",
    wantsRendered: settings.text === "rendered",
    substituted: settings.substituted,
    // Seeds are asked first: one whose TimeMap is for another shard has captures, too.
    wants:
      seeds === undefined ? wants : (of) => (isChosen || seeds.wants(of)) && wants?.(of) !== false,
    onOwnChoice() {
      isChosen = true;
      seeds?.leaveToInput();
    },
    fetcher: http?.fetcher,
    onFailure: (failure) => tally.fail(failure),
    http: httpOptions,
    onProgress: (progress) => {
      input = progress;
      // The first memento of a host that limits may be long in coming.
      if ("timeMaps" in progress) report();
    },
    onSeed: (uriR) => seeds?.add(uriR),
  };
  for (const { input: definition, sources } of inputs) {
    isChosen = false;
    for await (const item of untilAborted(definition.read(sources, context), signal)) {
      records += 1;
      yield item;
      report();
    }
  }
}
