import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { History } from '../support/history/operation.js';
import { Balancer } from '../support/http.js';
import { Instance } from '../support/instance.js';
import { readFinal } from '../support/load/final.js';
import { Load } from '../support/load/load.js';
import { freePorts, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { openShop, SUPER_ADMIN } from '../support/shop.js';
import type { Options } from './options.js';

const INSTANCES = 2;
const CARTS = 4;
const LOOK_MS = 50;
const PROGRESS_MS = 10_000;

/** What a run leaves. */
export interface Outcome {
  history: History;
  /** For how long the clients worked. */
  seconds: number;
  /** What went wrong beside the answers. */
  troubles: string[];
}

/** One run: starts two instances on one database, lets the clients work, and reads what is there in the end. */
export class Run {
  private readonly random: Random;
  private instances: Instance[] = [];

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
    const plan = { members: CARTS, applications: [{ name: 'races' }] };
    const shop = await openShop(new Balancer(instances, random.fork('balancer'), signal), plan);
    const history = new History();
    const load = await Load.prepare({ shop, instances, history, signal }, this.place.pool, random.fork('load'));
    const seconds = await this.work(load, history);
    await readFinal(load);
    const troubles: string[] = [];
    for (const instance of instances) {
      if (!(await instance.stop())) troubles.push(`the service at ${instance.port} did not stop with 0`);
    }
    if (this.options.keep) {
      await writeFile(join(this.place.dataDir, 'history.json'), JSON.stringify(history.operations));
    }
    return { history, seconds, troubles: [...troubles, ...instances.flatMap(({ accidents }) => accidents)] };
  }

  /** Ends whatever still runs, however the run went. */
  async end(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.kill()));
  }

  private async startAll(): Promise<Instance[]> {
    const ports = await freePorts(this.random.fork('ports'), INSTANCES);
    const settings = {
      DATA_DIR: this.place.dataDir,
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

  private async work(load: Load, history: History): Promise<number> {
    const begun = performance.now();
    const progress = setInterval(() => this.print(`${history.length} operations`), PROGRESS_MS);
    try {
      load.start();
      while (history.length < this.options.operations) await sleep(LOOK_MS, undefined, { signal: this.signal });
    } finally {
      clearInterval(progress);
      await load.stop();
    }
    return (performance.now() - begun) / 1000;
  }
}
