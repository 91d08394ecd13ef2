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
  it.each([
    ["suspended", "Account Suspended", "This account has been suspended. Contact your host."],
    ["for-sale", "seed.example", "This domain is for sale. Make an offer."],
    ["default-page", "Welcome to nginx!", "If you see this page, the server works."],
    ["directory-index", "Index of /files", "Name Last modified Size Parent Directory"],
    ["error", "500 Internal Server Error", "The server encountered an internal error."],
    ["maintenance", "Maintenance", "We are down for maintenance. We'll be back soon."],
    ["login-wall", "Log in", "Please log in to see this page. Forgot your password?"],
    ["consent-wall", "Cookies", "Before you continue to the site: accept all cookies."],
    ["bot-check", "Just a moment...", "Checking your browser before you enter."],
    ["soft-404", "404 Not Found", "Sorry, the page you are looking for does not exist."],
    ["moved", "We have moved", "You will be redirected. Update your bookmarks."],
    ["defaced", "Hacked by somebody", "Your security is low."],
    ["suspended", "Konto", "Dieses Konto wurde gesperrt."],
    ["for-sale", "seed.example", "Ce nom de domaine est en vente."],
    ["error", "Error", "Error al establecer una conexión con la base de datos"],
    ["maintenance", "Página", "Site em manutenção. Voltaremos em breve."],
    ["soft-404", "Museo", "Pagina non trovata"],
    ["maintenance", "Museum", "Wegens onderhoud aan de site even geen bezoek"],
    ["soft-404", "Ошибка 404", "Страница не найдена"],
    ["soft-404", "404错误", "页面不存在"],
    ["maintenance", "お知らせ", "ただいまメンテナンス中です"],
    ["login-wall", "الدخول", "يرجى تسجيل الدخول"],
    ["error", "Błąd", "Wewnętrzny błąd serwera"],
    ["soft-404", "Fel 404", "Sidan hittades inte"],
    ["for-sale", "seed.example", "Bu domain satılık"],
    ["blocked", "451", "This site is not available in your country."],
    ["blocked", "Hinweis", "Diese Website ist aus rechtlichen Gründen nicht verfügbar."],
    ["blocked", "Доступ ограничен", "Страница заблокирована по решению суда"],
    ["blocked", "Stop", "Denne side er blokeret"],
    ["bot-check", "seed.example", "Nous voulons savoir que vous n'êtes pas un robot."],
    ["bot-check", "Making sure you're not a bot!", "Loading..."],
    ["default-page", "Willkommen", "Dies ist die Standardseite des Servers."],
    ["panel-default", "Willkommen", "Dies ist die Standard-Index-Seite des Servers."],
    ["panel-default", "seed.example", "This domain currently has no website. Come back later."],
    ["panel-default", "seed.example", "Aucun site n'a encore été publié ici."],
    ["panel-default", "seed.example", "Hosting hesabınız aktif."],
    ["starter", "Create Next App", "To get started, edit the page.tsx file."],
    ["starter", "Harbour", "Hello world! Welcome to WordPress. This is your first post."],
    ["starter", "Hafen", "Willkommen bei WordPress. Dies ist der erste Beitrag."],
    ["starter", "Main Page", "MediaWiki has been installed. Consult the guide."],
    ["starter", "Welcome", "No front page content has been created yet."],
    ["starter", "Hafn", "Velkommen til din nye django CMS-installasjon!"],
    ["maintenance", "Puerto", "Sitio no disponible"],
    ["maintenance", "Porto", "O site está indisponível."],
    ["maintenance", "Harbour", "We are uploading the new website, have patience."],
    ["maintenance", "Порт", "Сайт обновляется, приходите позже"],
    ["maintenance", "الميناء", "الموقع غير متاح الآن"],
    ["maintenance", "Liman", "Sitemiz yenileniyor"],
    ["maintenance", "Harbour", "Coming soon!"],
    ["maintenance", "Harbour - Work in progress", "WORK IN PROGRESS"],
    ["moved", "", "Redirecting..."],
    ["error", "Virhe 500", "Sisäinen palvelinvirhe"],
    ["error", "seed.example", "The request could not be satisfied."],
    ["soft-404", "404", "The deployment could not be found on the server."],
    ["soft-404", "Harbour", "Siden blev ikke fundet"],
    ["soft-404", "Muzeum", "Stránka nenalezena"],
    ["soft-404", "Múzeum", "Az oldal nem található"],
    ["soft-404", "박물관", "페이지를 찾을 수 없습니다"],
    ["soft-404", "Bảo tàng", "Không tìm thấy trang"],
    ["for-sale", "seed.example", "This domain has expired. Interested in this domain?"],
    ["suspended", "seed.example", "Účet byl pozastaven"],
    ["suspended", "seed.example", "Stránka bola pozastavená."],
    ["suspended", "seed.example", "Paskyra sustabdyta"],
    ["suspended", "seed.example", "ანგარიში შეჩერებულია"],
    ["maintenance", "seed.example", "Sivusto on tilapäisesti poissa käytöstä."],
    ["maintenance", "seed.example", "Сайтът е временно недостъпен."],
    ["maintenance", "seed.example", "Svetainė laikinai neveikia."],
    ["maintenance", "seed.example", "Tidak tersedia untuk sementara"],
    ["error", "seed.example", "Hiba az adatbázis-kapcsolat létrehozása során"],
    ["error", "seed.example", "Грешка при повезивању са базом података"],
    ["error", "seed.example", "Villa við tengingu við gagnagrunn"],
    ["for-sale", "seed.example", "Domena je na prodaju."],
    ["for-sale", "seed.example", "Домейнът се продава."],
  ])("recognises a short page of kind %s: %s", (kind, title, text) => {
    expect(kindOf({ title, text })).toBe(kind);
    expect(strengthOf({ title, text })).toBeGreaterThan(0.6);
  });

  it("rates a text that is hardly more than the phrase higher than a longer one", () => {
    const text = "This domain is for sale.";
    const more = `${text} ${article.slice(0, 400)}`;
    expect(strengthOf({ text })).toBeGreaterThan(strengthOf({ text: more }));
  });

  it("recognises an empty page as blank, with less strength if it shows pictures", () => {
    expect(kindOf({})).toBe("blank");
    expect(strengthOf({ pictures: 1 })).toBeLessThan(strengthOf({}));
  });

  it("rates a text that consists of a weak phrase like a strong one", () => {
    const [only, more] = [
      "* Coming soon *",
      "Concerts and talks that are coming soon to the hall of lamps and lenses",
    ];
    expect(strengthOf({ title: "Harbour", text: only })).toBeGreaterThan(0.75);
    expect(strengthOf({ title: "Harbour", text: more })).toBeLessThan(0.4);
  });

  it("recognises a page that only says that it is loading as blank despite a picture", () => {
    for (const text of ["Loading...", "読み込み中", "Загрузка…", "Cargando... Cargando"]) {
      expect(kindOf({ text, pictures: 1 })).toBe("blank");
      expect(strengthOf({ text, pictures: 1 })).toBeGreaterThan(0.75);
    }
  });

  it("does not take a title that says that the page is loading for a title of its own", () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    expect(strengthOf({ title: "Cargando...", html })).toBeGreaterThan(0.75);
    expect(strengthOf({ title: "Harbour museum", text: "Loading...", html })).toBeLessThan(0.4);
  });

  it("recognises a page that says little and refreshes to another as moved", () => {
    expect(
      kindOf({
        text: "Museum of lamps and lenses, harbour street, hall of oil and glass",
        refresh: "0; url=/new",
      }),
    ).toBe("moved");
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

  it("recognises a bot check by its markup if the words do not show it", () => {
    expect(
      kindOf({
        text: "seed.example needs a little more time to open for you, so wait",
        html: '<form class="cf-browser-verification">',
      }),
    ).toBe("bot-check");
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
  ])("finds hardly any sign in a phrase on a page of five hundred characters: %s", (sentence) => {
    expect(strengthOf(pageOf(500, sentence))).toBeLessThan(0.15);
  });

  it("does not take a login box beside other text for a login wall", () => {
    const box = { ...pageOf(1_200, "Forgot your password?"), passwordFields: 1 };
    expect(strengthOf(box)).toBeLessThan(0.4);
    expect(
      strengthOf({ title: "Log in", text: "User Password", passwordFields: 1 }),
    ).toBeGreaterThan(0.8);
  });

  it("rates a phrase in a later heading as weak unless the title contains it too", () => {
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

  it("does not take a policy titled Cookies for a consent wall", () => {
    expect(strengthOf({ title: "Cookies", headings: ["Cookies"], text: article })).toBe(0);
  });

  it("does not take a shell with a title that scripts fill for a blank page", () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    expect(strengthOf({ title: "Harbour museum", html })).toBeLessThan(0.4);
    expect(strengthOf({ html })).toBeGreaterThan(0.8);
    expect(strengthOf({ title: "Harbour museum" })).toBeGreaterThan(0.8);
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

  it("finds no sign on a blog that still has its program's first post beside its own", () => {
    const own = ["The lamp of the north pier", "A walk to the lighthouse", "Lenses, part two"];
    const text = `Harbour blog ${own.join(" ")} Welcome to Jekyll! About`;
    expect(strengthOf({ title: "Harbour blog", headings: ["Posts"], text })).toBeLessThan(0.1);
    const post = "Welcome to WordPress. This is your first post.";
    expect(strengthOf({ title: "Harbour blog", text: `${article.slice(0, 2000)} ${post}` })).toBe(
      0,
    );
  });

  it("finds no placeholder text if there are as many other words, in any script", () => {
    expect(strengthOf({ text: `${article.slice(0, 800)} ${filler}` })).toBe(0);
    expect(strengthOf({ text: `${"港の博物館は毎日開いています".repeat(20)} ${filler}` })).toBe(0);
  });

  it("finds no sign in a word of a title that says something else", () => {
    const title = "How the harbour master got lost and found his way home without an error";
    expect(strengthOf({ title, text: article })).toBeLessThan(0.1);
  });

  it("finds no sign in a part of a word", () => {
    expect(
      strengthOf({ text: "Burlington lighthouse, Wargonemouth: 14042 lamps were counted there" }),
    ).toBe(0);
  });
});

describe("the strength of signs", () => {
  it("returns strengths from 0 to 1, the strongest first, for any text", () => {
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
