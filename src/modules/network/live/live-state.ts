import { setImmediate } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { readTuples, type CopiedField, type RunSql, SteadyClient, TableTail, TailLost } from '@commerce/postgres';
import { CONNECT_TIMEOUT_MS, SILENCE_MS } from '#common/database/connections.js';
import type { Measured } from './live-thread.js';
import {
  COPY_EDGES,
  COPY_MEMBERS,
  COPY_STATES,
  copyVolumes,
  type EdgeRow,
  EDGES,
  NAMES,
  PLACEMENT,
  type StateRow,
  STATES,
  sumsOf,
  volumesOf,
  type VolumeTailRow,
} from './live.queries.js';
import type { OpenPlan, Period } from './open-plan.js';
import { TREES } from './tree/columns.js';
import { LiveNetwork } from './tree/live-network.js';
import { fill, MemberRows, SumRows } from './tree/loading.js';
import { RankEvaluation } from './tree/rank-evaluation.js';

/** Rows of one read of a tail. */
const BATCH = 10_000;

/** Whoever is so many batches behind is quicker by loading all. */
const MOST_BATCHES = 20;

/** Where there are fewer members, loading is quicker sooner: a member who is followed takes about as long as two that are loaded. */
const MEMBERS_PER_BATCH = 2 * BATCH;

/** A load of millions of members reads for longer than a request may. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Milliseconds without a byte from the server after which a connection is lost. */
const SILENCE = {
  /** While what has changed is read: that takes little time. */
  following: SILENCE_MS,
  /** Until all is loaded, and what the tails have to check then. */
  loading: STATEMENT_TIMEOUT_MS + 5_000,
};

interface Tails {
  readonly states: TableTail<StateRow>;
  readonly edges: TableTail<EdgeRow>;
  readonly volumes: TableTail<VolumeTailRow>;
}

interface Loaded {
  readonly network: LiveNetwork;
  readonly tails: Tails;
  /** By which it is measured. */
  plan: OpenPlan;
  readonly placement: string;
}

/** The live network, loaded from the database and kept in step with it, over one connection. */
export class LiveState {
  private loaded: Loaded | undefined;
  private client: SteadyClient | undefined;
  private isLost = false;
  private loads = false;
  /** Whose names are to be read again. */
  private readonly renamed = new Set<number>();

  constructor(
    private readonly url: string,
    private readonly evaluation = new RankEvaluation(undefined),
    private readonly silence = SILENCE,
  ) {}

  /** What is known; undefined until it is loaded. It stays while it is loaded again. */
  get network(): LiveNetwork | undefined {
    return this.loaded?.network;
  }

  /** What the volumes of {@link network} are of. */
  get measured(): Measured | undefined {
    if (this.loaded === undefined) return undefined;
    const { key, period, qualifying } = this.loaded.plan;
    return { key, period, qualifying };
  }

  /** Whether all is being loaded: for seconds, what is known grows old. */
  get isLoading(): boolean {
    return this.loads;
  }

  /**
   * Takes in what has changed, or loads all where nothing is known, too much has changed or a period has begun. One call at
   * a time.
   * @throws whatever the database says; the next call then loads all
   */
  async follow(plan: OpenPlan): Promise<void> {
    try {
      const client = (this.client ??= await this.connect());
      const { loaded } = this;
      if (loaded === undefined || this.isLost || !(await this.take(loaded, plan, runOn(client)))) {
        this.loads = true;
        client.allowSilence(this.silence.loading);
        const found = await load(client, plan);
        await this.evaluation.renew(found.network, plan);
        this.loaded = found;
        this.isLost = false;
      } else {
        client.allowSilence(this.silence.following);
        void this.evaluation.renew(loaded.network, plan);
      }
      await this.readNames(runOn(client));
    } catch (error) {
      this.isLost = true;
      await this.end();
      throw error;
    } finally {
      this.loads = false;
    }
  }

  /** The name of somebody may have changed: the next {@link follow} reads it. */
  rename(uid: number): void {
    this.renamed.add(uid);
  }

  async end(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Returns false if all must be loaded instead. */
  private async take(loaded: Loaded, plan: OpenPlan, run: RunSql): Promise<boolean> {
    const { network, tails } = loaded;
    const former = loaded.plan;
    if (!isSamePeriod(plan.period, former.period)) {
      if (plan.period.from < former.period.to) return false;
      // What is shown until the new period is read: nearly nothing was sold in it yet.
      loaded.plan = plan;
      network.beginPeriod();
      await stepwise(network.rebuild());
      return false;
    }
    if (plan.key !== former.key) {
      loaded.plan = plan;
      network.qualifyBy(plan.qualifying);
    }
    try {
      const most = Math.min(MOST_BATCHES, 1 + Math.floor(network.size / MEMBERS_PER_BATCH));
      const volumes = await drain(tails.volumes, run, MOST_BATCHES);
      const states = await drain(tails.states, run, most);
      // Last, so that new members have come with their edges.
      const edges = await drain(tails.edges, run, most);
      const [settings] = await run<{ placement: string }>(PLACEMENT, []);
      if (settings?.placement !== loaded.placement) return false;
      // Who is no distributor, or was none in between, has no place of before.
      const unplaced = states.filter(({ kind }) => kind !== 'distributor').map(({ uid }) => uid);
      network.apply(states.filter(isOpen), edges.filter(isOpen), unplaced);
      for (const { uid, business, points, cumulative } of volumes)
        network.volumes.add(uid, [business, points, cumulative]);
      await readSums(network, plan, run);
    } catch (error) {
      if (error instanceof TailLost) return false;
      throw error;
    }
    if (network.isStale) await stepwise(network.rebuild());
    return true;
  }

  private async readNames(run: RunSql): Promise<void> {
    if (this.renamed.size === 0) return;
    const uids = [...this.renamed];
    this.renamed.clear();
    for (const { uid, text } of await run<{ uid: number; text: string }>(NAMES, [uids])) {
      this.loaded?.network.rename(uid, text);
    }
  }

  private async connect(): Promise<SteadyClient> {
    const client = new SteadyClient({
      connectionString: this.url,
      application_name: 'commerce-live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      silence_timeout: this.silence.loading,
      keepAlive: true,
      options: '-c jit=off',
    });
    await client.connect();
    // Not as a setting of the connection: a pooler in between may drop it.
    await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return client;
  }
}

/** Whether two periods are the same. */
function isSamePeriod(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}

const isOpen = (row: { isOpen: boolean }): boolean => row.isOpen;

function runOn(client: SteadyClient): RunSql {
  return async <Row>(text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as Row[];
}

/** Reads all, from one snapshot. */
async function load(client: SteadyClient, plan: OpenPlan): Promise<Loaded> {
  const { period, qualifying } = plan;
  const run = runOn(client);
  const tails = {
    states: new TableTail<StateRow>(STATES, { batch: BATCH }),
    edges: new TableTail<EdgeRow>(EDGES, { batch: BATCH }),
    volumes: new TableTail<VolumeTailRow>(volumesOf(period), { batch: BATCH }),
  };
  const network = new LiveNetwork();
  const rows = new MemberRows();
  const sums = new SumRows();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const [settings] = await run<{ placement: string }>(PLACEMENT, []);
  for (const tail of Object.values(tails)) await tail.begin(run);
  const copied = (sql: string, fields: readonly CopiedField[], each: (numbers: Float64Array) => void): Promise<void> =>
    readTuples(client.query(copyTo(sql)), fields, each);
  await copied(COPY_STATES, ['integer', 'integer', 'integer'], (row) => rows.add(row[0]!, row[1]!, row[2]!));
  let text: Uint8Array = new Uint8Array();
  const name: CopiedField = { take: (bytes) => void (text = bytes) };
  await copied(COPY_MEMBERS, ['integer', 'instant', name], (row) => rows.describe(row[0]!, Math.floor(row[1]!), text));
  await copied(COPY_EDGES, ['integer', 'integer', 'integer', 'integer'], (row) =>
    rows.stand(TREES[row[0]!]!, row[1]!, row[2]!, row[3]!),
  );
  await copied(copyVolumes(period), ['integer', 'fixed', 'fixed', 'fixed'], (row) => sums.add(row));
  await client.query('COMMIT');
  await stepwise(fill(network, rows, sums));
  network.qualifyBy(qualifying);
  return { network, tails, plan, placement: settings?.placement ?? '' };
}

/** Of those whose rows are not added one by one: they are few, if any. */
async function readSums(network: LiveNetwork, { period }: OpenPlan, run: RunSql): Promise<void> {
  if (network.volumes.readApart.size === 0) return;
  const rows = await run<VolumeTailRow>(sumsOf(period), [[...network.volumes.readApart]]);
  for (const { uid, business, points, cumulative } of rows) network.volumes.set(uid, [business, points, cumulative]);
}

/**
 * All that a tail has.
 * @param most batches
 * @throws TailLost if all of them were full
 */
async function drain<Row extends object>(tail: TableTail<Row>, run: RunSql, most: number): Promise<Row[]> {
  const all: Row[] = [];
  for (let batches = 0; batches < most; batches += 1) {
    const rows = await tail.read(run);
    for (const row of rows) all.push(row);
    if (rows.length < BATCH) return all;
  }
  throw new TailLost('too much has come in');
}

/** Goes on in steps, between which others get a turn. */
async function stepwise(steps: Generator<void, void>): Promise<void> {
  for (const _ of steps) await setImmediate();
}
