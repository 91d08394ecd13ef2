import { UsageError } from "../errors.js";

export const REPLAY_HELP: string =
  "where captures of WARC files can be looked at, such as https://wayback.example/mycollection/: their links are " +
  "this, the timestamp, / and the URI-R";

/** The prefix of replay links, ending in `/` or `=`; throws a `UsageError` for what is no http or https address. */
export function parseReplay(text: string): string {
  const prefix = text.trim();
  if (!/^https?:\/\//iu.test(prefix) || !URL.canParse(prefix)) {
    throw new UsageError(
      `--replay takes the address of a replay system, such as https://wayback.example/mycollection/, not "${text}".`,
    );
  }
  return /[/=]$/u.test(prefix) ? prefix : `${prefix}/`;
}
