import { type KeptDecisions, type ReadFiles, REVIEW_ID, type ReviewData } from "../page-data.js";
import { ArchivedFrames } from "./archived-frames.js";
import { readBlock } from "./data.js";
import { startReport } from "./report.js";
import { CommandEnded, type DecisionServer } from "./review/decision-server.js";

function reviewServer(data: ReviewData): DecisionServer {
  const { homeUrl, archivedUrl } = data;
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
    title: async (uriM) => (await ask(`${homeUrl}title?uri=${encodeURIComponent(uriM)}`)).text(),
    async fetchCapture(uriM) {
      await ask(`${homeUrl}fetch`, { method: "POST", body: uriM });
    },
    archived:
      archivedUrl === undefined
        ? undefined
        : new ArchivedFrames(
            archivedUrl,
            async () => (await ask(`${homeUrl}resources`)).json() as Promise<ReadFiles>,
          ),
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

startReport(reviewServer(readBlock(REVIEW_ID) as ReviewData));
