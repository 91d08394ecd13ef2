import { basename, dirname, extname } from "node:path";
import { parseDatetime } from "../../base/datetime.js";
import { percentDecoded } from "../../base/uri.js";

/** A text file whose name has the date of its capture. */
export interface DatedText {
  readonly uriR: string;
  readonly mementoDatetime: string;
}

/** Matches 4 to 14 digits of a date, also with signs between its parts: `2020-01-31`, `20200131123000`. */
const DATE =
  /(?<!\d)((?:19|20)\d\d)(?:[-_.]?(\d\d)(?:[-_.]?(\d\d)(?:[-_.T ]?(\d\d)(?:[-_.:]?(\d\d)(?:[-_.:]?(\d\d))?)?)?)?)?(?!\d)Z?/gu;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/iu;

/** Host of texts whose name is neither a host name nor a URI. It cannot exist. */
const NO_HOST = "http://text.invalid/";

/** Returns the suffix of a file, without which a name may end in a date: `example.com_20200131`, `2020.01.31`. */
export function suffixOf(path: string): string {
  const suffix = extname(path);
  return /^\.[a-z][a-z\d]*$/iu.test(suffix) ? suffix : "";
}

/**
 * Returns the URI-R and the memento-datetime that the path of a text says. The date is the longest one in the name of the file.
 * The rest of the name is the URI-R or its host; without a rest, the name of the folder is. Any other name becomes a URI with
 * all of its path. Returns undefined if the name has no date.
 */
export function datedText(path: string): DatedText | undefined {
  const file = basename(path);
  const name = file.slice(0, file.length - suffixOf(file).length);
  const dates = [...name.matchAll(DATE)].flatMap((match) => {
    const [, year = "", ...parts] = match;
    const [month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
    const written = parseDatetime(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return written === undefined ? [] : [{ match: match[0], at: match.index, written }];
  });
  const longest = dates.reduce<(typeof dates)[number] | undefined>(
    (best, date) => (best !== undefined && best.match.length > date.match.length ? best : date),
    undefined,
  );
  if (longest === undefined) return undefined;
  const { match, at, written } = longest;
  const rest = (name.slice(0, at) + name.slice(at + match.length)).replace(
    /^[-_. ]+|[-_. ]+$/gu,
    "",
  );
  return { uriR: uriOf(dirname(path), rest), mementoDatetime: written };
}

/** A name of a file may have halves of characters, which no URI has. */
const wellFormed = (name: string): string => Buffer.from(name).toString();

function uriOf(folder: string, rest: string): string {
  const name = percentDecoded(rest === "" ? basename(folder) : rest);
  if (/^https?:\/\/[^/\s]/iu.test(name) && URL.canParse(name)) return name;
  if (HOST.test(name) && URL.canParse(`http://${name}/`)) return `http://${name.toLowerCase()}/`;
  const segments = [...folder.split(/[/\\]/u), rest].filter((each) => !/^\.{0,2}$/u.test(each));
  return NO_HOST + segments.map((each) => encodeURIComponent(wellFormed(each))).join("/");
}
