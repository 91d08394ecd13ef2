import { allExtensions } from "../../src/extensions/all.js";
import { registerExtensions } from "../../src/run/extensions/register.js";
import { registries } from "../../src/run/extensions/registries.js";

/** Importing this file registers the definitions of all extensions, as the library does. */
registerExtensions(allExtensions, registries);
