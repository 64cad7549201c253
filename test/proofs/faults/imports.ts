import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { childrenOf, send } from '#test/support/processes.js';
import { repeat } from '#test/support/proof.js';
import { SUPER_ADMIN } from '#test/support/shop.js';
import { until } from '#test/support/until.js';
import type { Fault, World } from './fault.js';

/** Rows of a file: reading and writing them takes about as long as an import lives. */
const VOLUMES = 40_000;
const MEMBERS = 10_000;

/** Longest time that an import works before it is killed. */
const LIFE_MS = 1_500;

/**
 * A worker that gives no sign of life is found after ten seconds; then the import is begun again. Its process lets requests go
 * first, of which there are always some here: beside other tests it gets a small part of a processor.
 */
const PATIENCE_MS = 900_000;

const LOOK_MS = 20;

/** How many more imports are tried after the time is over, until one is killed. */
const MOST_MISSES = 10;

/** Something that is imported, and where its rows end up. */
interface Kind {
  readonly path: string;
  readonly rows: number;
  /** The file: so many rows whose names begin with `prefix`; `username` is a member. */
  file(prefix: string, username: string): string;
  /** Counts the rows whose names begin with $1. */
  readonly written: string;
}

const KINDS: readonly Kind[] = [
  {
    path: '/admin/api/volumes/import/',
    rows: VOLUMES,
    file: (prefix, username) => {
      const at = new Date().toISOString();
      const rows = Array.from({ length: VOLUMES }, (_, index) => `${prefix}${index},${username},${at},1.5,1,0`);
      return ['external_id,username,at,business_volume,points,cumulative_volume', ...rows].join('\n');
    },
    written: `SELECT count(*)::integer AS count FROM volume_rows WHERE starts_with(external_id, $1)`,
  },
  {
    path: '/admin/api/network/import/',
    rows: MEMBERS,
    file: (prefix, username) => {
      const at = new Date().toISOString();
      const rows = Array.from({ length: MEMBERS }, (_, index) => `${prefix}${index},customer,${username},${at}`);
      return ['username,kind,sponsor,enrolled_at', ...rows].join('\n');
    },
    written: `SELECT count(*)::integer AS count FROM users u JOIN network_members m ON m.uid = u.uid WHERE starts_with(u.username, $1)`,
  },
];

/** An import as its page tells it. */
interface Told {
  status: string;
  accepted: number;
  skipped: number;
}

/** The processes that imports are done in are killed in the middle of their work, and so are the instances that began them. */
export const imports: Fault = {
  name: 'imports',
  title: 'imports killed (`kill -9`), with and without their instance',
  withNetwork: true,
  inject: async (world) => {
    const troubles: string[] = [];
    const outcomes: string[] = [];
    let kills = 0;
    const first = world.random.below(KINDS.length);
    const importOnce = async (count: number): Promise<void> => {
      const kind = KINDS[(count + first) % KINDS.length]!;
      const { id, headers, prefix } = await begin(world, kind, count);
      const isKilled = await strike(world, id, headers, count % 4 < 2);
      if (isKilled) kills += 1;
      const told = await outcomeOf(world, id, headers);
      const { rows } = await world.pool.query<{ count: number }>(kind.written, [prefix]);
      const written = rows[0]!.count;
      const isWhole =
        told.status === 'done' && told.accepted === kind.rows && told.skipped === 0 && written === kind.rows;
      const isNothing = told.status === 'failed' && written === 0;
      outcomes.push(told.status === 'failed' ? `failed (${await whyItFailed(world, id)})` : told.status);
      if (!isWhole && !isNothing)
        troubles.push(`${kind.path} wrote ${written} of ${kind.rows} rows: ${JSON.stringify(told)}`);
    };
    const end = repeat(importOnce);
    return async () => {
      const times = await end();
      // An import may be over before it is hit.
      for (let count = times; kills === 0 && count < times + MOST_MISSES; count += 1) await importOnce(count);
      if (kills === 0) troubles.push('no import was killed while it worked');
      return {
        did: `${kills} kills, imports of ${VOLUMES} volumes and ${MEMBERS} members in turn: ${outcomes.join(', ')}`,
        troubles,
      };
    };
  },
};

type Headers = Readonly<Record<string, string>>;

/** An import that an instance has taken. */
interface Begun {
  readonly id: string;
  readonly headers: Headers;
  readonly prefix: string;
}

/** Sends a file to an instance. If that is too busy, another one is sent, for it may have the first all the same. */
async function begin(world: World, kind: Kind, count: number): Promise<Begun> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const begun = await sendFile(world, kind, `${process.pid}-${world.random.below(1_000_000)}-${count}-`);
    if (begun !== undefined) return begun;
  }
  throw new Error('no import was begun');
}

/** Sends a file to an instance; undefined if that is too busy. */
async function sendFile(world: World, kind: Kind, prefix: string): Promise<Begun | undefined> {
  const [instance] = world.instances;
  const session = await exchange(instance!, { method: 'POST', path: '/admin/api/session/', body: SUPER_ADMIN });
  if (typeof session === 'string' || session.status === 503) return undefined;
  if (session.status !== 200) throw new Error(`nobody signed in for an import: ${session.status} ${session.message}`);
  const headers = { authorization: `Bearer ${String(session.data.access_token)}` };
  const response = await fetch(`${instance!.url}${kind.path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: kind.file(prefix, world.shop.members[0]!.username),
  });
  if (response.status === 503) return undefined;
  const { data } = (await response.json()) as { data?: { id?: string } };
  if (data?.id === undefined) throw new Error(`an import was answered with ${response.status}`);
  return { id: data.id, headers, prefix };
}

/**
 * Kills the process that does an import, alone or with its instance, which is started again.
 * @returns false when the import was over before
 */
async function strike(world: World, id: string, headers: Headers, withInstance: boolean): Promise<boolean> {
  const at = await workerOf(world, id, headers);
  if (at === undefined) return false;
  await sleep(world.random.below(LIFE_MS));
  const [child] = at.pid === undefined ? [] : childrenOf(at.pid);
  if (child === undefined) return false;
  if (withInstance) {
    await at.kill();
    at.start();
    await at.ready(world.signal);
  } else send(child, 'SIGKILL');
  return true;
}

/** The instance whose child does the import; undefined when it is over. */
async function workerOf(world: World, id: string, headers: Headers): Promise<Instance | undefined> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    for (const instance of world.instances) {
      if (instance.pid !== undefined && childrenOf(instance.pid).length > 0) return instance;
    }
    if (isOver(await read(world, id, headers))) return undefined;
    await sleep(LOOK_MS);
  }
  throw new Error('nobody began an import');
}

async function whyItFailed({ pool }: World, id: string): Promise<string> {
  const sql = 'SELECT j.error FROM long_jobs j JOIN imports i ON i.job_id = j.id WHERE i.id = $1';
  const { rows } = await pool.query<{ error: string | null }>(sql, [id]);
  return rows[0]?.error ?? 'nobody knows why';
}

async function outcomeOf(world: World, id: string, headers: Headers): Promise<Told> {
  let told: Told | undefined;
  const hasEnded = async (): Promise<boolean> => isOver((told = await read(world, id, headers)));
  await until(hasEnded, PATIENCE_MS, 'an import did not end');
  return told!;
}

const isOver = (told: Told | undefined): boolean =>
  told !== undefined && told.status !== 'queued' && told.status !== 'running';

/** Reads an import at some instance that is up. */
async function read({ instances }: World, id: string, headers: Headers): Promise<Told | undefined> {
  const instance = instances.find(({ state }) => state === 'up');
  if (instance === undefined) return undefined;
  const answer = await exchange(instance, { method: 'GET', path: `/admin/api/imports/${id}/`, headers });
  return typeof answer === 'string' || answer.status !== 200 ? undefined : (answer.data as unknown as Told);
}
