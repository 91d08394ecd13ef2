import { type KeptDecisions, REVIEW_ID, type ReviewData } from "../page-data.js";
import { readBlock } from "./data.js";
import { element } from "./dom.js";
import { startReport } from "./report.js";
import type { ReviewServer } from "./review/review-model.js";

/** The server that `review` is: it keeps decisions, and shows archived pages where it has them. */
function reviewServer(data: ReviewData): ReviewServer {
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

/** An archived page in a frame, below the picture that the crawl kept of it. */
function archivedPage(src: string, title: string): HTMLElement {
  return element(
    "figure",
    element("figcaption", title),
    keptPicture(`${src}&as=picture`, `Screenshot kept by the crawl: ${title}`),
    element("iframe", {
      // No scripts, no forms, no origin of its own.
      sandbox: "",
      referrerpolicy: "no-referrer",
      src,
      title,
    }),
  );
}

let pictures = Promise.resolve();

/**
 * A picture that is shown once it is there. The server looks for pictures when the first is asked for, which takes long in
 * large files: so one is asked for at a time, and none of a page that is no longer looked at. Frames need not wait.
 */
function keptPicture(src: string, alt: string): HTMLElement {
  const picture = element("img", { alt, hidden: true, referrerpolicy: "no-referrer" });
  pictures = pictures.then(async () => {
    if (!picture.isConnected) return;
    picture.src = src;
    picture.hidden = await picture.decode().then(
      () => false,
      // There is none.
      () => true,
    );
  });
  return picture;
}

startReport(reviewServer(readBlock(REVIEW_ID) as ReviewData));
