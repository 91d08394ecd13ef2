/** Files that servers send for a folder. */
const INDEX = /\/(?:index|default|home|welcome)\.(?:html?|xhtml|shtml|php\d?|aspx?|jsp|cfm|cgi)$/u;
/** Extensions that sites take off their addresses. */
const EXTENSION = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jsp|cfm)$/u;

/**
 * Returns the form that addresses of one page have in common: without the name of an index file, an extension and a slash
 * at the end. `surtKey` is the SURT of an address.
 *
 * @example
 * ```js
 * console.log(ruleForm("com,example)/mill.html"), ruleForm("com,example)/mill/index.php"));
 * // com,example)/mill com,example)/mill
 * ```
 */
export function ruleForm(surtKey: string): string {
  const end = surtKey.search(/[?#]/u);
  const path = end < 0 ? surtKey : surtKey.slice(0, end);
  const bare = path.replace(INDEX, "/").replace(EXTENSION, "");
  return `${bare.endsWith("/") ? bare.slice(0, -1) : bare}${end < 0 ? "" : surtKey.slice(end)}`;
}

/** Returns the part of a rule form behind the site, which is the same on another site if a whole site has moved. */
export const pathOfForm = (form: string): string => form.slice(form.indexOf(")") + 1);

/** Returns the site of a SURT: `com,example)`. */
export const siteOfSurt = (surtKey: string): string => surtKey.slice(0, surtKey.indexOf(")") + 1);
