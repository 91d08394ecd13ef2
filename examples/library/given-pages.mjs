// Judges pages from any source instead of WARC files or archives. Here they are in a JSON Lines file of {"uriR",
// "mementoDatetime", "body"}.
//
//     node examples/library/given-pages.mjs pages.jsonl
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { detect, givenPages } from "detect-off-topic";

async function* pages(file) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    yield JSON.parse(line);
  }
}

const [, , file] = process.argv;
if (file === undefined) {
  console.error("usage: node examples/library/given-pages.mjs pages.jsonl");
  process.exit(2);
}

for await (const result of detect({ input: givenPages(pages(file)) })) {
  if (result.kind !== "memento") continue;
  const { mementoDatetime, uriR } = result.capture;
  const verdict = result.overall ?? result.problem?.message ?? "no verdict";
  console.log(`${mementoDatetime}\t${uriR}\t${verdict}`);
}
