#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024 --initial-old-space-size=48
/** The entry of the service. On an older Node it says so in one line, before anything that would not load there. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(
    `Node 24.11 or later is needed, this is ${process.versions.node}; use "npm start", which brings its own\n`,
  );
  process.exit(1);
}
// Compiled code is kept for the next start, beside the program: whoever may write there may change the program as well.
// Where nobody may, the code is compiled each time.
const { enableCompileCache } = await import('node:module');
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`);
const { start } = await import('./start.js');
await start();
