// Makes this Node say that it is another one: preloaded by tests of the version check.
const version = process.env.TEST_NODE_VERSION;
Object.defineProperty(process, "version", { value: `v${version}` });
Object.defineProperty(process, "versions", { value: { ...process.versions, node: version } });
