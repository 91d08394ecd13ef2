import { offerExtensions } from "../../src/extensions/index.js";

// Tests start below the entries of the program, which do this.
offerExtensions();
