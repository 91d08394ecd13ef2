import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSigns, type SignSource } from "../../../src/page/signs/find-signs.js";

const page = (changed: Partial<SignSource> = {}): SignSource => ({
  title: "",
  headings: [],
  text: "",
  html: "",
  refresh: undefined,
  pictures: 0,
  passwordFields: 0,
  ...changed,
});

const article = "The harbour museum opens its new hall of lamps and lenses on Saturday. ".repeat(
  80,
);
/** The first paragraph that text generators usually produce. */
const filler =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.";
const kindOf = (changed: Partial<SignSource>): string | undefined =>
  findSigns(page(changed))[0]?.kind;
const strengthOf = (changed: Partial<SignSource>): number =>
  findSigns(page(changed))[0]?.strength ?? 0;

describe("signs of the kind of page", () => {
  it("rates a text that contains little more than the phrase higher than a longer text", () => {
    const text = "This domain is for sale.";
    const more = `${text} ${article.slice(0, 400)}`;
    expect(strengthOf({ text })).toBeGreaterThan(strengthOf({ text: more }));
  });

  it("recognises an empty page as blank, with lower strength if the page shows pictures", () => {
    expect(kindOf({})).toBe("blank");
    expect(strengthOf({ pictures: 1 })).toBeLessThan(strengthOf({}));
  });

  it("rates a text that consists of a weak phrase as high as a strong phrase", () => {
    const [only, more] = [
      "* Coming soon *",
      "Concerts and talks that are coming soon to the hall of lamps and lenses",
    ];
    expect(strengthOf({ title: "Harbour", text: only })).toBeGreaterThan(0.75);
    expect(strengthOf({ title: "Harbour", text: more })).toBeLessThan(0.4);
  });

  it("recognises a page that only says that it is loading as blank, even with a picture", () => {
    for (const text of ["Loading...", "読み込み中", "Загрузка…", "Cargando... Cargando"]) {
      expect(kindOf({ text, pictures: 1 })).toBe("blank");
      expect(strengthOf({ text, pictures: 1 })).toBeGreaterThan(0.75);
    }
  });

  it('does not count "loading" in the title as a title of the page itself', () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    expect(strengthOf({ title: "Cargando...", html })).toBeGreaterThan(0.75);
    expect(strengthOf({ title: "Harbour museum", text: "Loading...", html })).toBeLessThan(0.4);
  });

  it("recognises a page full of gambling words as spam", () => {
    const text = "Casino bonus, free spins, roulette and blackjack: the jackpot waits. ".repeat(20);
    expect(kindOf({ title: "Best online casino", text })).toBe("spam");
  });

  it("recognises a page that is mostly Lorem ipsum as placeholder text", () => {
    const text = `Home About Contact ${filler}`;
    expect(kindOf({ title: "Harbour museum", text })).toBe("placeholder");
    expect(findSigns(page({ text }))[0]?.marks).toEqual(["text: 48 of 72 words are filler text"]);
  });
});

describe("phrases on ordinary pages", () => {
  const pageOf = (length: number, sentence: string): Partial<SignSource> => ({
    title: "Harbour museum",
    text: `${article.slice(0, length - sentence.length)} ${sentence}`,
  });

  it.each([
    "Une erreur s'est produite.",
    "An error has occurred.",
    "Are you human? 3 + 1 =",
    "The page you are looking for was not found.",
    "This site has been blocked, said the judge.",
  ])("finds no sign in a passing phrase on a page of two thousand characters: %s", (sentence) => {
    expect(strengthOf(pageOf(2_000, sentence))).toBeLessThan(0.05);
  });

  it.each([
    "Are you human? 3 + 1 =",
    "Something went wrong with the lamps in 1923.",
    "Members only: key to the boat house.",
    "Forgot your password?",
    "Accept all cookies",
    "The book is available for purchase at the desk.",
    "The old lighthouse no longer exists.",
    "L'ancien phare n'existe plus.",
    "Nous fermons pour un instant.",
    "Kalenteri: Das Museum ist im Aufbau.",
    "展示は準備中です。",
    "Welcome to Jekyll! 12 May",
    "Work in progress, says the builder.",
    "Loading and unloading of ships is on Monday.",
  ])(
    "finds a weak sign at most in a phrase on a page of five hundred characters: %s",
    (sentence) => {
      expect(strengthOf(pageOf(500, sentence))).toBeLessThan(0.15);
    },
  );

  it("rates a phrase in a later heading as weak unless the title contains the phrase too", () => {
    const text = article.slice(0, 500);
    const headings = ["Harbour concert", "Anmeldung"];
    expect(strengthOf({ title: "Harbour museum", headings, text })).toBe(0);
    expect(strengthOf({ title: "Harbour museum", headings: ["Anmeldung"], text })).toBeGreaterThan(
      0.5,
    );
    const onlyTitle = strengthOf({ title: "Erreur", text });
    expect(strengthOf({ title: "Erreur", headings: ["Harbour", "Erreur"], text })).toBeGreaterThan(
      onlyTitle,
    );
  });

  it("a page with a title whose content is built by scripts is not a blank page", () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    expect(strengthOf({ title: "Harbour museum", html })).toBeLessThan(0.4);
    expect(strengthOf({ html })).toBeGreaterThan(0.8);
    expect(strengthOf({ title: "Harbour museum" })).toBeGreaterThan(0.8);
  });
});

describe("walls in place of a page", () => {
  const PAID = '<script type="application/ld+json">{"isAccessibleForFree":false}</script>';

  it("recognises a paywall by the mark of schema.org only beside next to no text", () => {
    const teaser = { title: "Harbour lamps", html: PAID, text: article.slice(0, 300) };
    expect(kindOf(teaser)).toBe("paywall");
    expect(strengthOf(teaser)).toBeGreaterThan(0.8);
    expect(strengthOf({ ...teaser, text: article.slice(0, 1_500) })).toBeLessThan(0.4);
    expect(strengthOf({ ...teaser, text: article })).toBeLessThan(0.1);
  });

  it("takes the login on a paywall and on a portal of a network for a part of it", () => {
    const login = {
      title: "Log in",
      headings: ["Log in"],
      text: "User Password",
      passwordFields: 1,
    };
    expect(kindOf(login)).toBe("login-wall");
    const portal =
      "<!-- <WISPAccessGatewayParam><Redirect></Redirect></WISPAccessGatewayParam> -->";
    expect(kindOf({ ...login, html: portal })).toBe("captive-portal");
    const subscribe = "Subscribe to continue reading";
    expect(kindOf({ ...login, headings: [subscribe], text: "E-mail Password" })).toBe("paywall");
    const title = "Access denied";
    expect(kindOf({ ...login, title, headings: ["Please log in"] })).toBe("login-wall");
  });

  it.each([
    "The paper asks readers to subscribe to continue reading, and half of them do.",
    "Le journal est réservé aux abonnés, dit le rédacteur.",
    "The site has been blocked as per instructions from Department of Telecommunications of India.",
    "The hotel prints a captive portal and a hotspot login on its cards.",
  ])("finds no sign in a long article about such walls: %s", (sentence) => {
    const title = "How paywalls and filters changed the news";
    expect(strengthOf({ title, headings: [title], text: sentence + article })).toBeLessThan(0.1);
  });
});

describe("pages without signs", () => {
  it.each([
    "A user wrote that his account has been suspended by a bank.",
    "The domain is for sale, says the broker.",
    "We were down for maintenance last week.",
    "Our site is unavailable to no one, and the new website will be online soon.",
    "MediaWiki has been installed on the server, and it said: Hello world! Welcome to WordPress.",
    "The host said: this domain currently has no website.",
    "Loading...",
    "One casino in town closed; the jackpot went to nobody.",
  ])("finds no sign in a long article that mentions: %s", (sentence) => {
    expect(
      strengthOf({ title: "Harbour news", headings: ["News"], text: sentence + article }),
    ).toBe(0);
  });

  it("finds no sign on a blog that still has its program's first post beside other posts", () => {
    const own = ["The lamp of the north pier", "A walk to the lighthouse", "Lenses, part two"];
    const text = `Harbour blog ${own.join(" ")} Welcome to Jekyll! About`;
    expect(strengthOf({ title: "Harbour blog", headings: ["Posts"], text })).toBeLessThan(0.1);
    const post = "Welcome to WordPress. This is your first post.";
    expect(strengthOf({ title: "Harbour blog", text: `${article.slice(0, 2000)} ${post}` })).toBe(
      0,
    );
  });

  it("finds no placeholder text if a page has as many other words in any script", () => {
    expect(strengthOf({ text: `${article.slice(0, 800)} ${filler}` })).toBe(0);
    expect(strengthOf({ text: `${"港の博物館は毎日開いています".repeat(20)} ${filler}` })).toBe(0);
  });

  it("finds no sign inside of a longer word", () => {
    expect(
      strengthOf({ text: "Burlington lighthouse, Wargonemouth: 14042 lamps were counted there" }),
    ).toBe(0);
  });
});

describe("phrases with the same start", () => {
  it.each([7, 30, 900])(
    "finds each of %i phrases of a user that start alike, long and short",
    (count) => {
      const strong = Array.from({ length: count }, (_, at) =>
        at % 3 === 0 ? `la${at}` : at % 3 === 1 ? `lamp ${at} is lit` : `lamps and lenses ${at}`,
      );
      const kinds = [{ kind: "lamps", strong, weak: [], words: [], markup: [] }];
      const own = { digest: `lamps-${count}`, kinds };
      const missed = strong.filter(
        (phrase) =>
          !findSigns(page({ title: "Harbour", text: `The book says: ${phrase}.` }), own)
            .flatMap(({ kind, marks }) => (kind === "lamps" ? marks : []))
            .includes(`text: ${phrase}`),
      );
      expect(missed).toEqual([]);
    },
  );
});

describe("the strength of signs", () => {
  it("returns signs with strengths from 0 to 1 for any text, the strongest first", () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.constantFrom("404", "casino", "for sale", "login", "error ")),
    );
    fc.assert(
      fc.property(text, text, (title, words) => {
        const found = findSigns(
          page({ title: title.join(" "), text: words.join(" "), html: words.join("") }),
        );
        const strengths = found.map(({ strength }) => strength);
        expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
        for (const strength of strengths) {
          expect(strength).toBeGreaterThan(0);
          expect(strength).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
