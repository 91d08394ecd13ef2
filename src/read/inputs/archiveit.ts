import {
  type ArchiveItBases,
  archiveItBases,
  collectionId,
  findSeeds,
  seedUriT,
} from "../archives/archive-it.js";
import { UsageError, damage } from "../../base/errors.js";
import type { InputItem } from "../../base/types.js";
import { surt } from "../../base/uri.js";
import type { HttpInputOptions, Input, InputContext } from "../types.js";
import { namesIn } from "../files/arguments.js";
import { missedTimeMap } from "../archives/list-timemaps.js";
import { readTimeMaps } from "../archives/read-timemaps.js";

export const archiveit: Input = {
  keyword: "archiveit",
  title: "Archive-It collection",
  summary:
    "A public Archive-It collection, by its number or its URI: its seeds are looked up (partner API, else public pages), and the TimeMap of each is read. --seeds FILE restricts it to some of them.",
  argument: "ID[,ID...] | https://archive-it.org/collections/ID",
  example: "detect_off_topic -i archiveit=7877 -d work -o results.json",
  recognises: { name: /^(?:https?:\/\/(?:www\.)?archive-it\.org\/|\d+$)/iu },
  usesHttp: true,
  asksWhatIsWanted: true,
  choosesMementos: true,
  prepare: (values) =>
    Promise.resolve().then(() => {
      const ids = namesIn(values);
      if (ids.length > 0) return [...new Set(ids.map(collectionId))];
      throw new UsageError("archiveit=: give the number of a collection, such as 7877");
    }),
  hosts: (_, http) => Object.values(basesOf(http)),
  read,
};

const basesOf = ({ archiveIt = {} }: HttpInputOptions = {}): ArchiveItBases => ({
  collections: archiveIt.collections ?? archiveItBases.collections,
  partner: archiveIt.partner ?? archiveItBases.partner,
  wayback: archiveIt.wayback ?? archiveItBases.wayback,
});

async function* read(
  ids: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  const { fetcher, http, wants = () => true } = context;
  if (fetcher === undefined) throw new Error("an input over HTTP needs a fetcher");
  context.onOwnChoice?.();
  const bases = basesOf(http);
  for (const id of ids) {
    const collection = `${bases.collections}/collections/${id}`;
    const found = await findSeeds(id, fetcher, bases);
    if ("problem" in found) {
      if (wants({ uriR: collection, uriT: collection }))
        yield missedTimeMap(collection, found.problem);
      continue;
    }
    for (const message of found.value.warnings) yield damage(collection, message);
    const { chosen, unknown } = restrict([...found.value.seeds], http?.seeds);
    for (const seed of unknown) {
      const uriT = seedUriT(id, seed, bases);
      if (!wants({ uriR: seed, uriT })) continue;
      const message = `${seed} is not a public seed of Archive-It collection ${id}`;
      yield missedTimeMap(uriT, { stage: "access", message });
    }
    yield* readTimeMaps(
      chosen.map((seed) => seedUriT(id, seed, bases)),
      context,
    );
  }
}

/**
 * Returns the requested seeds in the order of the collection, and the requested seeds that the collection does not
 * have.
 */
function restrict(
  seeds: readonly string[],
  wanted: readonly string[] | "auto" | undefined,
): { readonly chosen: readonly string[]; readonly unknown: readonly string[] } {
  // `auto` requests the seeds of the collection, which are read by default.
  if (wanted === undefined || wanted === "auto") return { chosen: seeds, unknown: [] };
  const asked = new Map(wanted.map((seed) => [surt(seed), seed]));
  const chosen = seeds.filter((seed) => asked.has(surt(seed)));
  for (const seed of chosen) asked.delete(surt(seed));
  return { chosen, unknown: [...asked.values()] };
}
