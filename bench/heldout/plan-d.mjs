/**
 * Half `d` of the held-out set, made after the signs were changed for half c: sites that are in none of the others, many
 * of them crawled daily for months, with what really happened to them. Entries are those of plan.mjs; `since` and
 * `until` bound the part of a history that is looked at; `pattern` is given where it does not go in turn.
 */
const scraped = (repository, path, site, more = {}) => ({
  repository: `everypolitician-scrapers/${repository}`,
  path: `${path}.html`,
  site,
  half: "d",
  looks: 40,
  ...more,
});
const dating = (path, more = {}) => ({
  repository: "OpenTermsArchive/dating-snapshots",
  path: `${path}.html`,
  site: path.split("/")[0],
  half: "d",
  looks: 40,
  ...more,
});
const elections = (path, more = {}) => ({
  ...dating(path, more),
  repository: "OpenTermsArchive/france-elections-snapshots",
});
const site = (repository, path, more = {}) => ({
  repository,
  path,
  site: repository,
  half: "d",
  ...more,
});

const frontPage = [
  /Start Something Real|Serious Dat|Sérieux|Site de rencontre/,
  "homepage-instead",
];

export const pages = [
  // Pages with accidents of their own.
  dating("Match/Terms of Service", { off: [frontPage], most: 20 }),
  dating("Match/Community Guidelines", { off: [frontPage] }),
  dating("Match/Trackers Policy", { off: [frontPage] }),
  dating("Meetic/Privacy Policy", { off: [[/^Site de rencontre/, "homepage-instead"]] }),
  dating("DisonsDemain/Privacy Policy", { off: [[/^Site de rencontre/, "homepage-instead"]] }),
  dating("LoveScout24/Community Guidelines", { off: [[/^Partnersuche/, "homepage-instead"]] }),
  dating("LoveScout24/Privacy Policy", { off: [[/^Partnersuche/, "homepage-instead"]] }),
  dating("LOVOO/Terms of Service", {
    since: "2025-03-01",
    until: "2026-05-01",
    off: [[/^Discover new people/, "homepage-instead"]],
  }),
  dating("ROMEO/Terms of Service", {
    since: "2025-02-20",
    until: "2025-03-30",
    off: [[/Offline Page$/, "error"]],
    most: 30,
  }),
  dating("Badoo/Trackers Policy", {
    since: "2023-08-15",
    until: "2024-07-15",
    off: [[/^Best Free Online Dating/, "error"]],
    most: 8,
  }),
  dating("LEX/Privacy Policy", {
    since: "2025-06-15",
    until: "2025-11-01",
    off: [[/^.{0,40}$/s, "blank-shell"]],
    most: 16,
  }),
  dating("Hily/Trackers Policy", {
    since: "2026-01-01",
    until: "2026-08-22",
    off: [[/^.{0,40}$/s, "blank-shell"]],
  }),
  elections("Facebook/Community Guidelines - Sexual Solicitation", {
    looks: 200,
    off: [[/^(Facebook|Se connecter)/, "login-wall"]],
  }),
  scraped(
    "Alderney",
    "www.alderney.gov.gg/e9aeeb6fb69dcc34e4549e6ce5833ad405843875",
    "alderney.gov.gg",
    { off: [[/<script type="text.javascript" src/, "blank-shell"]], most: 20 },
  ),
  scraped(
    "Alderney",
    "www.alderney.gov.gg/cae8a9ff726442b6b215b66d13700efdc9deb2ab",
    "alderney.gov.gg",
    { off: [[/^Object moved/, "moved-stub"]] },
  ),
  scraped(
    "suriname-nationale-assemblee",
    "www.dna.sr/7c7c79181f85a5452b49f12e7c0ce6974675e136",
    "dna.sr",
    { since: "2017-11-01", until: "2018-02-01", off: [[/^$/, "blank"]], looks: 100 },
  ),
  scraped(
    "nigeria-national-assembly",
    "www.nass.gov.ng/120265e3af1963b3f01bce8244da64988abfab43",
    "nass.gov.ng",
    { off: [[/^.{0,4}$/, "blank"]] },
  ),
  site("sjzlug/sjzlug.github.io", "index.html", { pattern: "always-on", least: 20 }),

  // Pages that change slowly.
  scraped(
    "ghana-parliament",
    "www.parliament.gh/2f91b64e39a86cb31212b8dc86a35e8d5fe572bc",
    "parliament.gh",
    {
      most: 40,
      pattern: "always-on",
    },
  ),
  scraped(
    "samoa-parliament",
    "www.palemene.ws/e0749fb4110170d1bc919146a3385360b2028f92",
    "palemene.ws",
    {
      most: 20,
    },
  ),
  scraped(
    "albania-kuvendi",
    "www.parlament.al/9d315f1c9d3ca9bc921f0fffe99d7dffc45f1b4e",
    "parlament.al",
  ),
  scraped(
    "albania-kuvendi",
    "www.parlament.al/93261dac90f65bbfdc3e334ccd814c39fbbf3b7e",
    "parlament.al",
    {
      pattern: "always-on",
    },
  ),
  scraped(
    "isle-of-man-house-of-keys",
    "www.tynwald.org.im/fbc64d1eac4c298a06c1f7ea39b1a62c777a13ed",
    "tynwald.org.im",
    {
      most: 40,
    },
  ),
  scraped("guernsey-2016", "gov.gg/8954ac1509b494191ebdee5a46fbfec29794580a", "gov.gg", {
    looks: 100,
    most: 60,
  }),
  scraped(
    "slovenia-drzhavni-zbor",
    "www.dz-rs.si/c08470679752f9b1005387f63b966289dcc45f5f",
    "dz-rs.si",
    {
      most: 6,
    },
  ),
  scraped(
    "slovenia-drzhavni-zbor",
    "www.dz-rs.si/191c6a21bdd36e6fea889aec5e2b33fbd94ad7af",
    "dz-rs.si",
    {
      most: 4,
    },
  ),
  scraped(
    "tanzania-parliament",
    "www.parliament.go.tz/974d6933d47acbc3e2b76a07dff4d47b78f365e6",
    "parliament.go.tz",
    {
      most: 5,
    },
  ),
  scraped(
    "netherlands",
    "www.houseofrepresentatives.nl/10793c3e9bced62352ee8189bbbb28c7beac99ec",
    "houseofrepresentatives.nl",
    {
      most: 8,
      pattern: "always-on",
    },
  ),
  scraped(
    "spain_congreso_es",
    "www.congreso.es/6318814a13e03d779da1874c379668fae71efd78",
    "congreso.es",
    {
      looks: 120,
      most: 25,
      pattern: "always-on",
    },
  ),
  scraped(
    "belarus-house-of-representatives-2016",
    "house.gov.by/cc277f8d83c20d762a9925171dd9adadcb8ba0f8",
    "house.gov.by",
  ),
  scraped(
    "belarus-house-of-representatives-2016",
    "house.gov.by/6b0e47221c93384e6c0ea49a44dac33611be5f06",
    "house.gov.by",
    {
      most: 4,
    },
  ),
  scraped(
    "hong_kong_legislative_council_members",
    "www.legco.gov.hk/f3e0f25637c60e42bce4b95e5a273c740869ebf0",
    "legco.gov.hk",
  ),
  scraped(
    "bermuda_parliament",
    "www.parliament.bm/ab0009c303132bbf033fb17c5c9d0f9267fcceb3",
    "parliament.bm",
  ),
  scraped(
    "sint-maarten-parliament",
    "www.sxmparliament.org/a7db5d1942de422492771575b5f80354dca0a974",
    "sxmparliament.org",
  ),
  scraped(
    "togo-national-assembly",
    "www.assemblee-nationale.tg/8c233bbac048f09ca2856083b205d291d43436f7",
    "assemblee-nationale.tg",
    {
      most: 6,
    },
  ),
  scraped(
    "new-zealand-parliament",
    "www.parliament.nz/d7b340d09c03d9cd5ac9c9aed46d6ef4f1baa35c",
    "parliament.nz",
  ),
  dating("Finya/Terms of Service"),
  dating("Parship/Trackers Policy"),

  // Pages whose words change, whose design, address or language did.
  scraped(
    "puerto-rico-representantes",
    "www.tucamarapr.org/069b49b1193b734e1610d9939377a352d5071805",
    "tucamarapr.org",
    {
      looks: 80,
      most: 40,
    },
  ),
  scraped(
    "puerto-rico-representantes",
    "www.tucamarapr.org/069b49b1193b734e1610d9939377a352d5071805",
    "tucamarapr.org",
    {
      since: "2017-01-01",
      until: "2018-09-01",
      most: 7,
      pattern: "oscillating",
    },
  ),
  dating("AdopteUnMec/Imprint", { pattern: "always-on" }),
  dating("happn/Privacy Policy", { pattern: "always-on" }),
  dating("happn/Terms of Service", { pattern: "always-on" }),
  dating("Bumble/Trackers Policy", { pattern: "always-on" }),
  dating("Coffee Meets Bagel/Privacy Policy", { pattern: "always-on" }),
  dating("HER/Terms of Service", { pattern: "always-on" }),
  elections("Twitter/Terms of Service", { looks: 80, pattern: "always-on" }),
  site("numericnews/numericnews.github.io", "index.html", { least: 10, pattern: "always-on" }),
  site("rigadsclub/rigadsclub.github.io", "index.html", {
    least: 20,
    drop: [/^React App/],
    most: 20,
  }),
  site("nig-badminton-club/nig-badminton-club.github.io", "docs/index.html", { most: 16 }),
  site("nig-badminton-club/nig-badminton-club.github.io", "docs/join.html"),
  site("okumuralab/okumuralab.github.io", "python/index.html", { most: 25 }),
  site("okumuralab/okumuralab.github.io", "python/COVID-19.html"),
  site("PathpukurSchool/PathpukurSchool.github.io", "home.html", { since: "2025-06-15", most: 30 }),
  site("PathpukurSchool/PathpukurSchool.github.io", "student.html"),
  site("szkolapartyzantow/szkolapartyzantow.github.io", "narzedzia/index.html", {
    least: 10,
    drop: [/^Bun \+ React/],
  }),
  site("WribbenhallSchool/WribbenhallSchool.github.io", "index.html", {
    least: 10,
    pattern: "always-on",
  }),
  site("zhangtaolab/zhangtaolab.github.io", "_site/software/chorus2.html"),
  site("vanlug/vanlug.github.io", "index.html"),
  site("0o9mVd5qF835M1C66LtB9iHQ1IrxpPPM7BXX33h/liberduc.github.io", "index.html", { least: 40 }),
  site("Akademie-Kornberger/Website", "termin.html"),
  site("Legitnews/Legitnews.github.io", "Games/index.html", { least: 20 }),
];

/** In turn, for those that nothing happened to. */
export const patterns = [
  "always-on",
  "step",
  "always-on",
  "single-off",
  "always-on",
  "oscillating",
  "always-on",
  "first-off",
  "always-on",
  "always-off",
  "always-on",
  "step",
];

export const pool = [
  ["d", "suspended", 200, "azucrinarecords/azucrinarecords.github.io", "cgi-sys/suspendedpage.cgi"],
  ["d", "default-page", 200, "ParaParty/BaoTaDefaultPage", "src/index.html"],
  ["d", "gambling", 200, "kiky1337/bpip", "slot-online.html"],
  ["d", "login-wall", 200, "0729singhrahul/gatech", "cas/login.html"],
  ["d", "new-owner", 200, "eviljay/www.club-of-budapest.de-", "2015/01/index.html"],
  ["d", "parked", 200, "eviljay/iphonewidgetlist.com", "cgi-sys/defaultwebpage.cgi"],
  ["d", "error", 521, "g0k1/love-stresser", "love-stresser.me/help/cgu/index.php"],
  ["d", "spam", 200, "vinogradskij/via", "viagra.html"],
  ["d", "new-owner", 200, "eviljay/iphonewidgetlist.com", "2011/03/index.html"],
  ["d", "maintenance", 200, "Kilian-star/kuchenundtorten", "wartung.html"],
  ["d", "soft-404", 200, "Agusfn/steambuy", "public_html/404.html"],
  [
    "d",
    "default-page",
    200,
    "ngoc-rong-online/ngoc-rong-online.github.io",
    "cgi-sys/defaultwebpage.cgi",
  ],
  ["d", "defaced", 200, "ManzsModz/hacked-by-manzs", "hacked.html"],
  ["d", "new-owner", 200, "jan4-2021/besthairstraightenerdeal.com", "index.html"],
  ["d", "parked", 200, "guidozimmer/B3Engineering", "index.php"],
  ["d", "gambling", 200, "DiJustTester/DiJusttester.github.io", "index.php"],
  ["d", "suspended", 200, "isu3ru/codeigniter-fullcalendar-demo", "account-suspended.html"],
  ["d", "error", 503, "devgeniem/better-wp-db-error", "db-error.php"],
  ["d", "new-owner", 200, "hindupuravinash/sillyreflections.com", "2011/12/index.html"],
  ["d", "login-wall", 200, "joaldias/madebiotech", "administrator/index.html"],
  ["d", "default-page", 200, "egovernment-ro/teatrulmetropolis", "cgi-sys/defaultwebpage.cgi"],
  ["d", "spam", 200, "farmacia-italia-online/2025", "acquista-cialis-online.html"],
  ["d", "moved-stub", 200, "HongikSugang/hongiksugang.github.io", "moved.html"],
  ["d", "new-owner", 200, "eviljay/fascinateconference.com", "accommodation/index.html"],
  ["d", "maintenance", 200, "jje0008/estrada.bz-clone", "cgi-sys/suspendedpage.cgi"],
  ["d", "spam", 200, "alexlnos/adult", "02485f6b95/19644_maral_rahasia_wheel/index.php"],
  ["d", "soft-404", 200, "Steinitz-Chess-Club/steinitz-website-hugo-public", "404.html"],
  ["d", "default-page", 200, "1690355928/LZ.github.io", "iisstart.htm"],
  ["d", "new-owner", 200, "joaldias/madebiotech", "company/mission.html"],
  ["d", "suspended", 200, "towmuz/alu", "cgi-sys/suspendedpage.cgi"],
  ["d", "gambling", 200, "seodkoli/mol28", "slot-online.html"],
  ["d", "moved-stub", 200, "IndyJUG/indyjug.github.io", "moved.html"],
  ["d", "error", 500, "Xevrac/xevrac", "public/customerror/500.html"],
  ["d", "paywall", 200, "ir-lv/ir-static", "paywall.html"],
  ["d", "new-owner", 200, "SwissRepairs/website", "wartung.html"],
  ["d", "login-wall", 200, "Starbound-Fr-net/Archive-Starbound-Fr.net", "wp-login.php.html"],
  ["d", "soft-404", 200, "wellknews/wellknews.github.io", "public/404.html"],
  ["d", "default-page", 200, "apache/httpd", "docs/docroot/index.html"],
  ["d", "spam", 200, "alexlnos/adult", "0115b939e7/lubianball.menshealthasia.shop/index.html"],
  ["d", "new-owner", 200, "egovernment-ro/teatrulmetropolis", "Doru.ANA/index.html"],
  ["d", "defaced", 200, "Icloudkanjut/white-deface", "hacked.html"],
  ["d", "soft-404", 404, "MicheleBatt/parrocchiatellaro", "public/404.html"],
  ["d", "maintenance", 200, "4ngeto/RafeProyecto", "mantenimiento.html"],
  ["d", "new-owner", 200, "towmuz/alu", "services.html"],
  ["d", "gambling", 200, "berita-kesehatan-terbaru/bebas", "slot-online.html"],
  ["d", "soft-404", 200, "ngoc-rong-online/ngoc-rong-online.github.io", "404.html"],
  [
    "d",
    "new-owner",
    200,
    "jje0008/estrada.bz-clone",
    "Bandera_del_Iris/La_Bandera_del_Iris_sintesis.htm",
  ],
];
