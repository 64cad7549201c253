import { setTimeout as sleep } from 'node:timers/promises';
import type { Retrier } from './retrier.js';
import { BASE, type Person } from '../support/shop.js';

const PACE_MS = 100;

/** Reads the carts of members again and again: what was seen once, no later reader may miss. */
export class Reader {
  /** Carts that went back. */
  readonly failures: string[] = [];
  reads = 0;

  constructor(
    private readonly members: readonly Person[],
    private readonly retrier: Retrier,
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    const seen = new Map<string, number>();
    while (!isOver()) {
      for (const { username, headers } of this.members) {
        const answer = await this.retrier.send({ method: 'GET', path: `${BASE}/commerce/orders/`, headers });
        if (answer?.status !== 200) continue;
        this.reads += 1;
        const orders = Number(answer.data.count);
        const before = seen.get(username) ?? 0;
        if (orders < before) this.failures.push(`${username} had ${before} orders, and then ${orders}`);
        seen.set(username, orders);
      }
      await sleep(PACE_MS);
    }
  }
}
