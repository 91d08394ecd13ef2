/** Seeds can be chosen only on the command line, so that no log of a crawl is looked for. */
export class CrawlFailures {
  read(): Promise<void> {
    return Promise.resolve();
  }

  of(): undefined {
    return undefined;
  }
}
