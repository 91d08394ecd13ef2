/** Its own types are those of an ES module, which it is not. */
declare module "robots-parser" {
  function robotsParser(
    url: string,
    text: string,
  ): {
    /** Undefined for a URI of another origin. */
    isAllowed(uri: string, robot: string): boolean | undefined;
    /** Seconds. */
    getCrawlDelay(robot: string): number | undefined;
  };
  export = robotsParser;
}
