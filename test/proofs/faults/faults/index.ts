import type { Fault } from '../fault.js';
import { clock } from './clock.js';
import { connections } from './connections.js';
import { diskFull } from './disk-full.js';
import { freeze } from './freeze.js';
import { imports } from './imports.js';
import { kill } from './kill.js';
import { restart } from './restart.js';
import { sockets } from './sockets.js';
import { stop } from './stop.js';
import { terminate } from './terminate.js';

/** All faults, in the order in which they are done. */
export const FAULTS: readonly Fault[] = [
  kill,
  imports,
  restart,
  terminate,
  freeze,
  connections,
  diskFull,
  sockets,
  clock,
  stop,
];
