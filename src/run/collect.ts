import { isHtmlResponse } from "./pages.js";
import { groupingKey } from "../mementos/surt.js";
import type { Capture, Feature, InputItem, Problem, Result, Settings } from "../types.js";
import { CaptureIndex } from "./captures.js";
import type { ExtractResult } from "./extract.js";
import type { Extractor } from "./extractor.js";
import { decodeLine, encodeLine, tieOf, type RecordHead } from "./lines.js";
import { Resolver, type Pointer } from "./resolve.js";
import type { Shuffle } from "./shuffle.js";
import type { RunningTally } from "./tally.js";

/** Where the items of an input go. */
export interface CollectContext {
  readonly settings: Settings;
  readonly extractor: Extractor;
  readonly shuffle: Shuffle;
  readonly tally: RunningTally;
  /** Definitions of the plan's requests, in their order. */
  readonly features: readonly Feature[];
  /** Results that belong to no memento: TimeMaps that could not be had. */
  readonly onResult: (result: Result) => void;
  /** Bytes lost, as they are met. */
  readonly onDamage: (damage: Extract<InputItem, { kind: "damage" }>) => void;
}

/**
 * Map: reads all items of an input, has the pages read, and leaves one line for each memento in the shuffle. Revisits
 * and redirects are settled last, when all that they may point to is known.
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
  /** Results that are being kept, one after the other. */
  #keeping: Promise<void> = Promise.resolve();
  /** What went wrong in keeping one (a full disk): thrown at the next item, for nothing else awaits it. */
  #failure: { readonly cause: unknown } | undefined;

  constructor(context: CollectContext) {
    this.#context = context;
    this.#index = new CaptureIndex(context.settings.groupBy);
  }

  async take(item: InputItem): Promise<void> {
    this.#throwFailure();
    const { settings, tally, extractor } = this.#context;
    switch (item.kind) {
      case "memento": {
        const reason = whyNoMemento(item.capture, settings);
        if (reason !== undefined) {
          this.#index.add(item.capture, "other");
          tally.skip(reason);
          return;
        }
        const number = this.#index.add(item.capture, "page");
        await extractor.submit({ capture: item.capture, body: item.body }, (result) => {
          this.#keeping = this.#keeping
            .then(() => this.#keep(number, result))
            .catch((cause: unknown) => {
              this.#failure ??= { cause };
            });
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
        this.#index.add(item.capture, "other");
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
        this.#context.onResult({
          kind: "timemap-problem",
          uriT: item.uriT,
          problem: item.problem,
        });
        return;
    }
  }

  async finish(): Promise<void> {
    await this.#context.extractor.drain();
    await this.#keeping;
    this.#throwFailure();
    const { shuffle, tally, settings } = this.#context;
    const resolver = new Resolver(this.#index, this.#pointers, (ordinal) =>
      decodeLine(shuffle.line(ordinal)),
    );
    for (const pointer of this.#pointers) {
      const resolution = resolver.resolve(pointer);
      if (resolution.kind === "not-a-page") {
        tally.skip(`${pointer.item.kind} of something that is not a page`);
      } else if (resolution.kind === "missed") {
        this.#keepMissed(pointer.number, resolution.capture, resolution.problem);
      } else {
        const reason = whyNoMemento(resolution.capture, settings);
        if (reason !== undefined) tally.skip(reason);
        else {
          const features = resolution.record.features.map((feature) => JSON.stringify(feature));
          this.#add(pointer.number, this.#head(resolution.capture), features);
        }
      }
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  #redirect(item: Extract<InputItem, { kind: "redirect" }>): void {
    const { settings, tally } = this.#context;
    const { capture, location } = item;
    const key = groupingKey(capture.uriR, settings.groupBy);
    if (location !== undefined && groupingKey(location, settings.groupBy) === key) {
      tally.skip("redirect within its own TimeMap");
      return;
    }
    this.#pointers.push({ number: this.#index.add(capture, "pointer"), item });
  }

  #head(capture: Capture, problem?: Problem): RecordHead {
    return {
      key: groupingKey(capture.uriR, this.#context.settings.groupBy),
      tie: tieOf(capture),
      capture,
      ...(problem !== undefined && { problem }),
    };
  }

  #keepMissed(number: number, capture: Capture, problem: Problem): void {
    this.#add(number, this.#head(capture, problem), []);
  }

  async #keep(number: number, result: ExtractResult): Promise<void> {
    const features = [...result.features];
    for (const { position, value } of result.deferred) {
      const resolved = await this.#context.features[position]?.resolve?.(value);
      features[position] = JSON.stringify({ value: resolved });
    }
    this.#add(number, this.#head(result.capture, result.problem), features);
  }

  #add(number: number, head: RecordHead, features: readonly string[]): void {
    this.#index.setLine(number, this.#context.shuffle.add(encodeLine(head, features)));
  }
}

/** Why a page is no memento of this run, or undefined when it is one. */
function whyNoMemento(capture: Capture, { status, pages }: Settings): string | undefined {
  if (status === "2xx" && capture.status !== undefined && Math.trunc(capture.status / 100) !== 2) {
    return `answered ${capture.status} (--status 2xx)`;
  }
  if (pages === "text/html" && !isHtmlResponse(capture)) {
    return "not a response declared text/html (--pages text/html)";
  }
  return undefined;
}
