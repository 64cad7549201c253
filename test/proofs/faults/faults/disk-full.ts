import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, World } from '../fault.js';
import { until } from '../../support/until.js';
import { repeat } from '../../support/repeat.js';

const PAUSE_MS = 100;

/** Readiness looks at most every two seconds; a server that starts anew may find room for a moment. */
const TOLD_MS = 10_000;

/**
 * The disk with PostgreSQL's data and its log of changes is full up to the last byte, and stays so. The server may end
 * over it; then it is started again and again, as a supervisor does, until there is room.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  title: 'disk full',
  inject: async ({ server, disk, instances }: World) => {
    if (disk === undefined) throw new Error('there is no disk to fill');
    let crashes = 0;
    const end = repeat(async () => {
      await disk.fill();
      // Else the files that the server has kept for later would do for a while.
      await server.switchLog().catch(() => undefined);
      await sleep(PAUSE_MS);
      if (await server.isRunning()) return;
      crashes += 1;
      await server.start().catch(() => undefined);
    });
    return async () => {
      const ready = await Promise.all(instances.map(({ url }) => staysReady(url)));
      await end();
      await disk.clear();
      if (!(await server.isRunning())) await server.start();
      return { did: `the server ended ${crashes} times`, troubles: ready.flat() };
    };
  },
};

/** Load balancers must hear of a database that cannot write. */
async function staysReady(url: string): Promise<string[]> {
  try {
    const isUnready = async (): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 503;
    await until(isUnready, TOLD_MS, `${url} called itself ready on a full disk`);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
