/** The package's own types declare an ES module, but it is a CommonJS module. */
declare module "robots-parser" {
  function robotsParser(
    url: string,
    text: string,
  ): {
    /** Returns `undefined` for a URI of another origin. */
    isAllowed(uri: string, robot: string): boolean | undefined;
    /** Returns the delay in seconds. */
    getCrawlDelay(robot: string): number | undefined;
  };
  export = robotsParser;
}
