import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;

/**
 * Waits until something holds.
 * @throws Error with `otherwise` when it does not within `ms` milliseconds
 */
export async function until(holds: () => Promise<boolean> | boolean, ms: number, otherwise: string): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${otherwise} within ${ms / 1000} s`);
    await sleep(LOOK_MS);
  }
}
