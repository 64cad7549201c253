import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { History } from '../support/history/operation.js';
import { Balancer } from '../support/http.js';
import { PROGRAMS } from '../support/cluster/debian.js';
import { installPackages } from '../support/debian.js';
import { Instance } from '../support/instance.js';
import { readFinal } from '../support/load/final.js';
import { Load } from '../support/load/load.js';
import { MoneyLoad, type MoneyOutcome } from '../support/money/load.js';
import type { Evidence } from '../support/network/evidence.js';
import { makeNetwork, NetworkLoad, readEvidence } from '../support/network/load.js';
import { PgBouncer } from '../support/pgbouncer.js';
import { freePorts, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { openShop, SUPER_ADMIN, type ShopPlan } from '../support/shop.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** How many operations are asked for, at least. */
    operations: [20_000, 100, 10_000_000],
    /** Connections of PgBouncer in transaction mode, which the services then use; 0 for none. */
    pooled: [0, 0, 100],
  },
  ['keep'],
  () => 30,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;

const INSTANCES = 2;
const CARTS = 4;

/** Clients of the network, and how many changes they ask for, as a part of all operations. */
const NETWORKERS = 6;
const NETWORK_PART = 0.15;

/** Clients of earnings and payouts, and the same of them. */
const CASHIERS = 4;
const MONEY_PART = 0.1;

const LOOK_MS = 50;
const PROGRESS_MS = 10_000;

/** What a run leaves. */
export interface Outcome {
  history: History;
  network: Evidence;
  money: MoneyOutcome;
  /** For how long the clients worked. */
  seconds: number;
  /** What went wrong beside the answers. */
  troubles: string[];
}

/** One run: starts two instances on one database, lets the clients work, and reads what is there in the end. */
export class Run {
  private readonly random: Random;
  private instances: Instance[] = [];
  private pooler: PgBouncer | undefined;

  constructor(
    private readonly options: Options,
    private readonly place: Place,
    private readonly signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.random = new Random(options.seed);
  }

  /** @throws when the run is given up */
  async carryOut(): Promise<Outcome> {
    const { random, signal } = this;
    this.instances = await this.startAll();
    const { instances } = this;
    const plan: ShopPlan = {
      members: CARTS,
      applications: [{ name: 'races' }],
      registered: (_, ask, superAdmin) => makeNetwork(ask, superAdmin),
    };
    const shop = await openShop(new Balancer(instances, random.fork('balancer'), signal), plan);
    const history = new History();
    const around = { shop, instances, signal };
    const load = await Load.prepare({ ...around, history }, this.place.pool, random.fork('load'));
    const networkers = await NetworkLoad.prepare(around, random.fork('network'), NETWORKERS, 'net');
    const cashiers = await MoneyLoad.prepare(around, random.fork('money'), CASHIERS, 'money');
    const seconds = await this.work(load, networkers, cashiers, history);
    const money = await cashiers.check(this.place.pool, instances);
    const network = await readEvidence(this.place.pool, [networkers], around, performance.now());
    await readFinal(load);
    const troubles: string[] = [];
    for (const instance of instances) {
      if (!(await instance.stop())) troubles.push(`the service at ${instance.port} did not stop with 0`);
    }
    if (this.options.keep) {
      await writeFile(join(this.place.dataDir, 'history.json'), JSON.stringify(history.operations));
      await writeFile(join(this.place.dataDir, 'network.json'), JSON.stringify(network));
    }
    return {
      history,
      network,
      money,
      seconds,
      troubles: [...troubles, ...instances.flatMap(({ accidents }) => accidents)],
    };
  }

  /** Ends whatever still runs, however the run went. */
  async end(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.pooler?.stop();
  }

  /** What leads past the server that the services share by their directory. */
  private async pooled(): Promise<Readonly<Record<string, string>>> {
    if (this.options.pooled === 0) return {};
    await installPackages({ pgbouncer: PROGRAMS.pgbouncer }, this.print, { pgbouncer: ['pgbouncer.service'] });
    const { pooler, settings } = await PgBouncer.ready(this.place.databaseUrl, this.options.pooled);
    this.pooler = pooler;
    return settings;
  }

  private async startAll(): Promise<Instance[]> {
    const ports = await freePorts(this.random.fork('ports'), INSTANCES);
    const settings = {
      ...(await this.pooled()),
      ...this.place.settings,
      // One for all: it is the issuer of the tokens that each of them takes.
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DEMO: 'false',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      DATABASE_POOL_SIZE: '20',
      LOG_LEVEL: 'warn',
    };
    const log = join(this.place.dataDir, 'services.log');
    const instances = ports.map((port) => new Instance('api', port, settings, log));
    this.instances = instances;
    for (const instance of instances) {
      instance.start();
      await instance.ready(this.signal);
      this.signal.throwIfAborted();
    }
    return instances;
  }

  private async work(load: Load, networkers: NetworkLoad, cashiers: MoneyLoad, history: History): Promise<number> {
    const begun = performance.now();
    const { operations } = this.options;
    const tell = (): void =>
      this.print(
        `${history.length} operations, ${networkers.asked.length} changes of the network, ${cashiers.asked.length} of payouts`,
      );
    const progress = setInterval(tell, PROGRESS_MS);
    const isEnough = (): boolean =>
      history.length >= operations &&
      networkers.asked.length >= operations * NETWORK_PART &&
      cashiers.asked.length >= operations * MONEY_PART;
    try {
      load.start();
      networkers.start();
      cashiers.start();
      while (!isEnough()) await sleep(LOOK_MS, undefined, { signal: this.signal });
    } finally {
      clearInterval(progress);
      await Promise.all([load.stop(), networkers.stop(), cashiers.stop()]);
    }
    return (performance.now() - begun) / 1000;
  }
}
