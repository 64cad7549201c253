import { readdir, readFile } from 'node:fs/promises';

/** Sends a signal to a process, which may just have ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** The processes that a process has made, as Linux lists them. */
export async function childrenOf(parent: number): Promise<number[]> {
  return (await parents()).get(parent) ?? [];
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
