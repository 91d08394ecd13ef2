import { describe, expect, it } from "vitest";
import { signs } from "../../../src/page/features/signs.js";
import { themeTable } from "../../../src/page/signs/themes.js";
import { openPage } from "../../../src/page/page.js";

const kindsOf = (title: string, body: string): string[] =>
  signs
    .extract(
      openPage(Buffer.from(`<title>${title}</title><body>${body}`), "text/html; charset=utf-8"),
      {},
    )
    .flatMap(({ kind, strength }) => (strength >= 0.6 ? [kind] : []));

const article = "The mill on the quay grinds flour with the tide, and its keepers mend the gates. ";

describe("words of a theme", () => {
  it.each([
    ["waiting-room", "Wachtrij", "U staat in de wachtrij. Het is erg druk, heeft u even geduld."],
    [
      "waiting-room",
      "順番待ち",
      "順番にご案内しております。待ち時間は約10分です。画面を閉じないでください。",
    ],
    ["consent-wall", "Mill", "Vi og vores partnere bruger cookies på din enhed. Tillad alle"],
    ["consent-wall", "Mølle", "Vi bruker informasjonskapsler til statistikk. Godta alle"],
    [
      "consent-wall",
      "Brauerei",
      "Bist du über 16 Jahre alt? Ja Nein Bitte genieße verantwortungsvoll",
    ],
    [
      "login-wall",
      "LinkedIn",
      "Agree & Join LinkedIn. Already on LinkedIn? Sign in. User Agreement",
    ],
    ["soft-404", "公告", "尊敬的用户：本站服务已停止运营。感谢您一直以来的支持与陪伴。"],
    ["soft-404", "Hyves", "Hyves is gestopt. De website is niet meer beschikbaar. Bedankt!"],
    ["soft-404", "Information", "Das gewählte Thema existiert nicht. Foren-Übersicht"],
    ["spam", "スニーカー 激安 通販", "【即納】スニーカー 正規品 税込 送料無料 カートに入れる"],
    ["spam", "Papers", "Our essay writers make plagiarism-free papers. Write my essay, order now"],
    ["soft-404", "Code", "The project hosting service has been turned down and has ended"],
    ["spam", "Forex", "Forex broker: trading signals, leverage and a deposit bonus"],
    ["spam", "เว็บ", "สล็อต บาคาร่า แตกง่าย เครดิตฟรี สมัคร"],
    [
      "waiting-room",
      "Várakozó",
      "Ön a várólistán van, hamarosan sorra kerül. Várható idő: 5 perc.",
    ],
    ["consent-wall", "Súkromie", "Naši partneri ukladajú cookies a osobné údaje. Súhlasím"],
    ["consent-wall", "Ben je oud genoeg?", "Je moet minstens 18 zijn voor deze website over bier."],
    ["soft-404", "Multiply", "The service has ceased business operations. Thanks for your support"],
    ["spam", "TV", "Best IPTV subscription: 9000 channels, no buffering, free trial"],
    ["bot-check", "Zu viele Anfragen", "Zu viele Anfragen von Ihrer Adresse. Bitte später erneut."],
    ["bot-check", "アクセス制限", "短時間に多数のアクセスがあったため、制限しています。"],
    ["login-wall", "Autorisation", "Ce blog n'est accessible qu'aux lecteurs invités."],
    ["soft-404", "Oops", "The topic appears to be either missing or off limits to you."],
    ["spam", "Prestiti", "Prestiti veloci senza busta paga, anche a cattivi pagatori"],
    ["spam", "सट्टा किंग", "ऑनलाइन जुआ, सट्टा मटका, कैसीनो बोनस"],
    ["spam", "App", "Invest in bitcoin and ethereum: our trading bot brings daily profit"],
  ])("show a %s by several words of one language (%s)", (kind, title, text) => {
    expect(kindsOf(title, `<p>${text}</p>`)).toContain(kind);
    expect(kindsOf("The tide mill", `<p>${article.repeat(80)}${text}</p>`)).toEqual([]);
  });

  it.each([
    "Le casino accueille expositions, concerts et congrès depuis 1930. Les salles de jeux ouvrent à quinze heures : roulette, black jack et machines à sous, accès réservé aux majeurs. Le restaurant propose une cuisine de mer.",
    "The steelworks closed its doors in 1984 after ninety years, and four thousand workers lost their jobs. This page collects memories of the closure, photographs and minutes. Many thanks to all readers who sent letters over the years.",
  ])("are no sign on a short page of which they are the subject: %s", (text) => {
    expect(kindsOf("The tide mill", `<p>${text} ${article.repeat(2)}</p>`)).toEqual([]);
  });

  it("are looked for in the labels of buttons, too", () => {
    const text = `<p>Vi och våra partner lagrar cookies på din enhet för annonser. ${article.repeat(3)}</p>`;
    expect(kindsOf("Kvarnen", `${text}<button>Godkänn alla</button>`)).toContain("consent-wall");
  });

  it("make a title advertising, whatever is left of the body", () => {
    const body = `<p>${article.repeat(80)}</p>`;
    expect(kindsOf("Buy Essay Online - Custom Writing Service | Tide Mill", body)).toEqual([
      "spam",
    ]);
    expect(kindsOf("An essay on tide mills", body)).toEqual([]);
  });

  it("are told by language, each once, with a note on where they come from", () => {
    for (const { note, telling = {}, words } of themeTable) {
      expect(note).toMatch(/^[A-Z].*\.$/u);
      for (const [language, list = []] of Object.entries(words)) {
        const all = [...list, ...(telling[language] ?? [])];
        expect(all).toEqual([...new Set(all)].map((word) => word.toLowerCase()));
      }
    }
  });
});
