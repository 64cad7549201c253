import { readFileSync } from 'node:fs';
import { processorOfAll, TICK_MS } from '#test/support/processes.js';

/** Milliseconds of processor time of a machine, since it started. */
export interface MachineTimes {
  /** Of all cores, idle or not. */
  readonly all: number;
  /** Of it, what anybody used. */
  readonly used: number;
  /** Of what was used, this program's part, with all that it has started. */
  readonly own: number;
}

/** The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, and what the host gave to other machines. */
const FIELDS = 8;
const UNUSED = [3, 4];

/** Reads the machine's times. */
export function machineTimes(): MachineTimes {
  return { ...timesOf(readFileSync('/proc/stat', 'utf8')), own: processorOfAll(process.pid) };
}

/** What `/proc/stat` says of all cores together. */
export function timesOf(stat: string): Omit<MachineTimes, 'own'> {
  const ticks = stat
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1, FIELDS + 1)
    .map(Number);
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0) * TICK_MS;
  return { all: sum(ticks), used: sum(ticks.filter((_, field) => !UNUSED.includes(field))) };
}

/** The part of the machine's processor time, 0 to 1, that others used between two readings. */
export function othersPart(before: MachineTimes, after: MachineTimes): number {
  const all = after.all - before.all;
  const others = after.used - before.used - (after.own - before.own);
  return all > 0 ? Math.max(0, others) / all : 0;
}
