import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultModel } from "../../../src/score/settings/default-model.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

/** A capture: its page, or its page with the status line of its answer. */
type Captured = string | readonly [html: string, statusLine: string];

/** One row of JSON Lines, as far as these tests read it. */
interface Row {
  readonly "overall topic status": "on-topic" | "off-topic" | "unsure";
  readonly "identity lost"?: true;
  readonly "URI-R": string;
  readonly "timemap measures": { readonly combined: { readonly "comparison score": number } };
  readonly evidence: { readonly doubt?: string; readonly reason?: string };
}

const LETTERS = { "on-topic": "N", "off-topic": "F", unsure: "?" } as const;

/** Writes TimeMaps of these captures, a year apart. The host gives no hint of the name. */
function crawlOf(...timeMaps: readonly (readonly Captured[])[]): string {
  const file = join(temporaryFolder(), "crawl.warc");
  const records = timeMaps.flatMap((captures, seed) =>
    captures.map((captured, at) => {
      const [html, statusLine] = typeof captured === "string" ? [captured] : captured;
      return warcRecord(
        { uri: `http://site-${12 + seed}.example/`, date: `${2001 + at}-05-01T00:00:00Z` },
        http(`<html>${html}</html>`, statusLine === undefined ? {} : { statusLine }),
      );
    }),
  );
  writeFileSync(file, Buffer.concat(records));
  return file;
}

async function rowsOf(file: string, ...options: readonly string[]): Promise<readonly Row[]> {
  const args = ["-q", "-i", `warc=${file}`, "-ot", "jsonl", "--explain", "--workers", "0"];
  const { stdout } = await runInside([...args, ...options]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  return lines.filter((row) => "URI-R" in row);
}

const verdictsOf = (rows: readonly Row[]): string =>
  rows.map((row) => LETTERS[row["overall topic status"]]).join("");

const probabilityOf = (row: Row): number => row["timemap measures"].combined["comparison score"];

const NOTES = [
  "The tide gauge in the well was read twice a day, and the keeper wrote each height into a book.",
  "Herring were landed on Monday in great number and sold before noon on the northern quay.",
  "Storm warnings kept every trawler moored while slates flew from the roofs of the old town.",
  "Choir practice moves into our lecture room until the plaster of the chapel has dried.",
];
const club = (news: string): string =>
  `<title>Saltmouth Chess Club</title><body class="club"><h1 class="head">Saltmouth Chess Club</h1><p class="text">We meet each
   Tuesday in the old lifeboat house and play until ten. Beginners are welcome, boards and clocks are there. ${news}</p></body>`;
const closed = `<title>Saltmouth Chess Club</title><body class="club"><h1 class="head">Saltmouth Chess Club</h1><p class="text">Nothing can be
  shown at this place today. Use the menu above, or begin with the first page of the club once more.</p></body>`;
const NOT_FOUND = "HTTP/1.1 404 Not Found";
const good = NOTES.map(club);

describe("the rule for archived HTTP errors", () => {
  it("calls an error with another text off-topic among good captures, and says that its status decides", async () => {
    const file = crawlOf([...good, [closed, NOT_FOUND]]);
    const rows = await rowsOf(file);
    expect(verdictsOf(rows)).toBe("NNNNF");
    expect(probabilityOf(rows.at(-1)!)).toBeGreaterThanOrEqual(0.95);
    const { stdout } = await runInside([
      ...["-q", "-i", `warc=${file}`, "-ot", "text", "--explain", "--workers", "0"],
    ]);
    expect(stdout).toContain("its HTTP error decides");
  });

  it("leaves an error with the text of the page unsure, with the reason and its own probability", async () => {
    const rows = await rowsOf(crawlOf([...good, [club(NOTES[0]!), NOT_FOUND]]));
    expect(verdictsOf(rows)).toBe("NNNN?");
    expect(rows.at(-1)!.evidence.doubt).toBe(
      "its HTTP status is an error, and its text is that of the page",
    );
    expect(probabilityOf(rows.at(-1)!)).toBeLessThan(0.5);
  });

  it("applies to no error if all captures are errors", async () => {
    const rows = await rowsOf(crawlOf(good.map((page) => [page, NOT_FOUND] as const)));
    expect(verdictsOf(rows)).toBe("FFFF");
    expect(rows.map(probabilityOf)).toEqual([0.75, 0.75, 0.75, 0.75]);
  });

  it("applies neither to an error that a strong sign confirms nor where even good captures differ", async () => {
    const gone = `<title>Page not found</title><h1>404 Page not found</h1><p>The page you were looking for was not found.</p>`;
    const different = NOTES.map((note) => `<title>Notes</title><p>${note}</p>`);
    const rows = await rowsOf(crawlOf([...different, [gone, NOT_FOUND]]));
    expect(verdictsOf(rows)).toBe("NNNNF");
  });
});

describe("the rule for frames and forwards", () => {
  const frames =
    '<title>Saltmouth Chess Club</title><frameset cols="20%,80%"><frame src="menu.html"></frameset>';
  const away =
    '<title>Best offers</title><frameset cols="20%,80%"><frame src="/shop.html"></frameset>';

  it("judges a frame by its probability after a page with a text", async () => {
    const rows = await rowsOf(crawlOf([...good, away]));
    expect(verdictsOf(rows)).toBe("NNNNF");
    const short = club("").replace(/ Beginners.*(?=<)/su, '<iframe src="/menu.html"></iframe>');
    expect(verdictsOf(await rowsOf(crawlOf([...good, short])))).toBe("NNNNN");
  });

  it("leaves frames unsure before the first page with a text, and throughout a seed of frames", async () => {
    expect(verdictsOf(await rowsOf(crawlOf([frames, ...good])))).toBe("?NNNN");
    expect(verdictsOf(await rowsOf(crawlOf([frames, frames, frames])))).toBe("???");
  });
});

const museum = (text: string): string =>
  `<title>Tides - Harbour Lantern Museum</title><body class="m"><img src="/lantern-logo.png"><p class="t">${text} The museum of the harbour
   keeps lamps, gauges and tables of tides.</p><p class="f">© 2001 Saltmouth Trust, info@lantern.example</p>
   <script>ga('create','UA-1234567-1')</script></body>`;
/** A page that looks like the museum's and has most of its words, so that the model calls it on-topic. */
const taken = (text: string, foot = ""): string =>
  `<title>Cheap loans</title><body class="m"><p class="t">${text} The museum of the harbour keeps lamps, gauges and tables of
   tides.</p><p class="f">${foot}</p></body>`;
const MUSEUM = NOTES.map(museum);

describe("the rule for a lost identity", () => {
  it("leaves a capture unsure that has no name, address or account of its seed, and names what is gone", async () => {
    const rows = await rowsOf(crawlOf([...MUSEUM, taken(NOTES[0]!)]));
    expect(verdictsOf(rows)).toBe("NNNN?");
    expect(rows.at(-1)!["identity lost"]).toBe(true);
    expect(rows.at(-1)!.evidence.doubt).toBe(
      "nothing of the seed's identity is left; no longer: Tides, Harbour Lantern Museum, Saltmouth Trust, @lantern.example, ...",
    );
  });

  it("does not apply if one of them is left, or if the title is that of the page", async () => {
    const kept = taken(NOTES[0]!, "INFO@lantern.example");
    const titled = taken(NOTES[1]!).replace(
      "Cheap loans",
      "The tides, a harbour with a lantern and museum",
    );
    const rows = await rowsOf(crawlOf([...MUSEUM, kept, titled]));
    expect(verdictsOf(rows)).toBe("NNNNNN");
    expect(rows.some((row) => row["identity lost"] === true)).toBe(false);
  });

  it("does not apply to a seed with a single name", async () => {
    const plain = NOTES.map((note) => taken(note).replace("Cheap loans", "Lantern"));
    expect(verdictsOf(await rowsOf(crawlOf([...plain, taken(NOTES[0]!)])))).toBe("NNNNN");
  });

  it("knows a seed also by what most of its first captures have", async () => {
    const bare = taken(NOTES[0]!).replace("Cheap loans", "Home");
    const [, ...others] = MUSEUM;
    const rows = await rowsOf(crawlOf([bare, ...others, taken(NOTES[1]!)]));
    expect(verdictsOf(rows).at(-1)).toBe("?");
  });

  it("is off in a model without the rule", async () => {
    const { lostIdentity: _, ...rules } = defaultModel.rules!;
    const model = join(temporaryFolder(), "model.json");
    writeFileSync(model, JSON.stringify({ ...defaultModel, rules }));
    const rows = await rowsOf(
      crawlOf([...MUSEUM, taken(NOTES[0]!)]),
      ...["--profile", "default", "--combine", `learned=${model}`],
    );
    expect(verdictsOf(rows)).toBe("NNNNN");
  });
});

describe("--seeds-from web", () => {
  it("calls a capture with a lost identity off-topic, with the reason, and keeps its probability", async () => {
    const file = crawlOf([...MUSEUM, taken("We lend to everybody, and pay within a day.")]);
    const [byCurator, ofWeb] = [await rowsOf(file), await rowsOf(file, "--seeds-from", "web")];
    expect(verdictsOf(byCurator)).toBe("NNNN?");
    expect(verdictsOf(ofWeb)).toBe("NNNNF");
    expect(ofWeb.map(probabilityOf)).toEqual(byCurator.map(probabilityOf));
    expect(ofWeb.at(-1)!.evidence.reason).toMatch(/^nothing of the seed's identity is left/u);
  });

  it("leaves a capture with a lost identity unsure if its probability speaks for the page more than the model allows", async () => {
    const file = crawlOf([...MUSEUM, taken(NOTES[0]!)]);
    const lost = probabilityOf((await rowsOf(file)).at(-1)!);
    const rowsAbove = (lostIdentityAbove: number): Promise<readonly Row[]> => {
      const model = join(temporaryFolder(), "model.json");
      const rules = { ...defaultModel.rules, lostIdentityAbove };
      writeFileSync(model, JSON.stringify({ ...defaultModel, rules, cuts: { web: 0.9 } }));
      const options = ["--profile", "default", "--combine", `learned=${model}`];
      return rowsOf(file, ...options, "--seeds-from", "web");
    };
    expect(verdictsOf(await rowsAbove(lost - 0.01))).toBe("NNNNF");
    const unsure = await rowsAbove(lost);
    expect(verdictsOf(unsure)).toBe("NNNN?");
    expect(unsure.at(-1)!.evidence.reason).toBeUndefined();
    expect(unsure.at(-1)!.evidence.doubt).toMatch(/^nothing of the seed's identity is left/u);
  });

  it("takes the lower cut of the model for verdicts, and its threshold for belief", async () => {
    const model = join(temporaryFolder(), "model.json");
    writeFileSync(model, JSON.stringify({ ...defaultModel, cuts: { web: 0 } }));
    const rows = await rowsOf(
      crawlOf(good),
      ...["--profile", "default", "--combine", `learned=${model}`, "--seeds-from", "web"],
    );
    expect(verdictsOf(rows)).toBe("FFFF");
    expect(rows.map(probabilityOf)).toEqual((await rowsOf(crawlOf(good))).map(probabilityOf));
  });

  it("stands in the settings of the results", async () => {
    const args = ["-q", "-i", `warc=${crawlOf(good)}`, "-ot", "jsonl", "--workers", "0"];
    const { stdout } = await runInside([...args, "--seeds-from", "web"]);
    expect(JSON.parse(stdout.split("\n", 1)[0]!)).toMatchObject({ settings: { seedsFrom: "web" } });
  });

  it.each([
    [
      "votes without a probability",
      ["-tm", "cosine", "--seeds-from", "web"],
      "needs the learned combination",
    ],
    ["another word", ["--seeds-from", "me"], "curator"],
  ])("is refused for %s", async (_, options, why) => {
    const { status, stderr } = await runInside([
      ...["-i", `warc=${crawlOf(good)}`, "--workers", "0", ...options],
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain(why);
  });
});
