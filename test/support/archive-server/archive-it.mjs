/**
 * Imitations of Archive-It's partner API and public pages. The id of a collection decides its behaviour:
 * 1001 paged API
 * 1002 the API gives all seeds on one page
 * 1004 no API, but two public pages
 * 1005 exists without a public seed
 * 1006 has no seed
 * 1007 does not exist
 * 1008 answers every request with a bot check
 * 1009 API pages link to each other without end
 * 1010 the API fails at the second page
 * 1011 the API is behind a proxy: its links name another host, and its ids are strings
 * 1012 the API gives fewer seeds than it counts
 * 1013 the API counts seeds and gives none
 */
import { botWall } from "./trouble.mjs";

const seed = (n, more = {}) => ({
  id: n,
  url: `http://seed${n}.example/`,
  publicly_visible: true,
  deleted: false,
  active: true,
  ...more,
});

const mixed = [
  seed(1),
  seed(2),
  seed(3, { publicly_visible: false }),
  seed(4, { deleted: true }),
  seed(5, { active: false }),
];

const json = (value, status = 200) => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});
const html = (body, status = 200) => ({ status, type: "text/html;charset=UTF-8", body });

/** Returns the answer to a request to Archive-It's own sites. Returns undefined for paths of other sites. */
export function answerArchiveIt(url, origin) {
  if (url.pathname === "/api/seed") return seeds(url, origin);
  const page = /^\/collections\/(\d+)\/?$/.exec(url.pathname);
  return page === null ? undefined : publicPage(page[1], url);
}

function seeds(url, origin) {
  const id = url.searchParams.get("collection");
  if (id === "1008") return html(botWall);
  const page = Number(url.searchParams.get("page") ?? 1);
  const envelope = (results, next, count = mixed.length) =>
    json({
      count,
      next:
        next === undefined ? null : `${origin}/api/seed?collection=${id}&limit=100&page=${next}`,
      previous: null,
      results,
    });
  if (id === "1001")
    return envelope(mixed.slice(page * 2 - 2, page * 2), page < 3 ? page + 1 : undefined);
  if (id === "1002") return envelope(mixed);
  if (id === "1005") return envelope([seed(3, { publicly_visible: false })], undefined, 1);
  if (id === "1006" || id === "1007") return envelope([], undefined, 0);
  if (id === "1009") return envelope(mixed.slice(0, 2), page === 1 ? 2 : 1, 2);
  if (id === "1012") return envelope(mixed, undefined, 700);
  if (id === "1013") return envelope([]);
  if (id === "1011") {
    const seeds = mixed.map((one) => ({ ...one, collection: id }));
    const next = "https://inner.invalid/api/seed?collection=1011&limit=100&page=2";
    return json({
      count: 5,
      next: page === 1 ? next : null,
      previous: null,
      results: page === 1 ? seeds.slice(0, 2) : seeds.slice(2),
    });
  }
  if (id === "1010")
    return page === 1 ? envelope(mixed.slice(0, 2), 2) : json({ detail: "no" }, 500);
  return json({ detail: "Not found." }, 404);
}

const frame = (entity, rest) =>
  html(
    `<html><body><div class="grid_8 omega entity-meta">${entity}</div><div id="all-search-results">${rest}</div></body></html>`,
  );

function publicPage(id, url) {
  if (id === "1008") return html(botWall);
  const name = `<h1><a href="/collections/${id}"> Collection ${id} </a></h1>`;
  const nothing =
    '<h2 class="grid_12">There is no public content available for this Collection yet. Please check back soon!</h2>';
  if (id === "1005" || id === "1006") return frame(name, nothing);
  if (id !== "1004") {
    return frame(
      `<h2>Not Found</h2><p class="collectedBy">The <b>Collection</b> with id <b>${id}</b> could not be found.</p>`,
      nothing,
    );
  }
  const page = Number(url.searchParams.get("page") ?? 1);
  const next =
    page === 1 ? '<a href="?page=2&amp;totalResultCount=3" id="pageNext">Next Page</a>' : "";
  const item = (uri) =>
    `<div class="result-item"><h3 class="url">Title: A seed</h3><h3 class="url">URL: <a title="${uri}" href="https://wayback.archive-it.org/${id}/*/${uri}">${uri}</a></h3></div>`;
  const items =
    page === 1
      ? item("http://seed1.example/") + item("http://seed2.example/?a=1&amp;b=2")
      : item("http://seed3.example/");
  const pager = `<div class="paginator"><p>Page ${page} of 2 (3 Total Results)${next}</p></div>`;
  return frame(name, pager + items + pager);
}
