import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { isRead, History } from '../support/history/operation.js';
import { check } from '../support/history/check.js';
import { Disk } from '../support/disk.js';
import { Balancer } from '../support/http.js';
import { Instance } from '../support/instance.js';
import { readFinal } from '../support/load/final.js';
import { Load } from '../support/load/load.js';
import type { Evidence } from '../support/network/evidence.js';
import { makeNetwork, NetworkLoad, readEvidence } from '../support/network/load.js';
import { freePorts } from '../support/place.js';
import { Random } from '../support/random.js';
import { openShop, SUPER_ADMIN, type Person, type Shop } from '../support/shop.js';
import type { Fault, World } from './fault.js';
import { diskFull } from './faults/disk-full.js';
import { PostgresServer } from './postgres.js';
import type { Row } from './report.js';
import { wholeRound } from './round.js';
import { Watch } from './watch.js';
import { parseArgs } from 'node:util';
import { drawSeed, drawSome, MAX_SEED, wholeNumber } from '../support/options.js';
import { FAULTS } from './faults/index.js';

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

const CONNECT_MS = 2_000;

/** A service that has not recovered within this time has not recovered. */
const RECOVERY_MS = 30_000;

/** One run: a PostgreSQL server, two instances, clients, and one fault after the other. */
export class Run {
  private readonly random: Random;
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private directory: string | undefined;
  private disk: Disk | undefined;
  private server: PostgresServer | undefined;
  private instances: readonly Instance[] = [];
  private pool: pg.Pool | undefined;

  constructor(
    private readonly options: Options,
    signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.signal = AbortSignal.any([signal, this.ending.signal]);
    this.random = new Random(options.seed);
  }

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<{ rows: Row[]; network: Evidence }> {
    const { random, signal } = this;
    const directory = await mkdtemp(join(tmpdir(), 'commerce-proof-'));
    this.directory = directory;
    const [databasePort, ...ports] = await freePorts(random.fork('ports'), 1 + INSTANCES);
    const server = await this.makeServer(directory, databasePort!);
    const instances = ports.map((port) => this.makeInstance(directory, server, port, ports[0]!));
    this.instances = instances;
    for (const instance of instances) {
      instance.start();
      await instance.ready(signal);
    }
    const { faults } = this.options;
    const balancer = new Balancer(instances, random.fork('balancer'), signal);
    const members = INSTANCES + faults.length * CARTS;
    const shop = await openShop(balancer, {
      members,
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
      const world = { server, instances, disk: this.disk, shop, pool, random: random.fork(fault.name), signal };
      const row = await this.suffer(fault, world, load, networkers);
      signal.throwIfAborted();
      this.print(`${fault.name}: ${row.did}`);
      rows.push(row);
    }
    const network = await readEvidence(pool, [networkers], everywhere, performance.now());
    return { rows: rows.map(({ history, ...row }) => ({ ...row, verdict: check(history) })), network };
  }

  /** Ends whatever still runs, and removes what the run has left, however it went. */
  async end(): Promise<void> {
    this.ending.abort(new Error('the run has ended'));
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.pool?.end();
    await this.server?.end();
    if (this.options.keep) this.print(`the data and services.log are in ${this.directory}`);
    if (this.options.keep) return;
    await this.disk?.unmount();
    if (this.directory !== undefined) await rm(this.directory, { recursive: true, force: true });
  }

  private async makeServer(directory: string, port: number): Promise<PostgresServer> {
    const path = join(directory, 'disk');
    if (this.options.faults.includes(diskFull)) this.disk = await Disk.mount(path, DISK_MB);
    this.server = await PostgresServer.create(this.disk?.path ?? directory, port);
    return this.server;
  }

  /** The load looks into the database, whatever happens to it. */
  private connect({ adminUrl }: PostgresServer): pg.Pool {
    this.pool = new pg.Pool({ connectionString: adminUrl, max: 3, connectionTimeoutMillis: CONNECT_MS });
    this.pool.on('error', () => undefined);
    return this.pool;
  }

  private makeInstance(directory: string, { url }: PostgresServer, port: number, firstPort: number): Instance {
    const settings = {
      DATABASE_URL: url,
      DATA_DIR: directory,
      // One for all: it is the issuer of the tokens that each of them takes.
      PUBLIC_URL: `http://127.0.0.1:${firstPort}`,
      DEMO: 'false',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'warn',
      REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${CLOCK}`,
    };
    // What a client is told with 503 is counted where it is told.
    // The job of an import's process that the run itself has killed fails, and is tried again.
    const isExpected = (line: string): boolean =>
      line.includes('Service Unavailable answering') || line.includes('its process ended with SIGKILL');
    return new Instance('instance', port, settings, join(directory, 'services.log'), isExpected);
  }

  private async suffer(fault: Fault, world: World, load: Load, networkers: NetworkLoad) {
    const { instances, shop } = world;
    const watch = new Watch(instances);
    const before = instances.map(({ accidents, exits }) => ({ accidents: accidents.length, exits }));
    load.start();
    if (fault.withNetwork === true) networkers.start();
    await sleep(CALM_MS);
    const heal = await fault.inject(world);
    await sleep(this.options.seconds * 1000);
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
    if (this.options.keep) {
      await writeFile(join(this.directory!, `${fault.name}.json`), JSON.stringify(history.operations));
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
    await instance.ready(this.signal);
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

/** What a run is told. */
interface Options {
  /** What goes wrong, one after the other. */
  faults: readonly Fault[];
  /** Decides what clients and faults draw; which of two processes is faster stays the machine's choice. */
  seed: number;
  /** Seconds that each fault lasts, before it is healed. */
  seconds: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of all processes where they are. */
  keep: boolean;
}

/**
 * Reads `--fault` (any number of them; without one all), `--draw` (so many of them, by the seed), `--seed`, `--seconds-per-fault`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      fault: { type: 'string', multiple: true },
      draw: { type: 'string' },
      seed: { type: 'string' },
      'seconds-per-fault': { type: 'string', default: '10' },
      minutes: { type: 'string', default: '30' },
      keep: { type: 'boolean', default: false },
    },
  });
  const seed = wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED);
  const named = values.fault === undefined ? FAULTS : values.fault.map(faultNamed);
  return {
    faults: drawSome(named, wholeNumber('draw', values.draw ?? String(named.length), 1, named.length), seed),
    seed,
    seconds: wholeNumber('seconds-per-fault', values['seconds-per-fault'], 1, 3_600),
    minutes: wholeNumber('minutes', values.minutes, 1, 24 * 60),
    keep: values.keep,
  };
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((known) => known.name === name);
  if (fault === undefined) {
    const names = FAULTS.map((known) => known.name).join(', ');
    throw new Error(`fault must be one of ${names}, not "${name}"`);
  }
  return fault;
}
