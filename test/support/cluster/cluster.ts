import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../until.js';
import {
  type Account,
  chooseAccount,
  commandAs,
  installPackages,
  makeDirectory,
  mayEnter,
  PROGRAMS,
} from '../debian.js';
import { Daemon, Gate } from './daemon.js';
import { type Member, Node } from './node.js';
import {
  DATABASE,
  etcdArguments,
  haproxySettings,
  nodeName,
  type Passwords,
  patroniSettings,
  pgbouncerSettings,
  type Ports,
  readPasswords,
  ROLE,
  ROLE_SETTINGS,
  SCOPE,
  SUPERUSER,
} from './settings.js';

const run = promisify(execFile);

const START_MS = 120_000;
const SWITCHOVER_MS = 60_000;

/** Of PgBouncer to the primary: fewer than the instances have to PgBouncer. */
const POOLED_CONNECTIONS = 8;

/** What a cluster is made with. */
export interface ClusterPlan {
  /** Where all of it goes. */
  readonly directory: string;
  readonly ports: Ports;
  /** Makes the directory of a node, if it is to be something special. */
  readonly prepare?: (directory: string) => Promise<void>;
}

/** Three nodes of PostgreSQL under Patroni, three of etcd, and HAProxy and PgBouncer before them, at 127.0.0.1. */
export class Cluster {
  private constructor(
    private readonly account: Account,
    private readonly ports: Ports,
    private readonly passwords: Passwords,
    private readonly etcd: readonly Daemon[],
    private readonly gates: readonly Gate[],
    /** The nodes of PostgreSQL. */
    readonly nodes: readonly Node[],
    private readonly before: readonly Daemon[],
  ) {}

  /**
   * Installs Debian's packages of the programs that are missing.
   * @throws Error in words when they cannot be installed here
   */
  static async install(print: (line: string) => void): Promise<void> {
    await installPackages(['postgresql-15', 'patroni', 'etcd-server', 'haproxy', 'pgbouncer'], print);
  }

  /**
   * Writes the configuration of a cluster.
   * @throws Error when its processes may not enter the directory
   */
  static async make({ directory, ports, prepare }: ClusterPlan): Promise<Cluster> {
    const account = await chooseAccount();
    await mkdir(directory, { recursive: true });
    // Its processes pass through; the directories in it are closed to all others.
    await chmod(directory, 0o711);
    if (!(await mayEnter(account, join(directory, 'x')))) {
      throw new Error(`${account.name} may not enter ${directory}: name another directory`);
    }
    const passwords = await readPasswords(directory);
    const etcd: Daemon[] = [];
    const gates: Gate[] = [];
    const nodes: Node[] = [];
    for (const [index] of ports.postgres.entries()) {
      const home = join(directory, `etcd${index + 1}`);
      await makeDirectory(account, home);
      const args = etcdArguments(index, home, ports);
      etcd.push(new Daemon({ name: `etcd${index + 1}`, program: PROGRAMS['etcd-server'], args }, account, directory));
      const gate = new Gate(ports.gates[index]!, ports.etcd);
      gates.push(gate);
      const name = nodeName(index);
      const at = join(directory, name);
      await prepare?.(at);
      await makeDirectory(account, at);
      const settings = patroniSettings(index, at, ports, passwords);
      nodes.push(await Node.make({ name, index, directory: at, gate, port: ports.patroni[index]! }, settings, account));
    }
    const before = await makeFront(directory, ports, passwords, account);
    return new Cluster(account, ports, passwords, etcd, gates, nodes, before);
  }

  /** The ways of the service to its database: by PgBouncer and HAProxy, and by HAProxy alone. */
  get settings(): Readonly<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string>> {
    const url = (port: number): string => `postgres://${ROLE}:${this.passwords.service}@127.0.0.1:${port}/${DATABASE}`;
    return { DATABASE_URL: url(this.ports.pgbouncer), DATABASE_DIRECT_URL: url(this.ports.haproxy) };
  }

  /** The same database for the superuser, by way of HAProxy alone. */
  get adminUrl(): string {
    return this.urlOf(this.ports.haproxy, DATABASE);
  }

  /** The same database on one node, for the superuser. */
  urlAt({ index }: Node): string {
    return this.urlOf(this.ports.postgres[index]!, DATABASE);
  }

  /** Starts everything, and waits until the primary takes connections and two standbys follow it. */
  async start(): Promise<void> {
    for (const member of this.etcd) member.start();
    await Promise.all(this.gates.map((gate) => gate.listen()));
    await until(() => this.hasEtcd(), START_MS, 'etcd did not elect a leader');
    for (const node of this.nodes) node.start();
    for (const program of this.before) program.start();
    await this.untilWhole(START_MS);
    await this.makeDatabase();
  }

  /** Ends everything, the standbys first so that none of them takes over. */
  async stop(): Promise<void> {
    for (const { gate } of this.nodes) gate.open();
    await Promise.all(this.before.map((program) => program.stop()));
    const leader = await this.leader();
    await Promise.all(this.nodes.filter((node) => node !== leader).map((node) => node.stop()));
    await leader?.stop();
    await Promise.all(this.etcd.map((member) => member.stop()));
    for (const gate of this.gates) gate.close();
  }

  /** The node that is the primary; undefined while there is none. */
  async leader(): Promise<Node | undefined> {
    for (const node of this.nodes) if (await node.isPrimary()) return node;
    return undefined;
  }

  /** The standby that has every acknowledged change; undefined while there is none. */
  async syncStandby(): Promise<Node | undefined> {
    const members = await (await this.leader())?.members();
    const found = members?.find(({ role }) => role === 'sync_standby');
    return this.nodes.find(({ name }) => name === found?.name);
  }

  /**
   * Waits until there are a primary, a synchronous standby, and another one, all up to date.
   * @throws Error when that is not so within `ms` milliseconds, with what Patroni says
   */
  async untilWhole(ms: number): Promise<void> {
    let seen: readonly Member[] | undefined;
    const isWhole = async (): Promise<boolean> => {
      seen = await (await this.leader())?.members();
      return seen !== undefined && areWhole(seen, this.nodes.length);
    };
    await until(isWhole, ms, 'the cluster was not whole').catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(seen)}`, { cause: error });
    });
  }

  /** Makes another node the primary, as an operator does. */
  async switchOver(from: Node, to: Node): Promise<void> {
    const args = ['-c', join(to.directory, 'patroni.json'), 'switchover', SCOPE];
    const [command, rest] = commandAs(this.account, '/usr/bin/patronictl', [
      ...args,
      '--leader',
      from.name,
      '--candidate',
      to.name,
      '--force',
    ]);
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
    await run(command, rest, { cwd: '/', env, timeout: SWITCHOVER_MS });
  }

  private urlOf(port: number, database: string): string {
    return `postgres://${SUPERUSER}:${this.passwords.superuser}@127.0.0.1:${port}/${database}`;
  }

  private async hasEtcd(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.ports.etcd[0]}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async makeDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf(this.ports.haproxy, 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
      if (rowCount !== 0) return;
      await client.query(`CREATE DATABASE ${DATABASE}`);
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${this.passwords.service}'`);
      await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}`);
      for (const setting of ROLE_SETTINGS) await client.query(`ALTER ROLE ${ROLE} SET ${setting}`);
    } finally {
      await client.end();
    }
  }
}

function areWhole(members: readonly Member[], count: number): boolean {
  const followers = members.filter(({ role, state, lag }) => role !== 'leader' && isFollowing(state) && lag === 0);
  return followers.length === count - 1 && followers.some(({ role }) => role === 'sync_standby');
}

/** Patroni 3.0.3 and later tell streaming from running. */
const isFollowing = (state: string): boolean => state === 'running' || state === 'streaming';

async function makeFront(
  directory: string,
  ports: Ports,
  { service }: Passwords,
  account: Account,
): Promise<readonly Daemon[]> {
  const at = join(directory, 'front');
  await makeDirectory(account, at);
  const files = {
    'haproxy.cfg': haproxySettings(ports),
    'pgbouncer.ini': pgbouncerSettings({
      directory: at,
      account,
      database: DATABASE,
      hasPasswords: true,
      connections: POOLED_CONNECTIONS,
      port: ports.pgbouncer,
      serverPort: ports.haproxy,
    }),
    'users.txt': `"${ROLE}" "${service}"\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(at, name), text, { mode: 0o600 });
    await chown(join(at, name), account.uid, account.gid);
  }
  const haproxy = { name: 'haproxy', program: PROGRAMS.haproxy, args: ['-db', '-f', join(at, 'haproxy.cfg')] };
  const pgbouncer = { name: 'pgbouncer', program: PROGRAMS.pgbouncer, args: [join(at, 'pgbouncer.ini')] };
  return [haproxy, pgbouncer].map((plan) => new Daemon(plan, account, directory));
}
