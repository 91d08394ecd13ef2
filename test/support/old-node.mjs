// Makes Node report another version. Tests of the version check preload this file.
const version = process.env.TEST_NODE_VERSION;
Object.defineProperty(process, "version", { value: `v${version}` });
Object.defineProperty(process, "versions", { value: { ...process.versions, node: version } });
