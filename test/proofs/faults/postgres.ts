import pg from 'pg';
import {
  createServer,
  isRunning,
  readPostmaster,
  startServer,
  urlOf,
  type ServerPlan,
} from '@commerce/postgres/embedded';
import { childrenOf, send } from '#test/support/processes.js';
import { until } from '#test/support/until.js';

/** The role of the services: no superuser, as in production, so that reserved connections are not for them. */
const ROLE = 'service';
const DATABASE = 'commerce';

/** Few enough that all of them are soon taken. */
const SETTINGS = { max_connections: '80', max_wal_size: '64MB', min_wal_size: '32MB' };

const END_MS = 60_000;

const END_SESSIONS = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1';

/** How a server is told to end: `SIGINT` cuts its clients and writes its data, `SIGQUIT` ends it as a crash would. */
export type Shutdown = 'SIGINT' | 'SIGQUIT';

/** A PostgreSQL server of the proof's own, at one port, on a cluster of its own; it is what a fault does to it. */
export class PostgresServer {
  private constructor(
    private readonly plan: ServerPlan,
    private readonly port: number,
  ) {}

  /**
   * Makes a cluster in a directory, starts its server, and makes the services' role and database.
   * @param dataDir an empty directory that others may pass through
   */
  static async create(dataDir: string, port: number): Promise<PostgresServer> {
    const plan = await createServer(dataDir, { ...SETTINGS, port: String(port) });
    const server = new PostgresServer(plan, port);
    await server.start();
    await server.withClient(async (client) => {
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${plan.password}'`);
      await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
    });
    return server;
  }

  /** Of the services' database, for the services. */
  get url(): string {
    const url = new URL(this.adminUrl);
    url.username = ROLE;
    return url.href;
  }

  /** Of the same database, for the superuser. */
  get adminUrl(): string {
    return urlOf(this.port, this.plan.password, DATABASE);
  }

  /** Starts the server, and waits until it takes connections. */
  async start(): Promise<void> {
    await startServer(this.plan);
  }

  /** Ends the server, and waits until its process is gone. */
  async stop(how: Shutdown): Promise<void> {
    const postmaster = await readPostmaster(this.plan.clusterDir);
    if (postmaster === undefined || !(await this.isRunning())) return;
    send(postmaster.pid, how);
    await until(async () => !(await this.isRunning()), END_MS, 'PostgreSQL did not end');
  }

  /** Ends the server, whatever state it is in. */
  async end(): Promise<void> {
    if (!(await this.isRunning())) return;
    await this.thaw();
    await this.stop('SIGQUIT');
  }

  /** Whether the server's process is there, frozen or not. */
  isRunning(): Promise<boolean> {
    return isRunning(this.plan.clusterDir);
  }

  /** Stops all processes of the server where they are, its own first so that it makes no more of them. */
  async freeze(): Promise<void> {
    const main = await this.mainProcess();
    send(main, 'SIGSTOP');
    for (const pid of childrenOf(main)) send(pid, 'SIGSTOP');
  }

  /** Lets them all go on. */
  async thaw(): Promise<void> {
    const main = await this.mainProcess();
    for (const pid of [...childrenOf(main), main]) send(pid, 'SIGCONT');
  }

  /**
   * Ends all sessions of the services.
   * @param client a connection of the superuser, where no further one can be had
   * @returns how many there were
   */
  async endSessions(client?: pg.Client): Promise<number> {
    if (client === undefined) return this.withClient((own) => this.endSessions(own));
    return (await client.query(END_SESSIONS, [ROLE])).rowCount ?? 0;
  }

  /** Lets the server write a new file of its log of changes, for which there must be room. */
  async switchLog(): Promise<void> {
    await this.withClient((client) => client.query('SELECT pg_switch_wal()'));
  }

  /** Runs work on one connection of the superuser. */
  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(this.port, this.plan.password, 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private async mainProcess(): Promise<number> {
    const postmaster = await readPostmaster(this.plan.clusterDir);
    if (postmaster === undefined) throw new Error('PostgreSQL does not run');
    return postmaster.pid;
  }
}
