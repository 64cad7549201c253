#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024 --initial-old-space-size=48
/** The entry point. */
import './node-version.js';
// The compile cache is next to the program, so writing to it needs the same permissions as changing the program. Without
// write access, the code is compiled at each start.
const { enableCompileCache } = await import('node:module');
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`);
const { start } = await import('./start.js');
await start();
