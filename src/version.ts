/** Version of this package; a test holds it against package.json, so that starting up reads no file. */
export const version = "0.2.0";
