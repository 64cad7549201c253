import pg from 'pg';
import type { Answer } from './start-test-app.js';

/** A statement as the driver got it. */
export interface Run {
  /** That it is prepared under; none for one that TypeORM made. */
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** Everything that the service sends to the database while a request is answered. */
export async function statementsOf(request: () => Promise<Answer>): Promise<Run[]> {
  return sentDuring(async () => {
    const { status, text } = await request();
    if (status !== 200) throw new Error(`answered with ${status}: ${text}`);
  });
}

/** Everything that the service sends to the database while something is done. */
export async function sentDuring(work: () => Promise<void>): Promise<Run[]> {
  const runs: Run[] = [];
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  prototype.query = function (
    this: pg.Client,
    config: string | pg.QueryConfig,
    values?: unknown[],
    ...rest: unknown[]
  ) {
    const text = typeof config === 'string' ? config : config.text;
    const given = typeof config === 'string' ? values : (config.values ?? values);
    const name = typeof config === 'string' ? undefined : config.name;
    runs.push({ name, text, values: Array.isArray(given) ? given : [] });
    return (original.value as (...args: unknown[]) => unknown).call(this, config, values, ...rest);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    Object.defineProperty(prototype, 'query', original);
  }
  return runs.filter(({ text }) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text));
}

/** A value as EXECUTE takes it. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
