import { compareDatetimes } from "../../base/datetime.js";
import { createHash } from "../../base/platform/machine.js";
import { percentEncoded, printable } from "../../base/text.js";
import type { MementoResult } from "../../score/types.js";
import { escapeXml } from "../../write/formats/markup.js";
import type { Presentation, Writer } from "../../write/types.js";
import { replayedAt } from "../../write/writing.js";
import { offTopicSinceText, seedStates, whyOffTopic } from "./seed-states.js";

export const atom: Writer = {
  keyword: "atom",
  lacksSimhash: true,
  suffix: ".atom",
  title: "Atom feed",
  summary:
    "An entry for each seed that is off-topic now, the newest first. Ids and dates come from the results: a seed is new in the feed only when it goes off-topic.",
  example: "detect_off_topic -i warc=crawls/ -o off-topic.atom -ot atom",
  showsEvidence: "kinds",
  linksMementos: true,

  async *write(results, _settings, presentation = {}) {
    let updated = EPOCH;
    const entries: MementoResult[] = [];
    for await (const { offTopicSince, lastDatetime = updated } of seedStates(results)) {
      if (compareDatetimes(lastDatetime, updated) > 0) updated = lastDatetime;
      if (offTopicSince !== undefined) entries.push(offTopicSince);
    }
    yield `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf("feed of off-topic seeds")}</id>
<title>Off-topic seeds</title>
<updated>${updated}</updated>
<author><name>detect_off_topic</name></author>
`;
    entries.sort((one, other) => compareDatetimes(dateOf(other), dateOf(one)));
    for (const each of entries) yield entryOf(each, presentation);
    yield "</feed>\n";
  },
};

/** Date of an entry whose capture has none, because Atom requires one and results of other programs may lack it. */
const EPOCH = "1970-01-01T00:00:00Z";

const dateOf = ({ capture }: MementoResult): string => capture.mementoDatetime || EPOCH;

function entryOf(memento: MementoResult, { replay }: Presentation): string {
  const { capture, key, uriM } = memento;
  const date = dateOf(memento);
  const seed = escapeXml(printable(capture.uriR, "percent"));
  const why = whyOffTopic(memento);
  const text = [offTopicSinceText(memento), ...(why === "" ? [] : [why]), uriM];
  const summary = printable(text.join(", ").replace(/[\n\t]/gu, " "));
  // A capture from a file has no web address unless it is replayed, so the entry then links to the live page.
  const link = webAddress(replayedAt(replay, memento) ?? uriM) ?? webAddress(capture.uriR);
  return `<entry>
<id>${idOf(`${key} ${date}`)}</id>
<title>${seed} is off-topic</title>
<published>${date}</published>
<updated>${date}</updated>
${link === undefined ? "" : `<link rel="alternate" href="${escapeXml(link)}"/>`}
<content type="text">${escapeXml(summary)}</content>
</entry>
`;
}

/** Returns an http or https URI in the form of RFC 3987; undefined for any other URI. */
function webAddress(uri: string): string | undefined {
  if (!/^https?:/iu.test(uri)) return undefined;
  try {
    return printable(new URL(uri).href, "percent").replace(/[\s"<>\\^`{|}]/gu, percentEncoded);
  } catch {
    return undefined;
  }
}

/** Returns a UUID (RFC 4122) that depends on the name only. */
function idOf(name: string): string {
  const digest = createHash("sha1").update(`${NAME_SPACE}${name}`).digest("hex");
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16);
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return `urn:uuid:${parts.join("-")}`;
}

const NAME_SPACE = "detect_off_topic ";
