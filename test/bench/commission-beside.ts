import { setTimeout as sleep } from 'node:timers/promises';
import { fillPeriod, HYBRID, networkOf } from './commission-network.js';
import { CHECKED, MB, MOST_MB, MOST_SECONDS, WITH_STANDBY } from './commission-runs.js';
import { startDatabaseServer, type BenchDatabase, type BenchServer } from './database.js';
import { type JobCost, JobMeter, type ServerProcess } from './server-process.js';
import { SMALL } from './jobs.js';
import { headOf, networkLoaded, rowOf } from './network-part.js';
import { post, signInAgain, SUPER_ADMIN, type Shop } from './shop.js';
import { fillShop, startOnAllCores } from './sides.js';
import { RATE, SteadyLoad, type Waits } from './steady-load.js';

const PORT = 22_180;

/** What PostgreSQL has if nobody sets it; the embedded one, which is measured, has no parallel workers of its own accord. */
const SETTINGS = { ...WITH_STANDBY, max_parallel_workers_per_gather: '2', max_parallel_maintenance_workers: '2' };

/** Those of the shop are below. */
const FIRST_UID = 10_000;

/** Milliseconds of the load before a run, between looks at it, and of rest after one. */
const BEFORE_MS = 20_000;
const LOOK_MS = 200;
const REST_MS = 10_000;

/** How many times as long the specification lets the slowest hundredth of requests take during a run. */
const MOST_TIMES = 2;
/** Below so many requests, a p99 is one or two of them, and is reported but not checked. */
const ENOUGH = 500;

const COLUMNS = [
  'Members',
  'Run, s',
  'Processor, s: its process',
  'database',
  'service',
  'Peak memory, MB',
  'API before, ms: p50 / p99',
  'during',
  'p99 during / before',
  'Wanted',
  'Wrong answers',
];

/**
 * Measures what the clients of an API feel of whole runs, which the same service does beside: p50 and p99 before and during
 * them. Service, run, database and load share all cores.
 * @param rounds runs of each network
 */
export async function measureBeside(sizes: readonly number[], seed: number, rounds: number): Promise<string[]> {
  const rows: string[] = [];
  const server = await startDatabaseServer(SETTINGS);
  try {
    for (const members of sizes) rows.push(...(await measureNetwork(server, members, { seed, rounds })));
  } finally {
    await server.stop();
  }
  return [
    `Clients ask the shop ${RATE} times a second for pages of bundles and carts, and change carts, ${BEFORE_MS / 1_000} seconds before each run and during it.`,
    '',
    ...headOf(COLUMNS),
    ...rows,
  ];
}

async function measureNetwork(
  server: BenchServer,
  members: number,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<string[]> {
  const name = `beside_${members}`;
  const database = await server.create(name);
  const rows: string[] = [];
  try {
    const shop = await fillShop(database, SMALL, PORT);
    const input = networkOf(members, seed);
    const uid = input.members.uid.map((one) => FIRST_UID + one);
    await fillPeriod(database, { ...input, members: { ...input.members, uid } });
    const service = await startOnAllCores(database.url, String(PORT));
    try {
      const stand = await RunStand.open(service, shop, database);
      await networkLoaded(service, await stand.admin(), { top: uid[0]!, last: uid.at(-1)! });
      for (let round = 0; round < rounds; round += 1) {
        await sleep(REST_MS);
        const row = rowOfRun(members, await stand.measure());
        process.stdout.write(`${row}\n`);
        rows.push(row);
      }
    } finally {
      await service.stop();
    }
  } finally {
    await server.drop(name);
  }
  return rows;
}

interface Measured {
  readonly cost: JobCost;
  readonly before: Waits;
  readonly during: Waits;
}

function rowOfRun(members: number, { cost, before, during }: Measured): string {
  const times = during.p99 / before.p99;
  const errors = before.errors + during.errors;
  const share = Math.max(1, members / CHECKED);
  const isQuick = during.requests < ENOUGH || times <= MOST_TIMES;
  const isSmall = cost.wallMs <= MOST_SECONDS * 1_000 * share && cost.peak < MOST_MB * MB * share;
  if (!isQuick || !isSmall || errors > 0) process.exitCode = 1;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const waits = ({ p50, p99, requests }: Waits): string =>
    `${p50.toFixed(1)} / ${p99.toFixed(1)} (${requests} requests)`;
  return rowOf([
    members.toLocaleString('en'),
    ...[cost.wallMs, cost.processMs, cost.databaseMs, cost.serviceMs].map(seconds),
    (cost.peak / MB).toFixed(0),
    waits(before),
    waits(during),
    `**${times.toFixed(2)}**`,
    `≤ ${MOST_TIMES}`,
    String(errors),
  ]);
}

/** A service with a shop and a network, whose period it calculates. */
class RunStand {
  private readonly load: SteadyLoad;

  private constructor(
    private readonly service: ServerProcess,
    private readonly shop: Shop,
    private readonly database: BenchDatabase,
    private readonly planId: number,
  ) {
    this.load = new SteadyLoad(service, shop);
  }

  /** Makes a draft of the plan: with one that is published, the service would make previews by itself. */
  static async open(service: ServerProcess, shop: Shop, database: BenchDatabase): Promise<RunStand> {
    const { id } = await post(service, '/admin/api/plans/', await signIn(service), HYBRID);
    return new RunStand(service, shop, database, Number(id));
  }

  admin(): Promise<{ authorization: string }> {
    return signIn(this.service);
  }

  /** Makes a run, with clients at the shop before and meanwhile. */
  async measure(): Promise<Measured> {
    await signInAgain(this.service, this.shop);
    const admin = await this.admin();
    const { waits: before } = await this.load.during(sleep(BEFORE_MS));
    const { done: cost, waits: during } = await this.load.during(this.run(admin));
    return { cost, before, during };
  }

  /** @throws Error when the run fails */
  private async run(admin: { authorization: string }): Promise<JobCost> {
    const meter = await JobMeter.begin(this.service, this.database);
    const wanted = { period: '2026-11', kind: 'preview', plan_id: this.planId };
    let told = await post(this.service, '/admin/api/commission-runs/', admin, wanted);
    while (told.status === 'queued' || told.status === 'running') {
      await sleep(LOOK_MS);
      meter.look();
      const { rows } = await this.database.pool.query<{ status: string; error: string | null }>(
        'SELECT status, error FROM commission_runs WHERE id = $1',
        [told.id],
      );
      told = { ...told, ...rows[0] };
    }
    if (told.status !== 'calculated') throw new Error(`the run is ${String(told.status)}: ${String(told.error)}`);
    return meter.end();
  }
}

async function signIn(service: ServerProcess): Promise<{ authorization: string }> {
  const { access_token } = await post(service, '/admin/api/session/', {}, SUPER_ADMIN);
  return { authorization: `Bearer ${String(access_token)}` };
}
