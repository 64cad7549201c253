import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '#test/support/cluster/cluster.js';
import type { Node } from '#test/support/cluster/node.js';
import { type Answer, exchange, type Sender, type Sent, type Silence } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Random } from '#test/support/random.js';
import { BASE, type Person } from '#test/support/shop.js';
import { until } from '#test/support/until.js';

/** What came of one request to an instance. */
export interface Attempt {
  readonly instance: Instance;
  readonly begun: number;
  readonly ended: number;
  readonly outcome: number | Silence;
}

/** A request with all its attempts, as the caller of a good client sees it. */
export interface Request {
  readonly begun: number;
  readonly ended: number;
  readonly attempts: number;
}

const PAUSE_MS = 250;

/** A client that has asked for so long in vain gives up: an error. */
const PATIENCE_MS = 180_000;

const HAS_KEY = new Set(['POST', 'DELETE']);

/** Signing in needs no key: doing it twice does no harm. */
const SIGNS_IN = /\/(token|session)\/$/;

/**
 * A client as `docs/client.md` asks for: each change has an `Idempotency-Key`, and is sent again with it until somebody
 * knows what happened to it.
 */
export class Retrier implements Sender {
  readonly attempts: Attempt[] = [];
  readonly requests: Request[] = [];
  /** What its callers would have to be told. */
  readonly errors: string[] = [];

  constructor(
    private readonly instances: readonly Instance[],
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Sends a request until it is answered.
   * @returns undefined for a change that cannot have a key, when nobody knows what happened to it
   * @throws when the run is given up, or nobody has answered for long
   */
  async send(request: Sent): Promise<Answer | undefined> {
    const { method, path } = request;
    const hasKey = HAS_KEY.has(method) && !SIGNS_IN.test(path);
    const isRepeatable = method !== 'PATCH';
    const key: Sent['headers'] = hasKey ? { 'idempotency-key': randomUUID() } : {};
    const sent = { ...request, headers: { ...request.headers, ...key } };
    const begun = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      this.signal.throwIfAborted();
      const answer = await this.attempt(sent);
      if (!shouldRetry(answer)) {
        this.requests.push({ begun, ended: performance.now(), attempts });
        if (answer.status === 401 || answer.status >= 500) {
          this.errors.push(`${method} ${path} was answered with ${answer.status} ${answer.message}`);
        }
        return answer;
      }
      if (!isRepeatable && answer !== 'unsent') return undefined;
      if (performance.now() - begun > PATIENCE_MS) {
        this.errors.push(`${method} ${path} was not answered within ${PATIENCE_MS / 1000} s`);
        throw new Error(this.errors.at(-1));
      }
      await sleep(PAUSE_MS, undefined, { signal: this.signal });
    }
  }

  private async attempt(sent: Sent): Promise<Answer | Silence> {
    const instance = this.random.pick(this.instances);
    const begun = performance.now();
    const answer = await exchange(instance, sent);
    const outcome = typeof answer === 'string' ? answer : answer.status;
    this.attempts.push({ instance, begun, ended: performance.now(), outcome });
    return answer;
  }
}

function shouldRetry(answer: Answer | Silence): answer is Silence {
  if (typeof answer === 'string') return true;
  return answer.status === 503 || (answer.status === 409 && answer.message.includes('still running'));
}

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

const MARK_MS = 20;
const CONNECT_MS = 1_000;

const TABLE = 'CREATE SCHEMA proof; CREATE TABLE proof.marks (mark int NOT NULL)';

/**
 * Writes to each node directly, past HAProxy and PgBouncer, for as long as the node takes it: a client whose connection to
 * a frozen primary outlives the freeze. Whatever a node acknowledges must be there in the end.
 */
export class Marks {
  private readonly acknowledged: number[] = [];
  private readonly ending = new AbortController();
  private written: Promise<unknown> = Promise.resolve();
  private count = 0;

  constructor(private readonly cluster: Cluster) {}

  /** Makes the table, and begins to write. */
  async start(pool: pg.Pool): Promise<void> {
    await pool.query(TABLE);
    this.written = Promise.all(this.cluster.nodes.map((node) => this.writeTo(node)));
  }

  /** Ends writing. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.written;
  }

  /** How many were acknowledged, and what is wrong with them. */
  async check(pool: pg.Pool): Promise<{ acknowledged: number; failures: string[] }> {
    const { rows } = await pool.query<{ mark: number; count: number }>(
      'SELECT mark, count(*)::int AS count FROM proof.marks GROUP BY mark',
    );
    const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
    const lost = this.acknowledged.filter((mark) => !counts.has(mark));
    const doubled = rows.filter(({ count }) => count > 1);
    return {
      acknowledged: this.acknowledged.length,
      failures: [
        ...lost.map((mark) => `mark ${mark} was acknowledged by a node and is lost`),
        ...doubled.map(({ mark, count }) => `mark ${mark} is there ${count} times`),
      ],
    };
  }

  private async writeTo(node: Node): Promise<void> {
    while (!this.ending.signal.aborted) {
      const client = new pg.Client({
        connectionString: this.cluster.urlAt(node),
        connectionTimeoutMillis: CONNECT_MS,
        application_name: 'proof',
      });
      client.on('error', () => undefined);
      // A node that is down, or no primary, refuses.
      await this.writeWith(client).catch(() => undefined);
      client.end().catch(() => undefined);
      await sleep(CONNECT_MS / 4);
    }
  }

  private async writeWith(client: pg.Client): Promise<void> {
    await client.connect();
    // Not before: a client that is ended while it connects never says so.
    const end = (): void => void client.end().catch(() => undefined);
    if (this.ending.signal.aborted) return;
    this.ending.signal.addEventListener('abort', end, { once: true });
    try {
      await this.writeOn(client);
    } finally {
      this.ending.signal.removeEventListener('abort', end);
    }
  }

  private async writeOn(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]!.standby) return;
    while (!this.ending.signal.aborted) {
      this.count += 1;
      const mark = this.count;
      await client.query('INSERT INTO proof.marks VALUES ($1)', [mark]);
      this.acknowledged.push(mark);
      await sleep(MARK_MS);
    }
  }
}

const SAME_MS = 120_000;

/** All of the tables that clients change, in a few words. */
const CONTENT = `SELECT concat_ws(' ',
  (SELECT count(*) || ' events ' || md5(string_agg(id::text, ',' ORDER BY sequence)) FROM events),
  (SELECT count(*) || ' orders ' || md5(string_agg(id || '-' || status || '-' || version, ',' ORDER BY id)) FROM orders),
  (SELECT count(*) || ' bundles ' || md5(string_agg(bundle_id || coalesce(deleted_at::text, ''), ',' ORDER BY bundle_id, deleted_at)) FROM bundles),
  (SELECT count(*) || ' users ' || md5(string_agg(username, ',' ORDER BY username)) FROM users),
  (SELECT count(*) || ' marks ' || md5(string_agg(mark::text, ',' ORDER BY mark)) FROM proof.marks)) AS content`;

/** Waits until all nodes hold the same; says what they hold when they do not. */
export async function compareNodes(cluster: Cluster): Promise<string[]> {
  let contents: string[] = [];
  const areSame = async (): Promise<boolean> => {
    contents = await Promise.all(cluster.nodes.map((node) => contentOf(cluster, node)));
    return new Set(contents).size === 1;
  };
  return until(areSame, SAME_MS, 'the nodes did not hold the same').then(
    () => [],
    (error: unknown) => [`${String(error)}: ${contents.join('; ')}`],
  );
}

async function contentOf(cluster: Cluster, node: Node): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.urlAt(node) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ content: string }>(CONTENT);
    return rows[0]!.content;
  } finally {
    await client.end();
  }
}
