import { type KeptDecisions, REVIEW_ID, type ReviewData } from "../page-data.js";
import { readBlock } from "./data.js";
import { element } from "./dom.js";
import { startReport } from "./report.js";
import type { DecisionServer } from "./review/review-model.js";

/** Returns the interface to the server of the command `review`, which stores decisions and may show archived pages. */
function reviewServer(data: ReviewData): DecisionServer {
  const { saveUrl, archivedUrl } = data;
  return {
    data,
    async save(decisions) {
      const answer = await fetch(saveUrl, {
        method: "POST",
        headers: { "content-type": "text/tab-separated-values" },
        body: decisions,
      });
      if (!answer.ok)
        throw new Error((await answer.text()) || `the server answered ${answer.status}`);
      return ((await answer.json()) as KeptDecisions).decisions;
    },
    ...(archivedUrl !== undefined && {
      frame: (uriM: string, title: string) =>
        archivedPage(`${archivedUrl}?uri=${encodeURIComponent(uriM)}`, title),
    }),
  };
}

/** Returns a frame with an archived page, below the screenshot that the crawl stored. */
function archivedPage(src: string, title: string): HTMLElement {
  return element(
    "figure",
    element("figcaption", title),
    keptPicture(`${src}&as=picture`, `Screenshot kept by the crawl: ${title}`),
    element("iframe", {
      // An empty sandbox allows no scripts, no forms and no access to this origin.
      sandbox: "",
      referrerpolicy: "no-referrer",
      src,
      title,
    }),
  );
}

let pictures = Promise.resolve();

/**
 * Returns an image that appears once it is loaded. The server searches for screenshots at the first request, which
 * takes long in large files. Therefore only one is requested at a time, and none for a page that is no longer shown.
 * Frames do not wait for it.
 */
function keptPicture(src: string, alt: string): HTMLElement {
  const picture = element("img", { alt, hidden: true, referrerpolicy: "no-referrer" });
  pictures = pictures.then(async () => {
    if (!picture.isConnected) return;
    picture.src = src;
    picture.hidden = await picture.decode().then(
      () => false,
      // The crawl has no screenshot of this page.
      () => true,
    );
  });
  return picture;
}

startReport(reviewServer(readBlock(REVIEW_ID) as ReviewData));
