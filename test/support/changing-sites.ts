import { randomNumbers } from "./made-crawl.js";

/** Answer of a site in one month. */
interface Answer {
  readonly status: number;
  readonly html: string;
}

/**
 * A change of a site that a curator wants to notice. The change begins in `month` and is reverted in the month `back`.
 */
interface SiteEvent {
  readonly month: number;
  readonly back?: number;
}

/** A site that is crawled once a month. */
interface ChangingSite {
  readonly uri: string;
  readonly life: Life;
  /** Event of the site. Undefined for a site without an event, however much its pages change. */
  readonly event: SiteEvent | undefined;
  answer(month: number): Answer;
}

/** Courses of events for sites. The first four have no event, and each of the others has one event. */
const LIVES = [
  ...["steady", "redesign", "language", "drift"],
  ...["takeover", "parking", "maintenance", "death"],
] as const;
type Life = (typeof LIVES)[number];

const PLACES = ["Saltmouth", "Tarnford", "Ellerby", "Winsdale", "Corriemore"];
const SUBJECTS = [
  ["Chess Club", "board opening endgame tournament pawn clock opponent league rating lesson"],
  ["Harbour Museum", "lifeboat lantern anchor gallery exhibit harbour sailor chart rope keeper"],
  ["Youth Orchestra", "violin rehearsal concert conductor cello score audience quartet stage bow"],
  [
    "Primary School",
    "pupil teacher lesson classroom homework holiday playground parent uniform library",
  ],
  ["Rowing Club", "boat oar regatta crew river training coach lock stroke boathouse"],
  ["Garden Society", "seed rose compost greenhouse hedge prune bulb orchard lawn allotment"],
  [
    "Film Festival",
    "screening director premiere ticket jury documentary cinema award projector short",
  ],
  ["Mountain Rescue", "rescue team ridge helicopter stretcher climber weather callout radio rope"],
] as const;

const SENTENCES = [
  "The {0} and the {1} are the first things that visitors ask about.",
  "Each member brings a {0}, and we share one {1} between two.",
  "Last week our {0} was repaired by a friend of the {1}.",
  "We meet on Tuesday evening, when the {0} is ready and the {1} is quiet.",
  "Please write to the secretary if you have lost a {0} or found a {1}.",
  "A talk about the {0} will follow the yearly report on the {1}.",
  "Nobody has seen a better {0} since the old {1} was given away.",
  "The committee thanks everyone who helped with the {0} and the {1}.",
];

const GERMAN = [
  "Wir treffen uns jeden Dienstag und freuen uns über neue Gesichter.",
  "Der Vorstand dankt allen, die bei der Feier im Sommer geholfen haben.",
  "Anmeldungen nimmt unser Büro am Vormittag entgegen.",
  "Die nächste Versammlung findet im großen Saal neben der Kirche statt.",
];

/** Returns sites with the courses of events in turn. Equal numbers give equal sites. */
export function changingSites(count: number, months: number): readonly ChangingSite[] {
  return Array.from({ length: count }, (_, number) => {
    const life = LIVES[(number * 5) % LIVES.length]!;
    // An event needs captures before it. It also needs the following month, in which it may be detected.
    const month = 3 + ((Math.floor(number / LIVES.length) * 4 + number) % (months - 5));
    return changingSite(number, { life, month, months });
  });
}

function changingSite(
  number: number,
  { life, month, months }: { readonly life: Life; readonly month: number; readonly months: number },
): ChangingSite {
  const [subject, list] = SUBJECTS[number % SUBJECTS.length]!;
  const place = PLACES[Math.floor(number / SUBJECTS.length)]!;
  const name = `${place} ${subject}`;
  const nouns = list.split(" ");
  const isEvent = LIVES.indexOf(life) >= LIVES.indexOf("takeover");
  const event = isEvent ? { month, ...(life === "maintenance" && { back: month + 1 }) } : undefined;
  const own = (at: number, look: number, drifted = 0): Answer =>
    ok(pageOf({ name, look, texts: textsOf(nouns, { number, month: at, drifted }) }));
  return {
    uri: `http://${name.toLowerCase().replaceAll(" ", "")}.example/`,
    life,
    event,
    answer(at) {
      if (life === "drift") return own(at, 0, Math.floor((6 * at) / months));
      if (at < month || (event?.back !== undefined && at >= event.back)) return own(at, 0);
      if (life === "redesign") return own(at, 1);
      if (life === "language") return ok(pageOf({ name, look: 0, texts: GERMAN }));
      if (life === "takeover") return ok(casino(number));
      if (life === "parking") return ok(parked(name));
      if (life === "maintenance") return ok(maintenance);
      if (life === "death") return { status: 404, html: "<h1>404 Not Found</h1><hr>nginx" };
      return own(at, 0);
    },
  };
}

const ok = (html: string): Answer => ({ status: 200, html });

/**
 * Returns six paragraphs that stay the same and three paragraphs of this month. The first `drifted` of the six
 * paragraphs are replaced.
 */
function textsOf(
  nouns: readonly string[],
  {
    number,
    month,
    drifted,
  }: { readonly number: number; readonly month: number; readonly drifted: number },
): string[] {
  const paragraph = (seed: number): string => {
    const random = randomNumbers(seed);
    return Array.from({ length: 3 }, () => {
      const sentence = SENTENCES[Math.floor(random() * SENTENCES.length)]!;
      const noun = (): string => nouns[Math.floor(random() * nouns.length)]!;
      return sentence.replace("{0}", noun()).replace("{1}", noun());
    }).join(" ");
  };
  return [
    ...Array.from({ length: 6 }, (_, at) =>
      paragraph(number * 1000 + at + (at < drifted ? 500 : 0)),
    ),
    ...Array.from({ length: 3 }, (_, at) => paragraph(number * 1000 + 100 + 3 * month + at)),
  ];
}

function pageOf({
  name,
  look,
  texts,
}: {
  readonly name: string;
  readonly look: number;
  readonly texts: readonly string[];
}): string {
  const links = ["about", "news", "calendar", "contact"];
  return look === 0
    ? `<!DOCTYPE html><html><head><title>${name}</title></head><body class="home"><div class="head"><h1>${name}</h1>
<ul class="menu">${links.map((each) => `<li><a href="/${each}.html">${each}</a></li>`).join("")}</ul></div>
<div class="main">${texts.map((text) => `<p class="text">${text}</p>`).join("\n")}</div></body></html>`
    : `<!DOCTYPE html><html><head><title>Welcome to the ${name}</title></head><body><header class="banner wide">
<nav class="links">${links.map((each) => `<a class="link" href="/new/${each}">${each}</a>`).join("")}</nav></header>
<main class="grid"><section class="card"><h2>${name}</h2>${texts.join("<br>\n")}</section></main><footer class="dark">${name}</footer></body></html>`;
}

const casino = (number: number): string =>
  `<!DOCTYPE html><html><head><title>Lucky Spins ${number} - online casino bonus</title></head><body class="casino"><div class="slots">
<h1>Play slots and win a bonus</h1><p>Free spins for every new player. Deposit today and double your money at roulette, poker and blackjack.</p>
<p>Our jackpot grows each hour. Bet on the best machines with a welcome bonus and instant withdrawal.</p>
<a class="play" href="http://spins${number}.example/join">Join the casino now</a></div></body></html>`;

const parked = (name: string): string =>
  `<!DOCTYPE html><html><head><title>${name.toLowerCase().replaceAll(" ", "")}.example is for sale</title></head><body><h1>This domain is for sale</h1>
<p>Buy this domain today. The domain may be for sale by its owner.</p><ul><li><a href="/?q=loans">Loans</a><li><a href="/?q=insurance">Insurance</a></ul></body></html>`;

const maintenance =
  "<!DOCTYPE html><html><head><title>Under maintenance</title></head><body><h1>We are down for maintenance</h1><p>The site is being updated. Please come back soon.</p></body></html>";
