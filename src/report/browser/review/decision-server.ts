import { type Decision, formatDecisions, parseDecisions } from "../../../write/decisions.js";
import type { ReviewData } from "../../page-data.js";
import type { ArchivedFrames } from "../archived-frames.js";

/** Interface to the command `review`, which serves the page, stores decisions and may show archived pages. */
export interface DecisionServer {
  readonly data: ReviewData;
  /** Resolves to the text of the file after the change. Throws {@link CommandEnded}. */
  save(decisions: string): Promise<string>;
  /** Throws {@link CommandEnded}. */
  run(): Promise<string>;
  reload(): void;
  /** Absent if no archived pages can be shown. */
  readonly archived?: ArchivedFrames | undefined;
  /** Resolves to the title of an archived page; to an empty text if it has none. */
  title(uriM: string): Promise<string>;
  /** Fetches a capture that no run has read. Throws an error that says why it cannot be had. */
  fetchCapture(uriM: string): Promise<void>;
}

/** Error of a request that the command `review` no longer answers. */
export class CommandEnded extends Error {
  override readonly name = "CommandEnded";
}

/** Time in milliseconds between two checks whether the command still runs. */
const ASK_EVERY = 2_000;

interface LinkEvents {
  /** Called with the decisions of the file after a change. */
  saved(file: readonly Decision[]): void;
  /** Called if the command has ended, or with the problem if it could not store decisions. */
  failed(problem?: string): void;
  /** Returns all decisions. They go to a new command for the same run. */
  all(): readonly Decision[];
}

/** Sends decisions to the command, one step after the other, as long as the command runs. */
export class ServerLink {
  readonly #server: DecisionServer;
  readonly #run: string;
  readonly #events: LinkEvents;
  #sending: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(server: DecisionServer, run: string, events: LinkEvents) {
    this.#server = server;
    this.#run = run;
    this.#events = events;
    setInterval(() => void this.#askServer(), ASK_EVERY);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  send(decisions: readonly Decision[]): void {
    if (this.#hasEnded) return;
    this.#sending = this.#sending.then(async () => {
      try {
        const file = await this.#server.save(formatDecisions(decisions));
        this.#events.saved(parseDecisions(file).decisions);
      } catch (error) {
        if (error instanceof CommandEnded) this.#end();
        else this.#events.failed(error instanceof Error ? error.message : String(error));
      }
    });
  }

  /** Later decisions are stored only in the browser. */
  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#events.failed();
  }

  /**
   * If the command has ended and a new command for the same run answers, the new command gets all decisions. The page
   * is then loaded again, because the addresses of archived pages have changed.
   */
  async #askServer(): Promise<void> {
    try {
      const run = await this.#server.run();
      if (!this.#hasEnded || run !== this.#run) return;
      this.#events.saved(
        parseDecisions(await this.#server.save(formatDecisions(this.#events.all()))).decisions,
      );
      this.#server.reload();
    } catch (error) {
      if (error instanceof CommandEnded) this.#end();
    }
  }
}
