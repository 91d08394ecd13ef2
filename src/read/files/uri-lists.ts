import { urlOf } from "../../base/uri.js";
import { accessSync, constants } from "node:fs";
import { UsageError } from "../../base/errors.js";
import { decodeText, listedLines, readable, readWholeFile } from "../../base/read-file.js";
import { isUri } from "../timemaps/load.js";
import { namesIn } from "./arguments.js";

/**
 * Returns the sources that the values of an input name, of which `@FILE` is a list with one a line. URIs may contain commas, so a
 * comma separates only if the text after it is itself a source. Throws `UsageError`.
 */
export function listedSources(keyword: string, values: readonly string[]): readonly string[] {
  const pieces = values.flatMap((value) => {
    const whole = value.trim();
    return isUri(whole)
      ? whole.split(/,(?=\s*(?:[a-z][a-z0-9+.-]{0,30}:\/\/|@|-(?:,|$)))/i)
      : namesIn([whole]);
  });
  const sources = pieces.flatMap((piece) => {
    const name = piece.trim();
    if (!name.startsWith("@")) return name === "" ? [] : [name];
    const shown = `${keyword}=${name}`;
    const lines = listedLines(decodeText(readable(shown, () => readWholeFile(name.slice(1)))));
    if (lines.length > 0) return lines;
    throw new UsageError(`${shown}: lists nothing. Write one on each line.`);
  });
  return [...new Set(sources)];
}

export function urisIn(
  keyword: string,
  values: readonly string[],
  complete: (uri: string) => string = (uri) => uri,
): readonly string[] {
  const uris = listedSources(keyword, values).map((one) => complete(one));
  if (uris.length === 0)
    throw new UsageError(`${keyword}=: give a URI, or @FILE for a list of them`);
  const wrong = uris.find((uri) => !isUri(uri) || urlOf(uri) === undefined);
  if (wrong === undefined) return [...new Set(uris)];
  throw new UsageError(
    `${keyword}=${wrong}: not a URI. Give http:// or https://, or @FILE for a list of them.`,
  );
}

/** Throws a `UsageError` if a file cannot be read. */
export const requireFile = (keyword: string, path: string): void =>
  readable(`${keyword}=${path}`, () => accessSync(path, constants.R_OK));
