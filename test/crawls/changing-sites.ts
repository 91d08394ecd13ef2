import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Number of visits of the crawler, a year apart. */
export const VISITS = 7;

/** Returns the time of a visit of the crawler. */
export const dateOf = (visit: number): string => `${2012 + visit}-06-01T10:20:30Z`;

/** States of a site's first page by visit. */
type State = "itself" | "parked" | "gone" | "suspended" | "replaced";

interface Site {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly states: readonly State[];
}

const always = Array<State>(VISITS).fill("itself");
const from = (visit: number, state: State): State[] =>
  always.map((_, at) => (at >= visit ? state : "itself"));

/** Invented sites, and how each changes. */
export const SITES: Readonly<Record<string, Site>> = {
  "harbour-library.example": {
    title: "Harbour Library",
    sentences: [
      "The reading room by the old harbour is open from Tuesday to Saturday.",
      "Our collection holds maps of the coast, letters of sailors and the logs of nine lifeboats.",
      "Volunteers repair bindings every second Thursday in the workshop behind the stairs.",
      "Members may borrow six books for three weeks and renew them twice by telephone.",
      "The children's hour begins at ten, with stories read in two languages.",
    ],
    states: always,
  },
  "mill-bakery.example": {
    title: "The Mill Bakery",
    sentences: [
      "We bake sourdough from rye and spelt that is ground in our own water mill.",
      "The oven is lit at two in the morning and the first loaves leave it at five.",
      "On Fridays there are buns with cardamom, on Sundays a plaited loaf with poppy seed.",
      "Orders for weddings and village fairs are taken at the counter until Wednesday.",
      "The miller shows the wheel and the stones to school classes in spring.",
    ],
    states: from(4, "parked"),
  },
  "rowing-club.example": {
    title: "Lower Lake Rowing Club",
    sentences: [
      "The club trains on the lower lake from the first of April until the ice comes.",
      "Beginners learn in the wide boats before they sit in a single scull.",
      "The regatta in August brings crews from eleven towns to our small boathouse.",
      "A coxswain is wanted for the women's eight, no experience is needed.",
      "Oars and life jackets are lent to guests who come with a member.",
    ],
    states: always.map((state, visit) => (visit === 3 ? "gone" : state)),
  },
  "moth-diary.example": {
    title: "A Diary of Moths",
    sentences: [
      "A lamp and a white sheet brought thirty species to the garden last night.",
      "The convolvulus hawk moth stayed for two evenings among the tobacco flowers.",
      "I count every warm night and send the numbers to the county recorder.",
      "Caterpillars of the vapourer have eaten half of the rose by the shed.",
      "Rain kept the trap empty for a week, so here are drawings in place of records.",
    ],
    states: from(5, "suspended"),
  },
  "clock-museum.example": {
    title: "Museum of Clocks",
    sentences: [
      "The museum shows tower clocks, cuckoo clocks and the regulators of three observatories.",
      "Every noon the keeper winds the astronomical clock and explains its dials.",
      "The workshop restores pocket watches that visitors bring from their attics.",
      "A new exhibition follows the railways that made all towns keep one time.",
      "Entry is free for school classes on weekdays in winter.",
    ],
    states: from(3, "replaced"),
  },
};

/** Returns whether a site's first page is off-topic at a visit. */
export const isOffTopic = (host: string, visit: number): boolean =>
  SITES[host]?.states[visit] !== "itself";

const page = (title: string, body: string): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title>` +
  `<link rel="stylesheet" href="/style.css"></head>\n<body>${body}</body></html>\n`;

function itself({ title, sentences }: Site, visit: number): string {
  const news = `<p>News of ${2012 + visit}: ${sentences[visit % sentences.length]!}</p>`;
  const text = sentences.map((sentence) => `<p>${sentence}</p>`).join("\n");
  const images = `<img src="/logo.png" alt=""><img src="/lost.png" alt=""><script src="/lost.js"></script>`;
  return page(
    title,
    `<h1>${title}</h1>\n${images}\n${news}\n${text}\n<a href="/visit.html">Visit</a>`,
  );
}

const NOT_FOUND = page(
  "404 Not Found",
  "<h1>Not Found</h1><p>The requested URL was not found on this server.</p>",
);

/** Returns the answer of a host for a path at a visit. */
function answer(
  host: string,
  path: string,
  visit: number,
): { status: number; type: string; body: string } {
  const html = (body: string, status = 200): { status: number; type: string; body: string } => ({
    status,
    type: "text/html; charset=utf-8",
    body,
  });
  const site = SITES[host];
  const state = site?.states[visit];
  if (site === undefined || state === undefined) return html(NOT_FOUND, 404);
  if (path === "/style.css") return { status: 200, type: "text/css", body: "p { margin: 1em }" };
  if (path === "/logo.png") return { status: 200, type: "image/png", body: "\u{89}PNG" };
  if (path === "/visit.html" && state === "itself") return html(itself(site, visit));
  if (path !== "/") return html(NOT_FOUND, 404);
  switch (state) {
    case "itself":
      return html(itself(site, visit));
    case "gone":
      return html(NOT_FOUND, 404);
    case "parked":
      return html(
        page(
          host,
          `<h1>${host}</h1><p>This domain is for sale. Buy this domain now.</p><p>Related searches: cheap flights, car insurance, online credit.</p><p>This page is parked free, courtesy of the registrar.</p>`,
        ),
      );
    case "suspended":
      return html(
        page(
          "Account Suspended",
          "<h1>Account Suspended</h1><p>This account has been suspended. Please contact the billing department of your hosting provider.</p>",
        ),
      );
    case "replaced":
      return html(
        page(
          "Lucky Wheel Casino",
          "<h1>Lucky Wheel Casino</h1><p>Play online slots, roulette and poker with a welcome bonus of 200 free spins.</p><p>Deposit today and win the jackpot, best odds in online betting.</p>",
        ),
      );
  }
}

/** A proxy that answers for all sites, so that a crawler sees them under their own names. */
interface ChangingSites {
  readonly proxy: string;
  /** Current visit. */
  visit: number;
  close(): Promise<void>;
}

/** Starts the proxy on a free port of this machine. */
export async function startSites(): Promise<ChangingSites> {
  const state = { visit: 0 };
  const server: Server = createServer((request, response) => {
    const { hostname, pathname } = new URL(
      request.url ?? "/",
      `http://${request.headers.host ?? ""}`,
    );
    const { status, type, body } = answer(hostname, pathname, state.visit);
    response.writeHead(status, { "Content-Type": type });
    response.end(body, type === "image/png" ? "latin1" : "utf8");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    proxy: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
