import { messageOf } from "../../base/errors.js";
import { startThread } from "../../base/platform/threads.js";
import type { PdfAnswer, PdfQuestion } from "./pdf-worker.js";

interface PdfLimits {
  readonly mostCharacters: number;
  readonly seconds?: number | undefined;
}

const PDF_SECONDS = 30;
/** Maximum heap of the thread in MB, so that a hostile PDF cannot use up the memory of the process. */
const HEAP_MB = 512;

type ReaderAnswer = PdfAnswer | { readonly stopped: string } | "slow";

/** A thread that reads PDFs, one at a time. */
class PdfReader {
  /** Number of PDFs that the thread has read. */
  read = 0;
  readonly #worker = startThread(new URL("./pdf-worker.js", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  #answered: (answer: ReaderAnswer) => void = () => undefined;

  constructor() {
    let stopped = "its reader stopped";
    this.#worker.on("message", (answer: PdfAnswer) => this.#answered(answer));
    this.#worker.on("error", (cause) => {
      stopped = messageOf(cause);
    });
    this.#worker.on("exit", () => this.#answered({ stopped }));
  }

  async ask({ bytes, mostCharacters }: PdfQuestion, seconds: number): Promise<ReaderAnswer> {
    let timer: NodeJS.Timeout | undefined;
    const answer = await new Promise<ReaderAnswer>((resolve) => {
      this.#answered = resolve;
      timer = setTimeout(() => resolve("slow"), 1000 * seconds);
      this.#worker.ref();
      this.#worker.postMessage({ bytes: bytes.slice(), mostCharacters });
    });
    clearTimeout(timer);
    // An idle thread must not keep the process alive.
    this.#worker.unref();
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * The thread is started for the first PDF and kept for further ones, which takes a tenth of the time of a new start.
 */
let reader: PdfReader | undefined;
let lastPdf: Promise<unknown> = Promise.resolve();

/**
 * If the PDF takes too long, the thread is stopped. PDFs are read one after the other. The promise is never rejected.
 */
export function readPdf(bytes: Uint8Array, limits: PdfLimits): Promise<PdfAnswer> {
  const text = lastPdf.then(() => readNext(bytes, limits));
  lastPdf = text;
  return text;
}

async function readNext(bytes: Uint8Array, limits: PdfLimits): Promise<PdfAnswer> {
  const { mostCharacters, seconds = PDF_SECONDS } = limits;
  const asked = (reader ??= new PdfReader());
  const answer = await asked.ask({ bytes, mostCharacters }, seconds);
  if (answer === "slow" || "stopped" in answer) {
    reader = undefined;
    await asked.close();
    if (answer === "slow") return unreadPdf(`it takes more than ${seconds} seconds`);
    // Earlier PDFs may have filled the heap. This one gets a second try in a new thread.
    return asked.read === 0 ? unreadPdf(answer.stopped) : readNext(bytes, limits);
  }
  asked.read += 1;
  if ("trouble" in answer) return unreadPdf(answer.trouble);
  const { paragraphs } = answer;
  return paragraphs.length > 0
    ? { paragraphs }
    : { trouble: "the PDF has no text: its pages may be pictures" };
}

const unreadPdf = (why: string): PdfAnswer => ({
  trouble: `the PDF cannot be read: ${why.replace(/\.$/u, "")}`,
});
