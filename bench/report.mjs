import { execFileSync } from "node:child_process";
import { createWriteStream, existsSync, statSync } from "node:fs";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Writes a report of generated results and measures it in an installed Chromium: loading, a filter, and moving between
 * cases. Each time is from the key press to the next frame on the screen.
 */
export async function benchReport(count, folder) {
  const executablePath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((each) =>
      ["chromium", "chromium-browser", "google-chrome"].map((name) => join(each, name)),
    )
    .find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("there is no Chromium on this machine");
  const [lines, report] = [join(folder, "run.jsonl"), join(folder, "report.html")];
  await writeResults(lines, count);
  const started = performance.now();
  execFileSync(process.execPath, ["bin/detect_off_topic.js", "report", lines, "-o", report]);
  const written = performance.now() - started;

  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${pathToFileURL(report).href}#review`);
    const loaded = await page.evaluate(
      "Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)",
    );
    const timed = (act) =>
      page.evaluate(
        `new Promise((done) => { const start = performance.now(); ${act}; requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => done(performance.now() - start); channel.port2.postMessage(0); }); })`,
      );
    const key = (name) =>
      timed(`document.dispatchEvent(new KeyboardEvent("keydown", { key: "${name}" }))`);
    const times = { next: [], decide: [], filter: [] };
    for (let step = 0; step < 40; step += 1) {
      times.next.push(await key("j"));
      times.decide.push(await key("y"));
    }
    for (let step = 0; step < 6; step += 1) {
      times.filter.push(await timed(`document.querySelector('[data-facet^="kind "]').click()`));
    }
    const megabytes = (statSync(report).size / 1e6).toFixed(1);
    process.stdout.write(
      `${count} mementos, ${megabytes} MB: written in ${(written / 1000).toFixed(1)} s, loaded in ${loaded} ms\n`,
    );
    for (const [name, all] of Object.entries(times)) {
      const sorted = all.sort((a, b) => a - b);
      const [median, most] = [sorted[sorted.length >> 1], sorted.at(-1)];
      process.stdout.write(
        `${name.padEnd(8)} median ${median.toFixed(0).padStart(4)} ms, longest ${most.toFixed(0).padStart(4)} ms\n`,
      );
    }
  } finally {
    await browser.close();
  }
}

const KINDS = ["parked or for sale", "spam", "suspended account", "page not found"];
const MEMENTOS = 50;

/**
 * Writes results as a run with --explain does. In every third seed, the last third of the mementos is off-topic,
 * except every fifth memento.
 */
async function writeResults(path, count) {
  const file = createWriteStream(path);
  for (let at = 0; at < count; at += 1) {
    const [seed, number] = [Math.floor(at / MEMENTOS), at % MEMENTOS];
    const isOff = seed % 3 === 0 && number >= (2 * MEMENTOS) / 3 && number % 5 !== 0;
    const date = new Date(Date.UTC(2009, number * 3, 3, 10)).toISOString();
    const uriR = `http://seed-${seed}.example/`;
    const title = KINDS[(seed / 3) % KINDS.length];
    const row = {
      "URI-T": `from-warc::timemap::${uriR}`,
      "URI-R": uriR,
      "URI-M": `from-warc::${date.replace(/\D/g, "").slice(0, 14)}::${uriR}`,
      "HTTP status": 200,
      source: { file: "crawl.warc.gz", offset: at * 4096 },
      "memento-datetime": date.slice(0, 19).replaceAll("-", "/").replace("T", " ") + " GMT",
      "timemap measures": {
        cosine: {
          "comparison score": isOff ? 0.03 : 0.8,
          "topic status": isOff ? "off-topic" : "on-topic",
        },
      },
      "overall topic status": isOff ? "off-topic" : "on-topic",
      evidence: {
        scores: [
          {
            measure: "cosine",
            score: isOff ? 0.03 : 0.8,
            threshold: 0.12,
            distance: 0.1,
            normalised: isOff ? -0.7 : 0.7,
          },
        ],
        words: { first: 900, memento: isOff ? 20 : 880 },
        ...(isOff && {
          "page kind": { kind: "k", title, strength: 1, marks: ["for sale"] },
          "terms lost": ["harbour", "museum", "ferry", "lantern"],
          "terms gained": ["domain", "sale", "offer"],
        }),
      },
    };
    if (!file.write(`${JSON.stringify(row)}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
}
