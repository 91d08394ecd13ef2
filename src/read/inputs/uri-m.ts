import type { Input, InputContext } from "../types.js";
import { TimeMapsOfArchives, wantedOf } from "../archives/wanted.js";
import { urisIn } from "../files/uri-lists.js";
import { missedTimeMap } from "../archives/list-timemaps.js";
import { fetchAll, type Pending } from "../archives/read-timemaps.js";

export const uriM: Input = {
  keyword: "uri-m",
  title: "URI-Ms",
  summary:
    "Mementos by their URI-Ms, of any archives: each is fetched in its raw form. Those of one URI-R in one archive are one TimeMap. @FILE gives a list, one URI-M a line.",
  argument: "URI-M[,URI-M...] | @LIST",
  example: "detect_off_topic -i uri-m=@mementos.txt -d work -o results.json",
  usesHttp: true,
  asksWhatIsWanted: true,
  prepare: (values) => Promise.resolve().then(() => urisIn("uri-m", values)),
  read: (sources, context) => fetchAll(wantedMementos(sources, context), context),
};

function* wantedMementos(
  uris: readonly string[],
  { wants = () => true }: InputContext,
): Generator<Pending> {
  const timeMaps = new TimeMapsOfArchives();
  for (const uri of uris) {
    const wanted = wantedOf(uri, "", timeMaps);
    if (wanted === undefined) {
      const message = `${uri} is not a URI-M with a timestamp`;
      if (wants({ uriR: uri, uriT: uri })) yield missedTimeMap(uri, { stage: "access", message });
    } else if (wants(wanted)) yield [wanted];
  }
}
