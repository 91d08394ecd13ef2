import { parentPort } from "node:worker_threads";
import { messageOf } from "../../base/errors.js";
import { pdfParagraphs } from "./pdf-text.js";

/** What the thread is asked. */
export interface PdfQuestion {
  readonly bytes: Uint8Array;
  readonly mostCharacters: number;
}

/** What the thread says of a PDF. */
export type PdfAnswer = { readonly paragraphs: readonly string[] } | { readonly trouble: string };

/** The script of a thread that reads PDFs, so that one that takes too long can be given up. */
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
