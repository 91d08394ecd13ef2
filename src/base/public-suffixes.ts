// A module of its own, since the bundler finds the names of a package of CommonJS only where they are imported statically.
export { getDomain } from "tldts";
