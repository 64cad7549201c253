import { readFileSync } from 'node:fs';

/** Of Linux: the clock ticks of `/proc/<pid>/stat` are hundredths of a second. */
const TICK_MS = 10;

/** Fields of `/proc/<pid>/stat`, counted after the name of the program. */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/** Processes that another one has started, and that still run. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return statOf(pid)[PARENT]!;
}

/** Milliseconds of processor time that a process has used, without those that it started. */
export function processorOf(pid: number): number {
  return sumOf(statOf(pid), OWN);
}

/** The same with all that it has started, whether they have ended or not. */
export function processorOfAll(pid: number): number {
  const own = sumOf(statOf(pid), [...OWN, ...OF_ENDED_CHILDREN]);
  return childrenOf(pid).reduce((sum, child) => sum + (ifRunning(() => processorOfAll(child)) ?? 0), own);
}

/** The most bytes of memory that a process has ever held. */
export function peakMemoryOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
}

/** What is read of a process; undefined if it ends meanwhile. */
export function ifRunning<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

function statOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function sumOf(stat: readonly number[], fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + stat[field]!, 0) * TICK_MS;
}
