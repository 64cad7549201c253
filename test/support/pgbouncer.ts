import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './until.js';
import { Daemon } from './cluster/daemon.js';
import { pgbouncerSettings, ROLE_SETTINGS } from './cluster/settings.js';
import { chooseAccount, makeDirectory, PROGRAMS } from './debian.js';
import { freePorts } from './place.js';
import { Random } from './random.js';

const START_MS = 10_000;

/** PgBouncer in transaction mode before a database at 127.0.0.1. */
export class PgBouncer {
  private constructor(
    private readonly daemon: Daemon,
    private readonly directory: string,
    /** The database by way of it. */
    readonly url: string,
  ) {}

  /** Whether Debian's package is there. */
  static get isInstalled(): boolean {
    return existsSync(PROGRAMS.pgbouncer);
  }

  /**
   * Starts one before a database.
   * @param connections to the server
   */
  static async before(url: string, connections: number): Promise<PgBouncer> {
    const { username, password, port: serverPort, pathname } = new URL(url);
    const directory = await mkdtemp(join(tmpdir(), 'commerce-pooler-'));
    const account = await chooseAccount();
    await makeDirectory(account, directory);
    const [port] = await freePorts(new Random(process.pid), 1);
    const settings = pgbouncerSettings({
      directory,
      account,
      connections,
      port: port!,
      serverPort: Number(serverPort),
      database: pathname.slice(1),
      hasPasswords: password !== '',
    });
    const users = `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`;
    for (const [name, text] of Object.entries({ 'pgbouncer.ini': settings, 'users.txt': users })) {
      await writeFile(join(directory, name), text, { mode: 0o600 });
      await chown(join(directory, name), account.uid, account.gid);
    }
    const args = [join(directory, 'pgbouncer.ini')];
    const daemon = new Daemon({ name: 'pgbouncer', program: PROGRAMS.pgbouncer, args }, account, directory);
    daemon.start();
    const pooler = new PgBouncer(daemon, directory, Object.assign(new URL(url), { port: String(port) }).href);
    await until(() => pooler.answers(), START_MS, 'PgBouncer did not answer');
    return pooler;
  }

  /**
   * Starts one before a database that the service is to use, and gives the role the settings for it.
   * @param connections to the server
   * @returns it, and the settings of the service
   */
  static async ready(
    url: string,
    connections: number,
  ): Promise<{ pooler: PgBouncer; settings: Readonly<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string>> }> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const role = `${pg.escapeIdentifier(client.user ?? '')} IN DATABASE ${pg.escapeIdentifier(client.database ?? '')}`;
    for (const setting of ROLE_SETTINGS) await client.query(`ALTER ROLE ${role} SET ${setting}`);
    await client.end();
    const pooler = await PgBouncer.before(url, connections);
    return { pooler, settings: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url } };
  }

  /** Ends it. */
  async stop(): Promise<void> {
    await this.daemon.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}
