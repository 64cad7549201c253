import { start } from './start.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(`Node 24.11 or later is needed, this is ${process.versions.node}; use "npm start", which brings its own\n`);
  process.exit(1);
}
await start();
