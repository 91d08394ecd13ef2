import { http, warcRecord } from "../../support/warc-builder.js";

/* Captures of pages that move, with texts that differ as those of real pages do. */

const WORDS = (
  "mill museum garden stone river bridge tower lantern harbour market bread oven baker flour grain water wheel history " +
  "visitor guide ticket winter summer opening school lecture archive letter painter gallery copper silver weaver loom " +
  "thread cotton island ferry pilot engine railway station platform signal forest timber sawmill carpenter chapel organ " +
  "choir sermon orchard apple cider barrel cooper brewery barley malt village council meeting election mayor budget"
).split(" ");

/** Returns a text of sentences. The same number gives the same text, and another one gives other words. */
export function prose(number: number, length = 60): string {
  let state = number * 7919 + 13;
  const words = Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return `${WORDS[Math.floor(state / 65536) % WORDS.length]!}${number % 10 === 0 ? "" : number}`;
  });
  return `The ${words.join(" ")}.`;
}

export const made = (title: string, text: string, head = ""): string =>
  `<!DOCTYPE html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>${text}</p></body></html>`;

/** A capture: address, day, and a page, or the address to which it redirects. */
export type Captured = readonly [
  uri: string,
  day: string,
  answer: string | { readonly to: string; readonly status?: number } | { readonly status: number },
];

/** Returns the records of a WARC file with these captures, in this order. */
export const crawl = (...captures: readonly Captured[]): Buffer =>
  Buffer.concat(
    captures.map(([uri, day, answer], at) => {
      const date = day.length > 10 ? day : `${day}T10:20:30Z`;
      const fields = [
        ["WARC-Record-ID", `<urn:uuid:00000000-0000-4000-8000-${String(at).padStart(12, "0")}>`],
      ] as const;
      const parts = { uri, date, fields };
      if (typeof answer === "string") return warcRecord(parts, http(answer));
      const { status = 301 } = answer;
      const location = "to" in answer ? ([["Location", answer.to]] as const) : [];
      return warcRecord(parts, http("", { statusLine: `HTTP/1.1 ${status} X`, fields: location }));
    }),
  );
