import { timeMapUri } from "../archives/known-archives.js";
import { UsageError } from "../../base/errors.js";
import type { HttpInputOptions, Input } from "../types.js";
import { readTimeMaps } from "../archives/read-timemaps.js";
import { urisIn } from "../files/uri-lists.js";

export const uriR: Input = {
  keyword: "uri-r",
  title: "URI-Rs",
  summary:
    "Pages by their own URIs: the archive that --archive names is asked for the TimeMap of each (list archives), or its CDX service for all that --match prefix, host or domain says. @FILE gives a list, one URI-R a line.",
  argument: "URI-R[,URI-R...] | @LIST",
  example: "detect_off_topic -i uri-r=@seeds.txt --archive ia -d work -o results.json",
  usesHttp: true,
  asksWhatIsWanted: true,
  choosesMementos: true,
  prepare: (values, options) => Promise.resolve().then(() => prepare(values, options)),
  read: readTimeMaps,
};

function prepare(
  values: readonly string[],
  { archive, match }: HttpInputOptions = {},
): readonly string[] {
  if (archive === undefined) {
    throw new UsageError(
      "-i uri-r= needs the archive that has the captures: give --archive ia, another one of `list archives`, or what its URI-Ms begin with.",
    );
  }
  // Lists of seeds often omit the scheme.
  const complete = (uri: string): string =>
    /^[a-z][a-z0-9+.-]*:\/\//iu.test(uri) ? uri : `http://${uri}`;
  const uris = urisIn("uri-r", values, complete);
  if (uris.some((uri) => /^https?:\/\/[^/?#]*@/iu.test(uri))) {
    throw new UsageError("-i uri-r= takes URI-Rs without user names and passwords.");
  }
  return uris.map((uri) => timeMapUri(archive, uri, match));
}
