/**
 * Fetches `count` mementos of `origin` into `directory` and then exits with 0. The process can be killed at any time.
 */
import { openFetcher } from "../../../../build/read/http/fetcher.js";

const [directory, origin, count, fileBytes] = process.argv.slice(2);
const fetcher = await openFetcher({
  record: { directory, input: { keyword: "timemap", sources: [`${origin}/timemap`] } },
  limits: { rate: { playback: 6e6 }, concurrency: 4 },
  fileBytes: Number(fileBytes),
});
const wanted = Array.from({ length: Number(count) }, (_, number) => ({
  uri: `${origin}/web/20170101000000id_/http://a.example/${number}`,
  requestClass: "playback",
}));
const outcomes = await Promise.all(wanted.map((request) => fetcher.fetch(request)));
await fetcher.close();
process.exit(outcomes.every((outcome) => "value" in outcome) ? 0 : 1);
