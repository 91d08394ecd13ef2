import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/read/coding/charset.js";
import { encodeText } from "../../support/encode-text.js";

/** Article 1 of the Universal Declaration of Human Rights, with the charsets in which pages of its language were. */
const ARTICLE = `
windows-1252 iso-8859-15 macintosh: Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.
windows-1252: Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.
windows-1252: Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.
windows-1252: Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan.
windows-1251 koi8-r iso-8859-5 ibm866: Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.
windows-1251 koi8-u iso-8859-5: Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.
windows-1251: Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.
windows-1253 iso-8859-7: Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.
windows-1256 iso-8859-6: يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.
windows-1256: تمام افراد بشر آزاد به دنيا مي آيند و از لحاظ حيثيت و حقوق با هم برابرند. همه داراي عقل و وجدان مي باشند و بايد نسبت به يكديگر با روح برادري رفتار كنند.
windows-1255: כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.
windows-1254: Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.
windows-1250 iso-8859-2: Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.
windows-1250 iso-8859-2: Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.
windows-1250 iso-8859-2: Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.
windows-1250 iso-8859-2: Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi. Ele sunt înzestrate cu raţiune şi conştiinţă şi trebuie să se comporte unele faţă de altele în spiritul fraternităţii.
windows-1257: Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.
windows-1257: Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā.
windows-874: มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ
gb18030: 人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。
big5: 人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。
shift_jis euc-jp: すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。
euc-kr: 모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.
`
  .trim()
  .split("\n")
  .map((line) => line.split(": ", 2) as [charsets: string, text: string]);

const CASES = ARTICLE.flatMap(([charsets, text]) =>
  charsets.split(" ").map((charset) => [charset, text] as const),
);
const NON_LATIN = CASES.filter(([, text]) => !/[a-z]/u.test(text));

const pageOf = (text: string): string =>
  `<html><head><title>${text.slice(0, 30)}</title><script>var a = "x";</script></head><body><p class="a">${text}</p></body></html>`;

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

describe("the charset of a page without a declared charset", () => {
  it.each(CASES)(
    "detects %s in a page without a declared charset that contains: %s",
    (charset, text) => {
      const html = pageOf(text);
      expect(decodeText(encodeText(html, charset), "text/html")).toMatchObject({
        html,
        from: "detected",
      });
    },
  );

  it("detects windows-1252 in an English page with quotation marks, dashes and a few accents", () => {
    const html =
      "<p>“Freedom Day” – the council’s plan — 10°C · ©\xa02009 Côte d’Ivoire, Guantánamo, naïve… £5 «x» José";
    const bytes = encodeText(html, "windows-1252");
    expect(decodeText(bytes, undefined)).toMatchObject({ html, name: "windows-1252" });
  });

  it("detects UTF-8 in a page with a few broken characters", () => {
    const bytes = Buffer.concat([
      Buffer.from("<p>عهد جديد لأجلك يامصر"),
      latin1("\xd8 \xff"),
      Buffer.from("شباب"),
    ]);
    expect(decodeText(bytes, undefined)).toMatchObject({ name: "utf-8", from: "detected" });
  });

  it("recognises iso-2022-jp by its escape sequences", () => {
    const bytes = latin1("<title>\x1b$BF|K\\8l\x1b(B</title>");
    expect(decodeText(bytes, undefined)).toMatchObject({
      html: "<title>日本語</title>",
      name: "iso-2022-jp",
      from: "detected",
    });
  });
});

describe("the charset of a page that declares a wrong charset", () => {
  it.each(["iso-8859-1", "windows-1251", "windows-1256", "gb2312", "shift_jis"])(
    "reads a page as UTF-8 although it declares %s, and adds a note",
    (declared) => {
      for (const [, text] of ARTICLE) {
        const html = `<meta charset="${declared}">${text} “é”`;
        const decoded = decodeText(Buffer.from(html), undefined);
        expect(decoded).toMatchObject({ html, name: "utf-8", from: "detected" });
        expect(decoded.notes).toEqual([
          expect.stringMatching(/^the page is said to be in \S+ but is in utf-8$/u),
        ]);
      }
    },
  );

  it("reads a page as UTF-8 although the HTTP header or the archive names another charset", () => {
    const html = "Café, thé, crème brûlée";
    const bytes = Buffer.from(html);
    expect(decodeText(bytes, "text/html; charset=iso-8859-1").html).toBe(html);
    expect(decodeText(bytes, undefined, "windows-1252").html).toBe(html);
    expect(decodeText(bytes.subarray(0, -1), "text/html; charset=iso-8859-1").html).toContain(
      "Café, thé",
    );
  });

  it.each(CASES)("detects %s in a page that declares UTF-8: %s", (charset, text) => {
    const { html } = decodeText(encodeText(text, charset), "text/html; charset=utf-8");
    expect(html).toBe(text);
  });

  it.each(NON_LATIN)("detects %s in a page that declares iso-8859-1: %s", (charset, text) => {
    const bytes = encodeText(text, charset);
    expect(decodeText(bytes, "text/html; charset=iso-8859-1").html).toBe(text);
  });
});

describe("the charset that a page declares", () => {
  it("keeps the declared charset if the text agrees with it", () => {
    for (const [charset, text] of CASES)
      expect(decodeText(encodeText(text, charset), `text/html; charset=${charset}`)).toMatchObject({
        html: text,
        from: "header",
        notes: [],
      });
  });
});
