import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Of Linux: the clock ticks of `/proc/<pid>/stat` are hundredths of a second. */
export const TICK_MS = 10;

/** Fields of `/proc/<pid>/stat`, counted after the name of the program. */
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/** Processes that another one has started, and that still run; none when it has ended itself. */
export function childrenOf(pid: number): number[] {
  const list = ifRunning(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? '';
  return list.split(' ').filter(Boolean).map(Number);
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

/** Sends a signal to a process, which may just have ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** Some processes, and all that they and theirs have made. */
export async function familyOf(roots: readonly number[]): Promise<number[]> {
  const children = await parents();
  const all = new Set(roots);
  for (const pid of all) for (const child of children.get(pid) ?? []) all.add(child);
  return [...all];
}

/** The children of all processes that have some. */
async function parents(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The second field is the name in brackets, which may hold anything; the fourth is the parent.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}
