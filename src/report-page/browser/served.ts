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
        element(
          "figure",
          {},
          element("figcaption", {}, title),
          element("iframe", {
            // No scripts, no forms, no origin of its own.
            sandbox: "",
            referrerpolicy: "no-referrer",
            src: `${archivedUrl}?uri=${encodeURIComponent(uriM)}`,
            title,
          }),
        ),
    }),
  };
}

startReport(reviewServer(readBlock(REVIEW_ID) as ReviewData));
