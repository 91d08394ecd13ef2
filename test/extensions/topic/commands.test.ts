import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.js";
import { UsageError } from "../../../src/base/errors.js";
import { parseProfile } from "../../../src/extensions/topic/profile/profile-file.js";
import type { TopicMeasure } from "../../../src/score/settings/topic-types.js";
import type { TopicProfile } from "../../../src/extensions/topic/profile/types.js";
import { runToFile } from "../../support/run-program.js";
import { rowsOf } from "../../support/rows.js";
import { http, page, warcRecord } from "../../support/warc-builder.js";

const COLLECTION = ["-i", "warc=fixtures/collection"];
const TOGETHER = ["-cm", "all", "-tm", "cosine,wordcount"];
const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const built = new Map<string, Promise<string>>();

/** Returns the text of the file that `topic build` writes. Builds it once for the same arguments. */
function buildText(...args: string[]): Promise<string> {
  const key = JSON.stringify(args);
  const text = built.get(key) ?? makeText(args);
  built.set(key, text);
  return text;
}

async function makeText(args: readonly string[]): Promise<string> {
  const path = join(folder, "built.json");
  const status = await runProgram(["topic", "build", "-q", "--workers", "0", "-o", path, ...args]);
  expect(status).toBe(0);
  return readFileSync(path, "utf8");
}

const build = async (...args: string[]): Promise<TopicProfile> =>
  parseProfile(await buildText(...args), "built.json");

const runs = new Map<string, Promise<{ readonly text: string }>>();

/** Returns the rows of a run by URI-M. Runs once for the same arguments. */
async function run(...args: string[]): Promise<Map<string, Record<string, unknown>>> {
  const key = args.join(" ");
  const ended = runs.get(key) ?? runToFile([...COLLECTION, "-ot", "jsonl", ...args]);
  // Not stored with --topic, because a test may write another file of that name.
  if (!args.includes("--topic")) runs.set(key, ended);
  const { text } = await ended;
  return new Map(rowsOf(text).map((entry) => [String(entry["URI-M"]), entry]));
}

/** Evidence of `--explain` on the topic. */
interface ToldTopic {
  readonly language: string;
  readonly needed: number;
  readonly "recognised by": readonly string[];
  readonly scores: readonly {
    readonly measure: string;
    readonly score: number;
    readonly threshold: number;
    readonly distance: number;
  }[];
}

async function mistake(...args: string[]): Promise<string> {
  const outcome = await runProgram(args).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) throw new Error("it was taken", { cause: outcome });
  expect(outcome.message).not.toContain("\n");
  return outcome.message;
}

describe("topic build", () => {
  it("topic build builds the topic of the collection for each language", async () => {
    const { parts, tooFew } = await build(...COLLECTION);
    expect(parts.map(({ language }) => language)).toEqual(["en"]);
    expect(tooFew).toEqual(["de", "fr"]);
    expect(parts[0]!.terms).toHaveLength(100);
    expect(parts[0]!.recognised["vote"]).toBeGreaterThanOrEqual(0.9);
  });

  it("topic build tunes thresholds so that each measure recognises 60 to 70 % of the core", async () => {
    const { parts } = await build(...COLLECTION, "--set", "recognise=0.65", "--set", "elements=50");
    const { recognised, terms } = parts[0]!;
    expect(terms).toHaveLength(50);
    // Shares of 50 terms are often equal, and a threshold takes in all documents with the same share.
    for (const [measure, most] of [
      ["terms", 0.8] as const,
      ["vsm", 0.7] as const,
      ["passage", 0.7] as const,
    ]) {
      expect(recognised[measure]).toBeGreaterThanOrEqual(0.6);
      expect(recognised[measure]).toBeLessThanOrEqual(most);
    }
  });

  it("topic build ignores stop words, navigation, and collocations across blocks", async () => {
    const navigation = ["Impressum", "Startseite", "Sitemap"]
      .map((word) => `<li><a href="/${word}">${word} Angebot</a></li>`)
      .join("");
    const texts = [
      "Die Leuchttürme von der Küste und die Wärter, die sie gepflegt haben, sind noch heute bekannt. Das Öl der Lampe trugen sie.",
      "Der Wärter und die Lampe: sie haben die Schiffe von der Küste aus gewarnt, und die Leuchttürme sind von dort zu sehen.",
      "Von der Lampe und dem Öl, die sie brauchten, erzählen die Wärter. Die Leuchttürme sind alt, und die Küste ist lang.",
    ];
    const core = texts.flatMap((text, at) => {
      const path = join(folder, `turm-${at}.html`);
      const blocks = `<h2>Alter Hafen</h2><p>Besuch im Winter</p><p>${text}</p>`;
      writeFileSync(path, `<meta charset="utf-8"><ul>${navigation}</ul>${blocks}`);
      return ["--core", path];
    });
    const { parts } = JSON.parse(await buildText(...core)) as TopicProfile;
    expect(parts.map(({ language }) => language)).toEqual(["de"]);
    const elements = JSON.stringify(parts);
    for (const element of ["leuchtturm", "lamp", "besuch", "alt haf"]) {
      expect(elements).toContain(`"${element}"`);
    }
    expect(elements).not.toMatch(/\b(?:die|von|sie|und|haf besuch|angebot|sitemap)\b/u);
  });

  it("topic build counts pages of the same host as one seed, so that words of a single host are not the topic", async () => {
    const names = ["anna", "berta", "clara"];
    const record = (uri: string, text: string): Buffer =>
      warcRecord({ uri, date: "2012-06-01T10:00:00Z" }, http(page("Page", text)));
    const path = join(folder, "hosts.warc");
    const field = names.map((name, at) =>
      record(
        `http://field.example/${at}`,
        `The potato field of ${name} is dug with spades in spring, and in autumn sacks of potatoes leave by barrow.`,
      ),
    );
    const lamp = names.map((name) =>
      record(
        `http://${name}.example/`,
        `The lamp of the light house on the coast was kept by ${name}, who burnt whale oil in it when ships came near.`,
      ),
    );
    writeFileSync(path, Buffer.concat([...field, ...lamp]));
    const { parts } = await build("-i", `warc=${path}`);
    expect(parts.map(({ documents, seeds }) => ({ documents, seeds }))).toEqual([
      { documents: 6, seeds: 4 },
    ]);
    const terms = parts[0]!.terms.map(([term]) => term);
    expect(terms).toContain("lamp");
    expect(terms).not.toContain("potato");
    writeFileSync(path, Buffer.concat(field));
    expect(await mistake("topic", "build", "-i", `warc=${path}`)).toContain("3 different hosts");
  });

  it("topic build uses the mementos in a list of URI-Ms", async () => {
    const all = [...(await run("-cm", "all", "-tm", "cosine")).values()];
    const named = all
      .filter((entry) => entry["overall topic status"] === "on-topic" && entry["language"] === "en")
      .map((entry) => String(entry["URI-M"]))
      .slice(0, 30);
    const list = join(folder, "core.txt");
    writeFileSync(list, `${named.join("\n")}\n`);
    const { madeFrom, parts } = await build(...COLLECTION, "--set", `core-list=${list}`);
    expect(madeFrom).toBe("30 mementos that were named: 30 documents");
    expect(parts[0]!.recognised["vote"]).toBeGreaterThanOrEqual(0.98);
  });
});

describe("-cm", () => {
  it("-cm judges the later mementos of a seed even if the first memento is empty", async () => {
    const results = await run(...TOGETHER);
    const seed = [...results.values()].filter((entry) =>
      String(entry["URI-R"]).includes("observatory"),
    );
    expect(seed.length).toBeGreaterThan(1);
    const cosine = seed.map(
      (entry) => (entry["timemap measures"] as Record<string, object>)["cosine"],
    );
    expect(cosine.every((each) => each !== undefined && "measurement error" in each)).toBe(true);
    expect(seed.map((entry) => entry["overall topic status"])).toEqual([
      "off-topic",
      ...seed.slice(1).map(() => "on-topic"),
    ]);
  });

  it("-cm calls a memento on-topic beyond doubt if two collection measures recognise it", async () => {
    const results = [...(await run(...TOGETHER)).values()];
    const told = results.flatMap((entry) => {
      const scores = (entry["collection measures"] ?? {}) as Record<
        string,
        Record<string, unknown>
      >;
      const votes = ["terms", "collocations2", "vsm", "passage"].filter(
        (name) => scores[name]?.["topic status"] === "on-topic",
      );
      const isBeyondDoubt = entry["on-topic beyond doubt"];
      return isBeyondDoubt === undefined ? [] : [{ votes: votes.length, isBeyondDoubt }];
    });
    for (const { votes, isBeyondDoubt } of told) expect(isBeyondDoubt).toBe(votes >= 2);
    expect(new Set(told.map(({ isBeyondDoubt }) => isBeyondDoubt))).toEqual(new Set([true, false]));
  });

  it("-cm gives all collection measures one common vote beside the TimeMap measures", async () => {
    const [any, two] = [await run(...TOGETHER), await run(...TOGETHER, "--combine", "2")];
    const off = (results: typeof any): number =>
      [...results.values()].filter((entry) => entry["overall topic status"] === "off-topic").length;
    expect(off(two)).toBeLessThan(off(any));
    for (const [uriM, entry] of two) {
      if (entry["overall topic status"] !== "off-topic") continue;
      const measures = Object.values(
        (entry["timemap measures"] ?? {}) as Record<string, Record<string, unknown>>,
      );
      const votes = [
        ...measures.map((each) => each["topic status"]),
        entry["collection topic status"],
      ];
      expect(votes.filter((vote) => vote === "off-topic").length, uriM).toBeGreaterThanOrEqual(2);
    }
  });

  it("-cm explains how far each score is from the threshold of the memento's language, and which measures recognise it", async () => {
    const profile = join(folder, "explained.json");
    const { parts } = await build(...COLLECTION);
    writeFileSync(profile, await buildText(...COLLECTION));
    const args = ["-cm", "all", "--topic", profile, "--set", "topic-agree=2", "--explain"];
    const entries = [...(await run(...args)).values()];
    const judged = entries.filter((entry) => "collection topic status" in entry);
    expect(judged.length).toBeGreaterThan(50);
    for (const entry of judged) {
      const scores = entry["collection measures"] as Record<string, Record<string, number>>;
      const { topic } = entry["evidence"] as { topic: ToldTopic };
      const recognised = topic.scores.filter(({ score, threshold }) => score >= threshold);
      expect([topic.language, topic.needed]).toEqual(["en", 2]);
      expect(topic["recognised by"]).toEqual(recognised.map(({ measure }) => measure));
      expect(entry["collection topic status"]).toBe(
        recognised.length < 2 ? "off-topic" : "on-topic",
      );
      expect(topic.scores).toHaveLength(Object.keys(parts[0]!.thresholds).length);
      for (const { measure, score, threshold, distance } of topic.scores) {
        expect(score).toBe(scores[measure]?.["comparison score"]);
        expect(threshold).toBe(parts[0]!.thresholds[measure as TopicMeasure]);
        expect(distance).toBeCloseTo(score - threshold, 6);
      }
    }
    const offTopic = entries.filter((entry) => entry["collection topic status"] === "off-topic");
    expect(offTopic.length).toBeGreaterThan(5);
    for (const { evidence } of offTopic) expect(evidence).toHaveProperty("words");
    // A page in a language that the topic lacks must have no invented evidence.
    const others = entries.filter((entry) => !("collection topic status" in entry));
    for (const { evidence = {} } of others) expect(evidence).not.toHaveProperty("topic");
  });

  it("-cm gives each degenerate page a score or an error in bounded time", async () => {
    const { warcRecord } = await import("../../support/warc-builder.js");
    const bodies = [
      "",
      "word",
      "слово",
      `<p>${"x".repeat(1_000_000)}</p>`,
      `<p>${"lamp ".repeat(50_000)}</p>`,
      "\0\0\0",
    ];
    const records = bodies.map((body, at) =>
      warcRecord(
        {
          uri: `http://page${at}.example/`,
          date: "2020-01-01T00:00:00Z",
          fields: [["Content-Type", "application/http; msgtype=response"]],
        },
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`,
      ),
    );
    const path = join(folder, "degenerate.warc");
    writeFileSync(path, Buffer.concat(records));
    const text = await buildText(...COLLECTION);
    const topic = join(folder, "for-degenerate.json");
    writeFileSync(topic, text);
    const { text: results } = await runToFile([
      "-i",
      `warc=${path}`,
      "-cm",
      "all",
      "--topic",
      topic,
      "-ot",
      "jsonl",
    ]);
    const lines = rowsOf(results);
    expect(lines).toHaveLength(bodies.length);
    for (const entry of lines) {
      for (const each of Object.values(entry["collection measures"] as Record<string, object>)) {
        expect("comparison score" in each || "measurement error" in each).toBe(true);
      }
    }
  });
});

describe("mistakes about topics", () => {
  const topic = join(folder, "no-topic.json");
  writeFileSync(topic, '{"form":"something else"}');
  const one = join(folder, "one.html");
  writeFileSync(one, "<p>One page of a few words is no core at all.</p>");
  const empty = join(folder, "empty.txt");
  writeFileSync(empty, "\n");

  it.each([
    ["an unknown measure", [...COLLECTION, "-cm", "term"], 'Did you mean "terms"?'],
    [
      "an agreement of more measures than are computed",
      [...COLLECTION, "-cm", "vsm", "--set", "topic-agree=2"],
      "--set topic-agree is 2",
    ],
    ["a file that is not a topic", [...COLLECTION, "--topic", topic], "is not a topic profile"],
    [
      "reduce without a topic of the whole collection",
      ["reduce", "-cm", "all", empty],
      "topic of the whole collection",
    ],
    [
      "a share above 1",
      ["topic", "build", ...COLLECTION, "--set", "recognise=2"],
      "a number from 0 to 1",
    ],
  ])("rejects %s in one line", async (_, args, message) => {
    expect(await mistake(...args)).toContain(message);
  });
});
