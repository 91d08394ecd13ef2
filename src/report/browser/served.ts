import { type KeptDecisions, REVIEW_ID, type ReviewData } from "../page-data.js";
import { readBlock } from "./data.js";
import { element } from "./dom.js";
import { startReport } from "./report.js";
import { WITHOUT_PICTURE } from "./review/pair.js";
import { CommandEnded, type DecisionServer } from "./review/review-model.js";

function reviewServer(data: ReviewData): DecisionServer {
  const { homeUrl, archivedUrl } = data;
  const archived = (uriM: string): string => `${archivedUrl}?uri=${encodeURIComponent(uriM)}`;
  return {
    data,
    async save(decisions) {
      const answer = await ask(`${homeUrl}decisions`, {
        method: "POST",
        headers: { "content-type": "text/tab-separated-values" },
        body: decisions,
      });
      return ((await answer.json()) as KeptDecisions).decisions;
    },
    run: async () => (await ask(`${homeUrl}run`)).text(),
    reload: () => window.location.reload(),
    ...(archivedUrl !== undefined && {
      frame: (uriM: string, title: string) =>
        element("iframe", {
          // An empty sandbox allows no scripts, no forms and no access to this origin.
          sandbox: "",
          referrerpolicy: "no-referrer",
          src: archived(uriM),
          title,
        }),
      crawlPicture: (uriM: string, alt: string) =>
        crawlPicture(`${archived(uriM)}&as=picture`, alt),
    }),
  };
}

/**
 * Throws the command's reason if the command refuses the request. Throws {@link CommandEnded} if there is no answer.
 */
async function ask(url: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init).catch((cause: unknown) => {
    throw new CommandEnded("the command does not answer", { cause });
  });
  // Another program may have taken the port.
  if (answer.status === 404) throw new CommandEnded("the command has ended");
  if (!answer.ok) throw new Error((await answer.text()) || `the server answered ${answer.status}`);
  return answer;
}

let pictures = Promise.resolve();

/**
 * Returns a sentence that a picture replaces once it is loaded. The server searches for pictures at the first request,
 * and the search takes long in large files. The page therefore requests one picture at a time, and only for mementos
 * that are still shown. Frames do not wait for pictures.
 */
function crawlPicture(src: string, alt: string): HTMLElement {
  const box = element("div.no-picture", WITHOUT_PICTURE);
  const picture = element("img", { alt, referrerpolicy: "no-referrer" });
  pictures = pictures.then(async () => {
    if (!box.isConnected) return;
    picture.src = src;
    const isThere = await picture.decode().then(
      () => true,
      // The crawl has no picture of this page.
      () => false,
    );
    if (isThere) box.replaceWith(picture);
  });
  return box;
}

startReport(reviewServer(readBlock(REVIEW_ID) as ReviewData));
