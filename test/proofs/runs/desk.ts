import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Instance } from '#test/support/instance.js';
import type { Checks } from '#test/support/report.js';
import { SUPER_ADMIN } from '#test/support/shop.js';

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

/** Nothing that a query finds may be there. */
const NONE: readonly (readonly [section: string, what: string, sql: string])[] = [
  [
    'results',
    'a run without a result has a partition',
    `SELECT c.relname AS found FROM pg_class c
      JOIN commission_runs r ON c.relname ~ ('^commission_(lines|members|legs)_' || r.id || '$')
     WHERE c.relkind = 'r' AND r.status NOT IN ('calculated', 'approved', 'posted', 'discarded')`,
  ],
  [
    'results',
    'a run with a result lacks a partition',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status IN ('calculated', 'approved', 'posted') AND to_regclass('commission_lines_' || r.id) IS NULL`,
  ],
  [
    'results',
    'a summary differs from the lines',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status IN ('calculated', 'approved', 'posted')
        AND (r.summary->>'payout')::numeric <> (SELECT coalesce(sum(amount), 0) FROM commission_lines l WHERE l.run_id = r.id)`,
  ],
  [
    'earnings',
    'a posted run has other earnings than lines',
    `SELECT r.id AS found FROM commission_runs r
      WHERE (SELECT coalesce(sum(e.amount), 0) FROM earnings e WHERE e.run_id = r.id)
            <> CASE r.status WHEN 'posted' THEN (SELECT coalesce(sum(l.amount), 0) FROM commission_lines l WHERE l.run_id = r.id) ELSE 0 END`,
  ],
  [
    'earnings',
    'a member has two entries of a period',
    `SELECT uid AS found FROM earnings WHERE kind = 'commission' GROUP BY uid, period HAVING count(*) > 1`,
  ],
  [
    'titles',
    'a member has no title that a posted run gave it',
    `SELECT m.uid AS found FROM network_members m
      JOIN (SELECT DISTINCT ON (c.uid) c.uid, c.title_rank FROM commission_members c
              JOIN commission_runs r ON r.id = c.run_id AND r.status = 'posted' ORDER BY c.uid, r.to_at DESC) AS t ON t.uid = m.uid
     WHERE m.title_rank IS DISTINCT FROM t.title_rank`,
  ],
  [
    'events',
    'a posted run was told otherwise than once',
    `SELECT r.id AS found FROM commission_runs r LEFT JOIN events e ON e.type = 'commission.posted' AND e.aggregate_id = r.id::text
      GROUP BY r.id, r.status HAVING count(e.id) <> CASE r.status WHEN 'posted' THEN 1 ELSE 0 END`,
  ],
  [
    'events',
    'a change of rank was told otherwise than once',
    `SELECT c.uid AS found FROM commission_members c JOIN commission_runs r ON r.id = c.run_id AND r.status = 'posted'
       LEFT JOIN events e ON e.type = 'member.rank_changed' AND e.aggregate_id = c.uid::text AND e.data->>'period' = r.period
      GROUP BY c.uid, r.id, c.title_before, c.title_rank
     HAVING count(e.id) <> CASE WHEN c.title_rank IS DISTINCT FROM c.title_before THEN 1 ELSE 0 END`,
  ],
  [
    'ledger',
    'a row came into a posted period after it was read',
    `SELECT v.id AS found FROM volume_rows v JOIN commission_runs r ON v.at >= r.from_at AND v.at < r.to_at
      WHERE r.status = 'posted' AND v.recorded_at > r.calculated_at`,
  ],
  [
    'periods',
    'posted periods leave a gap or overlap',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status = 'posted' AND r.to_at <> (SELECT max(to_at) FROM commission_runs WHERE status = 'posted')
        AND (SELECT count(*) FROM commission_runs n WHERE n.status = 'posted' AND n.from_at = r.to_at) <> 1`,
  ],
];

/** Holds all runs against what they have left. */
export async function audit(pool: pg.Pool, checks: Checks): Promise<void> {
  for (const [section, what, sql] of NONE) {
    const { rows } = await pool.query<{ found: unknown }>(`${sql} LIMIT 3`);
    checks.that(section, what, rows.length === 0, rows.map(({ found }) => String(found)).join(', '));
  }
}
