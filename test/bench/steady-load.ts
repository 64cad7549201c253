import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './figures.js';
import type { Client } from './clients.js';
import { jobsOf } from './jobs.js';
import type { ServerProcess } from './server-process.js';
import type { Shop } from './shop.js';
import { headersOf } from './sides.js';

/** Requests a second: what a shop has at a busy hour, and far from all that the service could answer. */
export const RATE = 50;

/** What a shop's clients do in turn. */
const TURNS = ['list-500', 'cart-read', 'cart-add', 'cart-change'];
const PEOPLE = 16;

/** Milliseconds after which a request counts as not answered. */
const PATIENCE_MS = 30_000;

/** How long requests took, in milliseconds from when it was their turn. */
export interface Waits {
  readonly requests: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
}

/** Asks at a constant rate, whether or not the answers before have come, so that a service that stands still is seen in each. */
export class SteadyLoad {
  private readonly clients: Client[];

  constructor(
    private readonly service: ServerProcess,
    private readonly shop: Shop,
  ) {
    const jobs = jobsOf({ small: shop, large: shop });
    const named = TURNS.map((name) => jobs.find((job) => job.name === name)!);
    this.clients = Array.from({ length: PEOPLE }, (_, index) =>
      named.map((job) => job.client(index, 'service')),
    ).flat();
  }

  /** Asks until something is done. */
  async during<T>(work: Promise<T>): Promise<{ done: T; waits: Waits }> {
    let isOver = false;
    const done = work.finally(() => (isOver = true));
    // Whoever waits for it below is told of its failure.
    done.catch(() => undefined);
    const waits = await this.askUntil(() => isOver);
    return { done: await done, waits };
  }

  private async askUntil(isOver: () => boolean): Promise<Waits> {
    const headers = headersOf(this.shop, 'service');
    const began = performance.now();
    const times: number[] = [];
    const last = new Map<Client, Promise<void>>();
    let errors = 0;
    for (let turn = 0; !isOver(); turn += 1) {
      const due = began + (turn * 1_000) / RATE;
      await sleep(Math.max(0, due - performance.now()));
      const client = this.clients[turn % this.clients.length]!;
      // A client asks again when it has its answer; what it waited for that counts.
      const asked = (last.get(client) ?? Promise.resolve()).then(async () => {
        if (!(await this.ask(client, headers(client.uid)))) errors += 1;
        times.push(performance.now() - due);
      });
      last.set(client, asked);
    }
    await Promise.all(last.values());
    times.sort((one, other) => one - other);
    return { requests: times.length, errors, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }

  /** @returns whether the answer was right */
  private async ask(client: Client, headers: Readonly<Record<string, string>>): Promise<boolean> {
    const { method, path, body } = client.next();
    try {
      const response = await fetch(`${this.service.url}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return client.check(response.status, await response.text());
    } catch {
      return false;
    }
  }
}
