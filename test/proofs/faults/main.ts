/**
 * Shows what the service does when what it stands on fails: processes are killed, PostgreSQL is restarted, cut off, frozen,
 * full and taken, clients are slow, a clock is wrong, while others change things all the time.
 * `npm run prove -- faults --seed 1 --seconds-per-fault 10`, or `--faults kill,freeze` for some.
 * Ends with 0 when no acknowledged change is lost, nothing but 2xx, 4xx and 503 is answered, no process ends by itself, no
 * connection is cut by a stop, and everything is served again after each fault.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Disk } from '#test/support/disk.js';
import { Balancer } from '#test/support/http.js';
import { type Instance, type InstancesPlan, startInstances } from '#test/support/instance.js';
import { drawSome, someOf, type Values, whole } from '#test/support/options.js';
import { freePorts } from '#test/support/place.js';
import { defineProof, print, type Run } from '#test/support/proof.js';
import { openShop, type Person, type Shop, SUPER_ADMIN } from '#test/support/shop.js';
import { check } from '../races/history/check.js';
import { History, isRead } from '../races/history/operation.js';
import { readFinal } from '../races/load/final.js';
import { Load } from '../races/load/load.js';
import type { Evidence } from '../races/network/evidence.js';
import { describeNetwork, makeNetwork, NetworkLoad, readEvidence } from '../races/network/load.js';
import { checkNetwork } from '../races/network/verdict.js';
import type { Fault, World } from './fault.js';
import { diskFull, FAULTS } from './faults.js';
import { PostgresServer } from './postgres.js';
import { describe, isHeld, type Row, Watch } from './report.js';
import { wholeRound } from './round.js';

const OPTIONS = {
  /** What goes wrong, one after the other, and how many of it the seed draws. */
  faults: someOf(FAULTS),
  draw: whole(FAULTS.length, 1, FAULTS.length),
  /** How long each fault lasts, before it is healed. */
  secondsPerFault: whole(10, 1, 3_600),
};

const INSTANCES = 2;

/** Carts of each fault, which are those of its members. */
const CARTS = 2;
/** Clients of the network, the same for all faults that have some. */
const NETWORKERS = 3;

const CROWD = { shoppersOfACart: 3, clerks: 3, duellists: 3 };

/** The service ends what does not come to an end so soon, and closes what it is not read from. */
const REQUEST_TIMEOUT_MS = 5_000;

const CLOCK = pathToFileURL(join(process.cwd(), 'test/proofs/faults/stepped-clock.ts')).href;

/** How long the load goes on before a fault and after the recovery from it. */
const CALM_MS = 500;

const DISK_MB = 384;

const CONNECT_MS = 30_000;

/** A service that has not recovered within this time has not recovered. */
const RECOVERY_MS = 120_000;

/** A PostgreSQL server, two instances, clients, and one fault after the other. */
class Faults {
  private directory!: string;

  constructor(private readonly run: Run<Values<typeof OPTIONS>>) {}

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<{ rows: Row[]; network: Evidence }> {
    const { random, signal, options } = this.run;
    const faults = drawSome(options.faults, options.draw, options.seed);
    this.directory = await this.run.directory();
    const disk = faults.includes(diskFull) ? await this.mountDisk() : undefined;
    const server = await this.startServer(disk?.path ?? this.directory);
    const instances = await startInstances(this.run, this.planOf(server));
    const balancer = new Balancer(instances, random.fork('balancer'), signal);
    const shop = await openShop(balancer, {
      members: INSTANCES + faults.length * CARTS,
      applications: [{ name: 'clients' }],
      registered: (_, ask, superAdmin) => makeNetwork(ask, superAdmin),
    });
    const everywhere = { shop, instances, signal };
    const networkers = await NetworkLoad.prepare(everywhere, random.fork('network'), NETWORKERS, 'net');
    const pool = this.connect(server);
    // Checking takes a while, in which nothing must wait for it: it comes last.
    const rows: (Omit<Row, 'verdict'> & { history: History })[] = [];
    for (const fault of faults) {
      const first = INSTANCES + rows.length * CARTS;
      const customers = { ...shop, members: shop.members.slice(first, first + CARTS) };
      const around = { shop: customers, instances, history: new History(), signal };
      const load = await Load.prepare(around, pool, random.fork(`load ${fault.name}`), CROWD, fault.name);
      const world = { server, instances, disk, shop, pool, random: random.fork(fault.name), signal };
      const row = await this.suffer(fault, world, load, networkers);
      signal.throwIfAborted();
      print(`${fault.name}: ${row.did}`);
      rows.push(row);
    }
    const network = await readEvidence(pool, [networkers], everywhere, performance.now());
    return { rows: rows.map(({ history, ...row }) => ({ ...row, verdict: check(history) })), network };
  }

  private async mountDisk(): Promise<Disk> {
    const disk = await Disk.mount(join(this.directory, 'disk'), DISK_MB);
    if (!this.run.options.keep) this.run.after(() => disk.unmount());
    return disk;
  }

  private async startServer(path: string): Promise<PostgresServer> {
    const [port] = await freePorts(this.run.random.fork('database'), 1);
    const server = await PostgresServer.create(path, port!);
    this.run.after(() => server.end());
    return server;
  }

  /** The load looks into the database, whatever happens to it. */
  private connect({ adminUrl }: PostgresServer): pg.Pool {
    const pool = new pg.Pool({ connectionString: adminUrl, max: 3, connectionTimeoutMillis: CONNECT_MS });
    pool.on('error', () => undefined);
    this.run.after(() => pool.end());
    return pool;
  }

  private planOf({ url }: PostgresServer): InstancesPlan<string> {
    return {
      roles: Array.from({ length: INSTANCES }, () => 'instance'),
      directory: this.directory,
      settings: {
        DATABASE_URL: url,
        DATA_DIR: this.directory,
        REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${CLOCK}`,
      },
      // What a client is told with 503 is counted where it is told.
      // The job of an import's process that the run itself has killed fails, and is tried again.
      isExpected: (line) =>
        line.includes('Service Unavailable answering') || line.includes('its process ended with SIGKILL'),
    };
  }

  private async suffer(fault: Fault, world: World, load: Load, networkers: NetworkLoad) {
    const { instances, shop } = world;
    const watch = new Watch(instances);
    const before = instances.map(({ accidents, exits }) => ({ accidents: accidents.length, exits }));
    load.start();
    if (fault.withNetwork === true) networkers.start();
    await sleep(CALM_MS);
    const heal = await fault.inject(world);
    await sleep(this.run.options.secondsPerFault * 1000);
    const { did, troubles } = await heal();
    const healed = performance.now();
    const failures = await Promise.all(instances.map((instance, index) => this.recover(instance, shop, index)));
    const recovery = (performance.now() - healed) / 1000;
    await sleep(CALM_MS);
    await Promise.all([load.stop(), networkers.stop()]);
    watch.end();
    const { history } = load.around;
    const changes = Object.values(history.operations)
      .flat()
      .filter((operation) => !isRead(operation));
    await readFinal(load);
    if (this.run.options.keep) {
      await writeFile(join(this.directory, `${fault.name}.json`), JSON.stringify(history.operations));
    }
    return {
      fault,
      did,
      answers: watch.answers,
      acknowledged: changes.filter(({ outcome }) => outcome === 'ok').length,
      history,
      exits: instances.reduce((sum, { exits }, index) => sum + exits - before[index]!.exits, 0),
      recovery,
      troubles: [
        ...troubles,
        ...failures.filter((failure) => failure !== undefined),
        ...instances.flatMap(({ accidents }, index) => accidents.slice(before[index]!.accidents)),
      ],
    };
  }

  /** Waits until an instance serves everything again; each asks as a member of its own. One that has ended is started. */
  private async recover(instance: Instance, shop: Shop, index: number): Promise<string | undefined> {
    if (instance.state === 'down') instance.start();
    await instance.ready(this.run.signal);
    const member: Person = shop.members[index]!;
    const { apikey } = member.headers;
    const { username: superAdmin, password } = SUPER_ADMIN;
    const accounts = {
      apikey: apikey!,
      superAdmin,
      apiAdmin: shop.apiAdmin.username,
      member: member.username,
      password,
    };
    const failure = await wholeRound(instance.url, accounts, RECOVERY_MS);
    return failure === undefined ? undefined : `not recovered within ${RECOVERY_MS / 1000} s: ${failure}`;
  }
}

export default defineProof({
  claim: 'nothing acknowledged was lost, and the service recovered from each fault',
  options: OPTIONS,
  run: (run) => new Faults(run).carryOut(),
  report: ({ rows, network }) => {
    const failures = checkNetwork(network);
    return {
      lines: [...describe(rows), ...describeNetwork(network, failures)],
      isProved: rows.every(isHeld) && failures.length === 0,
    };
  },
});
