import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FAULTS } from "../../../src/base/types.js";
import { runInside } from "../../support/run-inside.js";
import { http, type HttpParts, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

const TOPIC = [
  "The lighthouse museum keeps lamps, lenses and log books of the keepers who lived on the rock.",
  "Visitors climb the spiral stairs to the gallery, from where seals can be seen on the sandbank.",
  "The boat to the island leaves at ten from the old harbour, weather and tides permitting.",
  "Every spring volunteers paint the tower white, and the brass of the great lens is polished.",
];

const pageOf = (title: string, sentences: readonly string[], head = ""): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>` +
  `${sentences.map((each) => `<p>${each} ${each}</p>`).join("")}<a href="/boat">Boat</a></body></html>`;

const GOOD = pageOf("Lighthouse museum", TOPIC);

type Row = Readonly<Record<string, unknown>>;

/** A capture of a site. */
interface Answer extends HttpParts {
  readonly body?: string;
  readonly uri?: string;
  /** Path of the page, where {@link lastOf} chooses the site. */
  readonly path?: string;
  readonly date?: string;
}

let files = 0;
function warcOf(answers: readonly Answer[]): string {
  const file = join(folder, `${(files += 1)}.warc`);
  const records = answers.map(
    ({ body = GOOD, uri = "http://museum.example/visit", date, ...parts }, at) =>
      warcRecord({ uri, date: date ?? `${2010 + at}-03-04T05:06:07Z` }, http(body, parts)),
  );
  writeFileSync(file, Buffer.concat(records));
  return file;
}

async function rowsOf(answers: readonly Answer[], args: readonly string[] = []): Promise<Row[]> {
  const { status, stdout, stderr } = await runInside([
    ...["-q", "-i", `warc=${warcOf(answers)}`, "-ot", "jsonl", "--workers", "0"],
    ...args,
  ]);
  expect([status, stderr]).toEqual([0, ""]);
  const rows = stdout.trimEnd().split("\n").slice(1);
  return rows.map((line) => JSON.parse(line) as Row);
}

/** Returns the last captures of sites, each of which was the museum three times before, judged in one run. */
async function lastOf(answers: readonly Answer[], args: readonly string[] = []): Promise<Row[]> {
  const captures = answers.flatMap((answer, at) => {
    const uri = `http://museum-${1000 + at}.example/${answer.path ?? "visit"}`;
    return [{}, {}, {}, answer].map((each, year) => ({
      ...each,
      uri,
      date: `${2010 + year}-03-04T05:06:07Z`,
    }));
  });
  const rows = await rowsOf(captures, args);
  expect(rows).toHaveLength(captures.length);
  return rows.filter((_, at) => at % 4 === 3);
}

const said = (row: Row): unknown[] => [row["page kind"], row["effective status"], row["fault"]];

const EMPTY = "<!DOCTYPE html><html><head><title>x</title></head><body></body></html>";
const short = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
const OTHER = pageOf("Cheap flights", [
  "Compare airline tickets from many companies and choose the price that suits your wallet.",
  "Our newsletter tells subscribers about discounts on hotels, rental cars and insurance.",
  "Support answers telephone calls from Monday to Friday between nine and five.",
]);

describe("kind, effective status and fault", () => {
  const answer = (status: number, body: string, ...fields: [string, string][]): Answer => ({
    ...{ statusLine: `HTTP/1.1 ${status} Answer`, body, fields },
  });
  const VUE =
    "We're sorry but saltmouth museum doesn't work properly without JavaScript enabled. Please enable it to continue.";
  const DRAWN = `<!DOCTYPE html><html><head><title>Museum</title></head><body><div id="root"></div><script src="app.js"></script></body></html>`;
  /** Description of a page, its answer, and its kind, effective status and fault. */
  const PAGES: readonly (readonly [what: string, answer: Answer, expected: string])[] = [
    ["an ordinary page", {}, "page, 200, none"],
    ["another page without a known kind", { body: OTHER }, "page, 200, page changed"],
    [
      "a challenge that Cloudflare marks",
      answer(403, short("museum.example", "One moment"), ["cf-mitigated", "challenge"]),
      "bot-check, 403, crawler blocked",
    ],
    [
      "a challenge of AWS WAF with status 202",
      answer(202, EMPTY, ["x-amzn-waf-action", "challenge"]),
      "bot-check, 403, crawler blocked",
    ],
    [
      "the page of a filter that answers 200",
      answer(200, OTHER, ["rimon", "RWC_BLOCK"]),
      "bot-check, 403, crawler blocked",
    ],
    [
      "a refusal for too many requests",
      answer(429, short("Slow down", "Come back later."), ["Retry-After", "120"]),
      "forbidden, 429, crawler blocked",
    ],
    [
      "a refusal with status 200",
      answer(200, short("403 Forbidden", "You have no permission to see this.")),
      "forbidden, 403, crawler blocked",
    ],
    [
      "a page with status 200 that asks the visitor to come back later",
      answer(200, OTHER, ["Retry-After", "3600"]),
      "maintenance, 503, server fault",
    ],
    [
      "an error page with status 200 for a missing page",
      answer(200, short("Page not found", "The page does not exist.")),
      "soft-404, 404, page gone",
    ],
    [
      "a domain for sale behind status 404",
      answer(404, short("This domain is for sale", "Buy this domain. Domain parking.")),
      "for-sale, 404, owner changed",
    ],
    ["a page that scripts draw", { body: DRAWN }, "needs-scripts, 200, unreadable"],
    [
      "a page of Vue, which asks visitors without scripts to enable them",
      { body: DRAWN.replace("<div", `<noscript>${VUE}</noscript><div`) },
      "needs-scripts, 200, unreadable",
    ],
    [
      "a default page of a hosting panel",
      answer(200, short("Default Parallels Plesk Panel Page", "This is the Plesk default page.")),
      "panel-default, 404, server fault",
    ],
    [
      "a starter page of a program",
      answer(200, short("Welcome to your new Gatsby site", "Welcome to your new Gatsby site.")),
      "starter, 404, page gone",
    ],
    [
      "an HTML page at the address of a file",
      { body: OTHER, path: "plan.pdf" },
      "other-type, 500, server fault",
    ],
    [
      "a refusal of a hosting service that says why",
      answer(403, short("Account suspended", "This account has been suspended.")),
      "suspended, 403, server fault",
    ],
    [
      "a wall with status 503",
      answer(503, short("Checking your browser", "Checking your browser before you continue.")),
      "bot-check, 503, crawler blocked",
    ],
    [
      "a paywall with status 200",
      answer(200, short("The Harbour Post", "Subscribe to continue reading.")),
      "paywall, 402, crawler blocked",
    ],
    [
      "the page of a filter with status 200",
      answer(200, short("Web Page Blocked", "This page violates network policy.")),
      "blocked, 451, crawler blocked",
    ],
    [
      "the portal of a network with status 200",
      answer(200, short("Hotspot login", "Please log on to use the internet hotspot service.")),
      "captive-portal, 511, crawler blocked",
    ],
  ];

  it("are right for each kind of page", async () => {
    const rows = await lastOf(
      PAGES.map(([, page]) => page),
      ["--formats", "html,pdf"],
    );
    for (const [at, [what, , expected]] of PAGES.entries()) {
      expect(said(rows[at]!).join(", "), what).toBe(expected);
    }
  });

  /** Pages with words of a kind that the status contradicts. */
  const WORDS: Readonly<Record<string, string>> = {
    "not found": short("Page not found", "The page you requested was not found."),
    nothing: EMPTY,
    "other words": OTHER,
  };

  it("are decided by a status that says what is wrong, whatever the words", async () => {
    const decided: readonly (readonly [status: number, kind: string, fault: string])[] = [
      [401, "forbidden", "crawler blocked"],
      [402, "paywall", "crawler blocked"],
      [403, "forbidden", "crawler blocked"],
      [404, "soft-404", "page gone"],
      [407, "forbidden", "crawler blocked"],
      [410, "soft-404", "page gone"],
      [418, "forbidden", "crawler blocked"],
      [429, "forbidden", "crawler blocked"],
      [451, "blocked", "crawler blocked"],
      [511, "captive-portal", "crawler blocked"],
      [999, "forbidden", "crawler blocked"],
    ];
    const faults = [500, 502, 503, 509, 520, 522, 530].map((status) => [status] as const);
    const cases = [...decided, ...faults].flatMap(([status, ...rest]) =>
      Object.values(WORDS).map((body) => ({ status, rest, body })),
    );
    const rows = await lastOf(cases.map(({ status, body }) => answer(status, body)));
    for (const [
      at,
      {
        status,
        rest: [kind, fault = "server fault"],
      },
    ] of cases.entries()) {
      const [found, ...others] = said(rows[at]!);
      expect(others).toEqual([status, fault]);
      if (kind !== undefined) expect(found).toBe(kind);
    }
  });

  it("a kind of the user's own signs keeps the status and fault of an error", async () => {
    const signs = join(folder, "signs.yaml");
    writeFileSync(signs, "- kind: withdrawn\n  strong: {en: [this page was withdrawn]}\n");
    const body = short("Withdrawn", "This page was withdrawn.");
    for (const [status, fault] of [
      [403, "crawler blocked"],
      [410, "page gone"],
      [500, "server fault"],
    ] as const) {
      const [row] = await lastOf([answer(status, body)], ["--set", `signs=${signs}`]);
      expect(said(row!)).toEqual(["withdrawn", status, fault]);
    }
  });

  it("a page whose canonical address is the home page has the fault that the page is gone", async () => {
    const canonical = (path: string): string =>
      `<link rel="canonical" href="http://museum.example${path}">`;
    const uri = "http://museum.example/visit";
    const body = pageOf("Lighthouse museum", TOPIC, canonical("/visit"));
    const rows = await rowsOf([
      ...Array.from({ length: 3 }, () => ({ uri, body })),
      { uri, body: OTHER.replace("</head>", `${canonical("/")}</head>`) },
    ]);
    const row = rows.at(-1)!;
    expect([row["page kind"], row["effective status"], row["fault"]]).toEqual([
      ...["home-page", 404, "page gone"],
    ]);
  });

  const moved = (uri: string, location: string, date: string): Answer => ({
    ...{ uri, date, body: "", statusLine: "HTTP/1.1 301 Moved", fields: [["Location", location]] },
  });

  it.each([
    ["http://museum.example/visit", "page gone"],
    ["http://museum.example/", "owner changed"],
  ])("a redirect from %s to another site has the fault %s", async (uri, fault) => {
    const target = "http://flights.example/offers";
    const rows = await rowsOf([
      { uri },
      { uri },
      { uri },
      moved(uri, target, "2015-01-01T00:00:00Z"),
      { uri: target, date: "2015-01-01T00:00:05Z", body: OTHER },
    ]);
    const of = (name: string): Row[] => rows.filter((row) => row["URI-R"] === name);
    const row = of(uri).at(-1)!;
    expect([row["page kind"], row["fault"]]).toEqual(["other-site", fault]);
    expect(of(target).map((each) => each["reached from"])).toEqual([uri]);
  });

  it("a redirect to the same page in another language has the effective status 200", async () => {
    const translated = pageOf("Leuchtturmmuseum", [
      "Das Museum bewahrt Lampen, Linsen und Tagebücher der Wärter, die auf dem Felsen lebten.",
      "Besucher steigen die Wendeltreppe hinauf und sehen von dort die Seehunde auf der Sandbank.",
      "Das Boot zur Insel fährt um zehn Uhr vom alten Hafen ab, wenn Wetter und Flut es erlauben.",
    ]);
    const [uri, target] = ["http://museum.example/visit", "http://museum.example/de/besuch"];
    const rows = await rowsOf([
      { uri },
      { uri },
      { uri },
      moved(uri, target, "2015-01-01T00:00:00Z"),
      { uri: target, date: "2015-01-01T00:00:05Z", body: translated },
    ]);
    const row = rows.filter((each) => each["URI-R"] === uri).at(-1)!;
    expect([row["page kind"], row["effective status"]]).toEqual(["other-language", 200]);
  });

  it("a page of lost letters is unsure, however much is left of the frame of its site", async () => {
    const frame =
      "<p>Home Visit News Contact Lighthouse museum boat tickets shop friends press</p>";
    const uri = "http://museum.example/visit";
    const cyrillic = pageOf("Музей", ["Музей хранит лампы, линзы и журналы смотрителей маяка."]);
    const good = { uri, body: cyrillic + frame };
    const lost = { uri, body: good.body.replaceAll(/[а-я]/giu, "\ufffd") };
    const row = (await rowsOf([good, good, good, lost])).at(-1)!;
    expect([row["overall topic status"], ...said(row)]).toEqual([
      ...["unsure", "incomplete", 200, "unreadable"],
    ]);
  });

  it("a capture that could not be read has a fault that says so", async () => {
    const uri = "http://museum.example/visit";
    const gone = moved(uri, "http://museum.example/next", "2015-01-01T00:00:00Z");
    const row = (await rowsOf([{ uri }, { uri }, gone])).at(-1)!;
    expect(row["access error"]).toMatch(/not in the input/u);
    expect([row["page kind"], row["effective status"], row["fault"]]).toEqual([
      ...[undefined, undefined, "unreadable"],
    ]);
  });
});

describe("every judged capture", () => {
  /** Returns the outputs of one run with a profile, by output type. */
  async function outputsOf(profile: string): Promise<Readonly<Record<string, string>>> {
    const types = ["json", "jsonl", "csv", "seeds", "html"];
    const path = (type: string): string => join(folder, `${profile}.${type}`);
    await runInside([
      ...["-q", "-i", "warc=fixtures/collection", "--workers", "0", "--profile", profile],
      ...types.flatMap((type) => ["-ot", type, "-o", path(type)]),
    ]);
    return Object.fromEntries(types.map((type) => [type, readFileSync(path(type), "utf8")]));
  }

  it.each([["default"]])(
    "a judged capture has kind, effective status and fault in every output type with profile %s",
    async (profile) => {
      const { json = "", jsonl = "", csv = "", seeds = "" } = await outputsOf(profile);
      const ofTimeMaps = JSON.parse(json) as Record<string, Record<string, Row>>;
      const lines = jsonl.trimEnd().split("\n").slice(1);
      const rows = [
        ...Object.values(ofTimeMaps).flatMap((each) => Object.values(each)),
        ...lines.map((line) => JSON.parse(line) as Row),
      ];
      for (const row of rows) {
        expect(FAULTS).toContain(row["fault"]);
        if ("access error" in row) continue;
        expect(row["page kind"]).toEqual(expect.any(String));
        expect(row["effective status"]).toEqual(expect.any(Number));
      }
      expect(csv.split(/\r?\n/u)[0]).toMatch(/,Kind,Effective Status,Fault$/u);
      expect(seeds.split(/\r?\n/u)[0]).toMatch(/,Effective Status,Fault,/u);
    },
  );

  it("decides the fault of a capture again if a curator changes its verdict", async () => {
    const uri = "http://museum.example/visit";
    const overrides = join(folder, "overrides.tsv");
    writeFileSync(overrides, `${uri}\ton-topic\n`);
    const rows = await rowsOf(
      [{ uri }, { uri }, { uri }, { uri, body: OTHER }],
      [...["--overrides", overrides]],
    );
    expect(rows.map((row) => row["fault"])).toEqual(["none", "none", "none", "none"]);
  });
});

describe("hostile headers", () => {
  it("are written in little room and without control characters", async () => {
    const hostile: readonly NonNullable<HttpParts["fields"]>[] = [
      [["cf-mitigated", "x".repeat(100_000)]],
      Array.from({ length: 5_000 }, (_, at) => [`cf-mitigated`, `${at}`] as const),
      [["Retry-After", "1\u{1b}[31m\u{202e}\u{ff}"]],
      [["cf-mitigated", ""]],
    ];
    const rows = await lastOf(
      hostile.map((fields) => ({ body: OTHER, fields })),
      ["--explain"],
    );
    for (const row of rows) {
      const headers = (row["telling headers"] ?? []) as readonly string[];
      expect(headers.length).toBeLessThan(12);
      for (const each of headers) {
        expect(each.length).toBeLessThan(100);
        expect(each).not.toMatch(/\p{C}/u);
      }
    }
  });
});
