import { parentPort } from "node:worker_threads";
import { messageOf } from "../../base/errors.js";
import { pdfParagraphs } from "./pdf-text.js";

export interface PdfQuestion {
  readonly bytes: Uint8Array;
  readonly mostCharacters: number;
}

/** Paragraphs of a PDF, each without line breaks, or the reason why there are none. */
export type PdfAnswer = { readonly paragraphs: readonly string[] } | { readonly trouble: string };

/** Script of the thread that reads PDFs. The caller can stop the thread if a PDF takes too long. */
parentPort?.on("message", ({ bytes, mostCharacters }: PdfQuestion) => {
  pdfParagraphs(bytes, mostCharacters)
    .then(
      (paragraphs): PdfAnswer => ({ paragraphs }),
      (cause: unknown): PdfAnswer => ({ trouble: messageOf(cause) }),
    )
    .then((answer) => parentPort?.postMessage(answer))
    .catch((cause: unknown) => {
      throw cause;
    });
});
