import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.js';
import { SUPER_ADMIN } from '../support/shop.js';

/** An answer; status 0 when there was none. */
export interface Told {
  status: number;
  data: Record<string, unknown>;
  text: string;
}

const LOOK_MS = 100;
const NDJSON = 'application/x-ndjson';

/** A super admin's desk: sends to any of the instances that are up, or to one of them. */
export class Desk {
  private token = '';

  constructor(
    private readonly instances: readonly Instance[],
    private readonly signal: AbortSignal,
  ) {}

  async enter(): Promise<void> {
    this.token = String((await this.ask('POST', 'session/', SUPER_ADMIN)).access_token);
  }

  /** Sends to one instance, once. */
  async tell(instance: Instance, method: string, path: string, body?: object | string): Promise<Told> {
    try {
      const answer = await fetch(`${instance.url}/admin/api/${path}`, {
        method,
        signal: this.signal,
        headers: {
          'content-type': typeof body === 'string' ? NDJSON : 'application/json',
          ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const parsed = JSON.parse(text) as { data?: Told['data'] };
      return { status: answer.status, data: parsed.data ?? {}, text };
    } catch {
      this.signal.throwIfAborted();
      return { status: 0, data: {}, text: 'no answer' };
    }
  }

  /**
   * Sends until somebody answers; for what may be sent again.
   * @throws Error for any answer but 200
   */
  async ask(method: string, path: string, body?: object | string): Promise<Told['data']> {
    for (let turn = 0; ; turn += 1) {
      const up = this.instances.filter(({ state }) => state === 'up');
      const one = up[turn % Math.max(1, up.length)];
      const told = one === undefined ? undefined : await this.tell(one, method, path, body);
      if (told?.status === 200) return told.data;
      if (told !== undefined && told.status !== 0 && told.status !== 503)
        throw new Error(`${method} ${path} was answered with ${told.status} ${told.text}`);
      await sleep(LOOK_MS, undefined, { signal: this.signal });
    }
  }

  /** Reads until something holds; undefined when it does not in time. */
  async until(path: string, holds: (data: Told['data']) => boolean, ms: number): Promise<Told['data'] | undefined> {
    const end = Date.now() + ms;
    while (Date.now() < end) {
      const data = await this.ask('GET', path);
      if (holds(data)) return data;
      await sleep(LOOK_MS, undefined, { signal: this.signal });
    }
    return undefined;
  }

  /** Imports a file, and waits until all of it is there. */
  async import(path: string, rows: readonly object[]): Promise<void> {
    const { id } = await this.ask('POST', path, rows.map((row) => JSON.stringify(row)).join('\n'));
    const isOver = ({ status }: Told['data']): boolean => status !== 'queued' && status !== 'running';
    const over = await this.until(`imports/${String(id)}/`, isOver, 120_000);
    if (over?.status !== 'done') throw new Error(`an import is ${JSON.stringify(over)}`);
  }
}
