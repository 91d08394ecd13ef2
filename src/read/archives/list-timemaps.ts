import { asksForMany } from "./known-archives.js";
import type { WantedMemento } from "./fetch-memento.js";
import { damage } from "../../base/errors.js";
import { surt } from "../../base/uri.js";
import { bySameContent } from "../captures/same-content.js";
import type { TimeMapEntry } from "../timemaps/document.js";
import { isUri, loadTimeMap, type TimeMap } from "../timemaps/load.js";
import { selectMementos } from "../timemaps/select.js";
import { uriMParts, uriROf, uriTParts } from "../timemaps/uri.js";
import type { InputItem, Outcome, Problem } from "../../base/types.js";
import type { HttpInputOptions, InputContext } from "../types.js";

/** Mementos with the same content, of which the first one that the archive gives is fetched. */
export type WantedContent = readonly WantedMemento[];

interface ListedSource {
  readonly items: readonly InputItem[];
  readonly timeMaps: readonly (readonly WantedContent[])[];
}

const NOTHING: ListedSource = { items: [], timeMaps: [] };

export async function listTimeMaps(source: string, context: InputContext): Promise<ListedSource> {
  context.signal.throwIfAborted();
  const { wants = () => true, http = {} } = context;
  const isMany = asksForMany(source);
  // If the URI-T contains the URI-R, the decision is made before anything is fetched.
  const named = isMany ? undefined : uriTParts(source).uriR;
  if (named !== undefined && !wants({ uriR: named, uriT: source })) return NOTHING;
  const replay = isUri(source) ? undefined : http.archive?.replay;
  const loaded = await loadList(source, replay, context);
  if ("problem" in loaded) {
    const isWanted = wants({ uriR: named ?? source, uriT: source });
    return isWanted ? { items: [missedTimeMap(source, loaded.problem)], timeMaps: [] } : NOTHING;
  }
  const { value } = loaded;
  if (!isMany && (replay === undefined || isUri(value.uriT))) {
    const isWanted = wants({ uriR: named ?? value.uriR, uriT: value.uriT });
    return isWanted ? { items: remarksOn(value), timeMaps: [listContents(value, http)] } : NOTHING;
  }
  return {
    items: wants({ uriR: source, uriT: source }) ? remarksOn(value) : [],
    timeMaps: byUriR(value)
      .filter(wants)
      .map((timeMap) => listContents(timeMap, http)),
  };
}

/**
 * If captures are chosen by their lengths, the archive is asked first for the form of its TimeMap that may have them. A working
 * directory that is read again may hold this form alone.
 */
async function loadList(
  source: string,
  replay: string | undefined,
  { fetcher, files, choose }: InputContext,
): Promise<Outcome<TimeMap>> {
  const mayBeKept = choose !== undefined || files !== undefined;
  const other = mayBeKept ? formWithLengths(source) : undefined;
  if (other !== undefined) {
    const found = await loadTimeMap(other, fetcher);
    const isUseful =
      "value" in found && found.value.mementos.some(({ length }) => length !== undefined);
    if (isUseful) return { value: { ...found.value, uriT: source } };
  }
  return loadTimeMap(source, fetcher, files?.get(source), replay);
}

/** Wayback, pywb and Archive-It give an index in this form. Others give Memento JSON, which has no lengths. */
const formWithLengths = (uriT: string): string | undefined => {
  const other = uriT.replace(/^(https?:\/\/[^?#]*?\/timemap\/)link\//iu, "$1json/");
  return other === uriT ? undefined : other;
};

function remarksOn({ uriT, duplicates, warnings }: TimeMap): InputItem[] {
  const repeated: InputItem = { kind: "skipped", reason: "listed twice in its TimeMap" };
  return [
    ...warnings.map((message) => damage(uriT, message)),
    ...Array.from({ length: duplicates }, () => repeated),
  ];
}

function listContents(
  { uriR, uriT, mementos }: Pick<TimeMap, "uriR" | "uriT" | "mementos">,
  http: HttpInputOptions,
): WantedContent[] {
  const seconds = new Set(mementos.map((one) => one.mementoDatetime.slice(0, 19)));
  const isListed = (datetime: string): boolean => seconds.has(datetime.slice(0, 19));
  const groups = bySameContent(selectMementos(mementos, http), ({ content = {} }) => content);
  return groups.map((group) => group.map((each) => ({ ...each, uriR, uriT, isListed })));
}

/** Groups the captures of a CDX service, or of a file from one, into a TimeMap for each URI-R in any spelling. */
function byUriR({ mementos }: TimeMap): Pick<TimeMap, "uriR" | "uriT" | "mementos">[] {
  const timeMaps = new Map<string, { uriR: string; uriT: string; mementos: TimeMapEntry[] }>();
  for (const memento of mementos) {
    const { uriM } = memento;
    const uriR = uriROf(uriM) ?? uriM;
    const { prefix = "" } = uriMParts(uriM) ?? {};
    const key = `${prefix} ${surt(uriR)}`;
    const known = timeMaps.get(key);
    if (known !== undefined) known.mementos.push(memento);
    else timeMaps.set(key, { uriR, uriT: `${prefix}timemap/link/${uriR}`, mementos: [memento] });
  }
  return [...timeMaps.values()];
}

export function missedTimeMap(uriT: string, problem: Problem): InputItem {
  return { kind: "missed-timemap", uriT, problem };
}
