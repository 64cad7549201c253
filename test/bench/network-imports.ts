import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase, BenchServer } from './database.js';
import { type JobCost, JobMeter, type ServerProcess } from './server-process.js';
import { SMALL } from './jobs.js';
import { ROWS_EACH, writeMembers, writeVolumes } from './network-rows.js';
import { headOf, rowOf, type Network, type Part } from './network-part.js';
import { post, signInAgain, SUPER_ADMIN, type Shop } from './shop.js';
import { fillShop, startOnAllCores } from './sides.js';
import { RATE, SteadyLoad, type Waits } from './steady-load.js';

const PORT = 22_160;

/** Milliseconds of the load before an import, and between looks at it. */
const BEFORE_MS = 20_000;
const LOOK_MS = 200;

/** An access token is good for 15 minutes. */
const MOST_MS = 14 * 60_000;

/** What the specification wants; seconds with so many members. */
const MOST_MB = 500;
const MOST_TIMES = 2;
const WANTED_S = { members: 120, volumes: 180 };
const WANTED_OF = 1_000_000;

/** Below so many requests, a p99 is one or two of them, and is reported but not checked. */
const ENOUGH = 500;

const COLUMNS = [
  'Import',
  'File, MB',
  'In all, s',
  'of it the upload',
  'Wanted of 1,000,000 members',
  'Processor, s: its process',
  'database',
  'service',
  'Peak memory, MB',
  'Wanted',
  'API before, ms: p50 / p99',
  'during',
  'p99 during / before',
  'Wanted',
  'Wrong answers',
];

/** What happened to an import, as the service tells it. */
interface Told {
  readonly id: string;
  readonly status: string;
  readonly accepted: number;
}

/** What an import cost. */
interface Cost extends JobCost {
  readonly uploadMs: number;
}

/** Imports of members, and of volumes of theirs, over HTTP, while a shop's clients ask. */
export class ImportsPart implements Part {
  readonly marker = 'bench:network-imports';
  readonly networks: readonly Network[];
  private readonly rows: string[] = [];

  constructor(members: readonly number[]) {
    this.networks = members.map((count) => ({ shape: 'bush', members: count }));
  }

  async measure(server: BenchServer, { members }: Network): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'commerce-bench-'));
    const name = `imports_${members}`;
    const database = await server.create(name);
    try {
      const shop = await fillShop(database, SMALL, PORT);
      const service = await startOnAllCores(database.url, String(PORT));
      try {
        const stand = new ImportStand(service, shop, database);
        const path = join(directory, 'rows.ndjson');
        await stand.set({ placement: 'binary' });
        for (const kind of ['members', 'volumes'] as const) {
          const count = kind === 'members' ? members : members * ROWS_EACH;
          const bytes = await (kind === 'members' ? writeMembers : writeVolumes)(path, members);
          this.keep({ kind, members, count, bytes }, await stand.measure(kind, path, count));
        }
      } finally {
        await service.stop();
      }
    } finally {
      await server.drop(name);
      await rm(directory, { recursive: true, force: true });
    }
  }

  lines(): string[] {
    return [
      `A client sends a file of shuffled NDJSON to the service over HTTP and asks until it is done, while others ask the shop ${RATE} times a second for pages of bundles and carts, and change carts. Service, import, database and load share all cores. The members are new, each with a sponsor and a place; of each there are ${ROWS_EACH} rows of volumes.`,
      '',
      ...headOf(COLUMNS),
      ...this.rows,
    ];
  }

  private keep({ kind, members, count, bytes }: File, { cost, before, during }: Measured): void {
    const times = during.p99 / before.p99;
    const peak = cost.peak / 2 ** 20;
    const errors = before.errors + during.errors;
    const isQuick = during.requests < ENOUGH || times <= MOST_TIMES;
    const isInTime = members > WANTED_OF || cost.wallMs <= WANTED_S[kind] * 1_000;
    if (!isQuick || !isInTime || peak >= MOST_MB || errors > 0) process.exitCode = 1;
    const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
    const waits = ({ p50, p99, requests }: Waits): string =>
      `${p50.toFixed(1)} / ${p99.toFixed(1)} (${requests} requests)`;
    this.rows.push(
      rowOf([
        `${count.toLocaleString('en')} ${kind === 'members' ? 'members' : 'rows of volumes'}`,
        (bytes / 2 ** 20).toFixed(0),
        seconds(cost.wallMs),
        seconds(cost.uploadMs),
        `≤ ${WANTED_S[kind]}`,
        seconds(cost.processMs),
        seconds(cost.databaseMs),
        seconds(cost.serviceMs),
        peak.toFixed(0),
        `< ${MOST_MB}`,
        waits(before),
        waits(during),
        `**${times.toFixed(2)}**`,
        `≤ ${MOST_TIMES}`,
        String(errors),
      ]),
    );
  }
}

interface File {
  readonly kind: keyof typeof WANTED_S;
  readonly members: number;
  /** Rows. */
  readonly count: number;
  readonly bytes: number;
}

interface Measured {
  readonly cost: Cost;
  readonly before: Waits;
  readonly during: Waits;
}

/** A service with a shop, into which files are imported. */
class ImportStand {
  private readonly load: SteadyLoad;

  constructor(
    private readonly service: ServerProcess,
    private readonly shop: Shop,
    private readonly database: BenchDatabase,
  ) {
    this.load = new SteadyLoad(service, shop);
  }

  /** Changes the network's settings. */
  async set(settings: object): Promise<void> {
    await post(this.service, '/admin/api/network/settings/', await this.admin(), settings, 'PATCH');
  }

  /**
   * Imports a file, with clients at the shop before and meanwhile.
   * @throws Error when not all rows are written
   */
  async measure(kind: keyof typeof WANTED_S, path: string, rows: number): Promise<Measured> {
    await signInAgain(this.service, this.shop);
    const { waits: before } = await this.load.during(sleep(BEFORE_MS));
    await signInAgain(this.service, this.shop);
    const address = kind === 'members' ? '/admin/api/network/import/' : '/admin/api/volumes/import/';
    const { done: cost, waits: during } = await this.load.during(this.import(address, path, rows));
    return { cost, before, during };
  }

  private async import(address: string, path: string, rows: number): Promise<Cost> {
    const admin = await this.admin();
    const meter = await JobMeter.begin(this.service, this.database);
    const type = { 'content-type': 'application/x-ndjson' };
    const file = await openAsBlob(path);
    let told = await this.ask(address, { method: 'POST', headers: { ...admin, ...type }, body: file });
    const uploadMs = meter.wallMs;
    while (told.status === 'queued' || told.status === 'running') {
      if (meter.wallMs > MOST_MS) throw new Error(`an import took more than ${MOST_MS / 60_000} minutes`);
      await sleep(LOOK_MS);
      meter.look();
      told = await this.ask(`/admin/api/imports/${told.id}/`, { headers: admin });
    }
    const cost = meter.end();
    if (told.status !== 'done' || told.accepted !== rows)
      throw new Error(`an import of ${rows} rows ended so: ${JSON.stringify(told).slice(0, 1_000)}`);
    return { uploadMs, ...cost };
  }

  private async admin(): Promise<{ authorization: string }> {
    const { access_token } = await post(this.service, '/admin/api/session/', {}, SUPER_ADMIN);
    return { authorization: `Bearer ${String(access_token)}` };
  }

  private async ask(path: string, request: RequestInit): Promise<Told> {
    const response = await fetch(`${this.service.url}${path}`, request);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered with ${text.slice(0, 1_000)}`);
    return (JSON.parse(text) as { data: Told }).data;
  }
}
