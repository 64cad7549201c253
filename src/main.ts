#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024 --initial-old-space-size=48
/** The entry point. On an older Node it prints one line, before loading anything that would fail there. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(
    `Node 24.11 or later is needed, this is ${process.versions.node}; use "npm start", which brings its own\n`,
  );
  process.exit(1);
}
// The compile cache is next to the program, so writing to it needs the same permissions as changing the program. Without
// write access, the code is compiled at each start.
const { enableCompileCache } = await import('node:module');
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`);
const { start } = await import('./start.js');
await start();
