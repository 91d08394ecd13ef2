import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../src/read/warc/record-reader.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { resultsOf, reviewing } from "../tasks/review/reviewing.js";
import { installedChromium, openServed } from "./chromium.js";

/** Returns a page of a site: its name, its menu, and sentences of its own. */
const page = (name: string, sentences: string, menu = "Home, News, Visit, Contact"): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${name}</title></head><body><h1>${name}</h1><nav>${menu}</nav>
<p>${sentences}</p></body></html>`;

/** Returns a text about things, long enough to be compared. */
const about = (place: string, ...things: readonly string[]): string =>
  things
    .map(
      (thing) =>
        `The ${place} keeps its ${thing} in order, and every week the people of the ${place} write about the ${thing}. ` +
        `Who wants to see the ${thing} asks at the door of the ${place} or sends a letter.`,
    )
    .join(" ");

const MUSEUM = page(
  "Harbour Museum",
  about("museum", "ships", "ropes", "charts", "lamps", "anchors"),
);
const SALE = page(
  "club.example is for sale",
  "This domain is for sale. Buy this domain. The domain may be for sale by its owner. Make an offer. Related searches: loans, insurance, travel.",
  "",
);
const CASINO = page(
  "Best online casino bonus",
  "Play casino slots and poker online. Casino bonus, free spins, viagra, cialis and payday loans without prescription. Best casino, best slots, best bonus. Buy cheap viagra online.".repeat(
    4,
  ),
);
const SUSPENDED = page(
  "Account Suspended",
  "This account has been suspended. Please contact the billing department of your hosting provider as soon as possible.",
  "",
);
const MISSING = page(
  "404 Not Found",
  "The requested URL was not found on this server. The page you are looking for does not exist.",
  "",
);
const LOGIN = `<!DOCTYPE html><html><head><title>Log in</title></head><body><h1>Log in</h1><form action="/login" method="post">
<label>User name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>
<p>You must log in to view this page. Forgot your password?</p></body></html>`;
const GERMAN = `<!DOCTYPE html><html lang="de"><head><title>Ferienwohnungen am Meer</title></head><body><h1>Ferienwohnungen</h1>
<p>${"Unsere Ferienwohnungen liegen direkt am Strand und sind für Familien mit Kindern eingerichtet. Buchen Sie jetzt eine Wohnung für den Sommer und genießen Sie den Blick auf das Meer. ".repeat(4)}</p></body></html>`;
const GERMAN_CHOIR = `<!DOCTYPE html><html lang="de"><head><title>Choir of the Valley</title></head><body><h1>Choir of the Valley</h1>
<p>${"Der Chor singt jeden Dienstag in der Kirche. Neue Stimmen sind willkommen, und die Noten liegen bereit. ".repeat(5)}</p></body></html>`;

interface Seed {
  readonly name: string;
  /** Bodies of the captures, one for each year. */
  readonly bodies: readonly string[];
  /** Places of the captures that a reader calls off-topic. */
  readonly off: readonly number[];
  readonly status?: string;
}

const same = (name: string, ...things: readonly string[]): string =>
  page(name, about(name.toLowerCase(), ...things));
const BAKERY = same("Bakery", "bread", "ovens", "flour", "cakes");
const CLUB = same("Chess club", "boards", "clocks", "openings", "matches");
const FARM = same("Farm", "cows", "fields", "cheese", "tractors");
const CHOIR = same("Choir of the Valley", "songs", "voices", "concerts", "robes");
const SCHOOL = same("School", "classes", "teachers", "lessons", "library");
const GARDEN = same("Garden", "roses", "hedges", "ponds", "seeds");
const THEATRE = same("Theatre", "plays", "actors", "stage", "tickets");
const LIBRARY = same("Library", "books", "shelves", "readers", "catalogue");
const MILL = same("Mill", "wheels", "stones", "grain", "sails");
const CYCLING = same("Cycling union", "races", "bicycles", "roads", "helmets");
const REDESIGN = page(
  "The Bakery",
  `Welcome to our new site! ${about("bakery", "bread", "cakes", "ovens", "coffee", "flour")}`,
  "Shop, Bread, About us, Jobs",
);

/** Twelve seeds as a crawl has them: most stay what they are, and some are lost in different ways. */
const SEEDS: readonly Seed[] = [
  { name: "museum", bodies: [MUSEUM, MUSEUM, MUSEUM, MUSEUM], off: [] },
  { name: "club", bodies: [CLUB, CLUB, SALE, SALE], off: [2, 3] },
  { name: "farm", bodies: [FARM, FARM, CASINO, FARM], off: [2] },
  { name: "bakery", bodies: [BAKERY, BAKERY, REDESIGN, REDESIGN], off: [] },
  { name: "school", bodies: [SCHOOL, SCHOOL, SCHOOL, MISSING], off: [3] },
  { name: "garden", bodies: [GARDEN, GARDEN, SUSPENDED, SUSPENDED], off: [2, 3] },
  { name: "library", bodies: [LIBRARY, LIBRARY, LOGIN, LIBRARY], off: [2] },
  { name: "choir", bodies: [CHOIR, CHOIR, GERMAN_CHOIR], off: [] },
  { name: "theatre", bodies: [THEATRE, THEATRE, GERMAN, GERMAN], off: [2, 3] },
  { name: "mill", bodies: [MILL, MILL, MILL], off: [] },
  { name: "cycling", bodies: [CYCLING, SALE, CYCLING, SALE], off: [1, 3] },
  { name: "suspended", bodies: [SUSPENDED, SUSPENDED], off: [0, 1] },
];

const uriOf = ({ name }: Seed): string => `http://${name}.example/`;
const dateOf = (at: number): string => `${2015 + at}-03-04T10:20:30Z`;

function crawl(): string {
  const records = SEEDS.flatMap((seed) =>
    seed.bodies.map((body, at) => {
      const statusLine = body === MISSING ? "HTTP/1.1 404 Not Found" : "HTTP/1.1 200 OK";
      return warcRecord({ uri: uriOf(seed), date: dateOf(at) }, http(body, { statusLine }));
    }),
  );
  const path = join(temporaryFolder(), "crawl.warc");
  writeFileSync(path, Buffer.concat(records));
  return path;
}

/** Returns the captures of all files in a folder as `URI date`. */
async function capturesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".warc"))) {
    for await (const record of readRecords(join(folder, name))) {
      if (record.kind !== "record") throw new Error(record.message);
      const { fields } = record;
      if (fields.get("warc-type") !== "response") continue;
      found.push(`${fields.get("warc-target-uri") ?? ""} ${fields.get("warc-date") ?? ""}`);
    }
  }
  return found.sort();
}

describe.skipIf(installedChromium() === undefined)("a crawl of twelve seeds", () => {
  it("is decided with three keys by what the screen shows, and filter leaves out exactly what the screen said", async () => {
    const path = crawl();
    const { folder, results, decisions } = await resultsOf(`warc=${path}`);
    const args = [results, "--decisions", decisions, "-i", `warc=${path}`];
    let command: readonly string[] = [];
    let said = 0;
    await reviewing(args, async ({ url }) => {
      const { page: screen, troubles } = await openServed(url);
      const end = screen.locator(".finished");
      for (let cases = 0; (await end.count()) === 0 && cases < 30; cases += 1) {
        const heading = await screen.locator(".case-head h2").innerText();
        const seed = SEEDS.find((each) => heading.includes(uriOf(each)))!;
        const [, year = ""] = /(\d{4})\s*$/u.exec(heading) ?? [];
        const isOff = seed.off.includes(Number(year) - 2015);
        await screen.keyboard.press(isOff ? "y" : "n");
      }
      const sentence = await end.innerText();
      said = Number(/filter will leave out (\d+) captures/u.exec(sentence)?.[1]);
      command = (await end.locator("code").innerText()).split(" ");
      await expect
        .poll(() => screen.locator(".unfiled").innerText())
        .toBe("All decisions are saved");
      expect(troubles).toEqual([]);
      await screen.context().close();
    });
    const clean = join(folder, "clean");
    const { status, stderr } = await runBin([...command.slice(1, -1), clean]);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`left out ${said} captures`)]);
    const isOff = ({ off }: Seed, at: number): boolean => off.includes(at);
    const expected = SEEDS.flatMap((seed) =>
      seed.bodies.flatMap((_, at) => (isOff(seed, at) ? [] : [`${uriOf(seed)} ${dateOf(at)}`])),
    );
    expect(await capturesIn(join(clean, "archive"))).toEqual(expected.sort());
    expect(readFileSync(decisions, "utf8").split("\n").length).toBeGreaterThan(10);
  });
});
