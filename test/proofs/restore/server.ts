import { execFile, spawn } from 'node:child_process';
import { chown, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, commandAs, makeDirectory, POSTGRES_BIN, PROGRAMS } from '#test/support/debian.js';
import { until } from '#test/support/until.js';

const run = promisify(execFile);

const STANZA = 'commerce';
const DATABASE = 'commerce';

/** Seconds after which what was written is archived though its file is not full. */
export const ARCHIVE_TIMEOUT = 5;

const START_MS = 120_000;
const ASK_MS = 30_000;

/** What is restored: the state at a time, or all that was archived. */
export type Target = Date | 'end';

/** A PostgreSQL server of the proof's own, whose changes pgBackRest archives. */
export class Server {
  private constructor(
    private readonly account: Account,
    private readonly directory: string,
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** Makes a server with an empty database, and its repository of backups. */
  static async make(account: Account, directory: string, port: number, password: string): Promise<Server> {
    const server = new Server(account, directory, port, password);
    for (const name of ['data', 'repository', 'log', 'lock', 'socket', 'spool'])
      await makeDirectory(account, join(directory, name));
    await server.write('password', password);
    await server.as(`${POSTGRES_BIN}/initdb`, [
      '-D',
      server.data,
      '-U',
      account.name,
      '--pwfile',
      join(directory, 'password'),
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--auth-local=peer',
      '--auth-host=scram-sha-256',
    ]);
    await server.write('pgbackrest.conf', server.backupSettings());
    await server.start();
    await server.backup('stanza-create');
    await server.run('postgres', `CREATE DATABASE ${DATABASE}`);
    return server;
  }

  /** The service's database. */
  get url(): string {
    return `postgres://${this.account.name}:${this.password}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Starts it, and waits until it takes changes: after a restore, when all that is wanted has been replayed. */
  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: join(this.directory, 'socket'),
      max_connections: 100,
      shared_buffers: '64MB',
      archive_mode: 'on',
      archive_command: `${PROGRAMS.pgbackrest} --config=${this.config} --stanza=${STANZA} archive-push %p`,
      archive_timeout: ARCHIVE_TIMEOUT,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, rest] = commandAs(this.account, `${POSTGRES_BIN}/postgres`, ['-D', this.data, ...args]);
    const log = join(this.directory, 'log', 'postgres.log');
    const child = spawn('/bin/sh', ['-c', 'exec "$@" >>"$0" 2>&1', log, command, ...rest], {
      cwd: '/',
      stdio: 'ignore',
    });
    let ended = false;
    child.once('exit', () => (ended = true));
    await until(() => ended || this.takesChanges(), START_MS, 'PostgreSQL did not start');
    if (ended) throw new Error(`PostgreSQL ended: ${(await readFile(log, 'utf8')).split('\n').slice(-8).join(' ')}`);
  }

  /** Ends it at once, as when the machine fails, and destroys its data. */
  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  /** Ends all its processes at once. */
  async kill(): Promise<void> {
    const text = await readFile(join(this.data, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (!(pid > 1)) return;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(this.data)) return;
    process.kill(pid, 'SIGKILL');
    // Its children end when they notice.
    await until(() => this.isFree(), START_MS, 'PostgreSQL did not end');
  }

  /** Restores the data from the repository; the server is started afterwards. */
  async restore(target: Target): Promise<void> {
    await makeDirectory(this.account, this.data);
    const what =
      target === 'end'
        ? ['--type=default']
        : [
            '--type=time',
            `--target=${target.toISOString().replace('T', ' ').replace('Z', '+00')}`,
            '--target-action=promote',
          ];
    await this.backup(...what, 'restore');
  }

  /** Runs a command of pgBackRest. */
  async backup(...args: string[]): Promise<string> {
    return this.as(PROGRAMS.pgbackrest, [`--config=${this.config}`, `--stanza=${STANZA}`, ...args]);
  }

  /** The name of the file of changes that is being written. */
  async writtenFile(): Promise<string> {
    const { rows } = await this.run('postgres', 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file');
    return (rows[0] as { file: string }).file;
  }

  /** Takes a file of changes out of the archive, as a disk or somebody who makes room may. */
  async removeArchived(file: string): Promise<void> {
    const archive = join(this.directory, 'repository', 'archive');
    const found = (await readdir(archive, { recursive: true })).filter((path) => basename(path).startsWith(file));
    if (found.length === 0) throw new Error(`the archive has no ${file}`);
    for (const path of found) await rm(join(archive, path));
  }

  /** Looks at all tables and indexes of the database, as PostgreSQL's own program does; throws on damage. */
  async inspect(): Promise<void> {
    await this.as(`${POSTGRES_BIN}/pg_amcheck`, [
      '-h',
      join(this.directory, 'socket'),
      '-p',
      String(this.port),
      '-U',
      this.account.name,
      '--install-missing',
      '--heapallindexed',
      '-d',
      DATABASE,
    ]);
  }

  /** Runs one statement as the superuser. */
  async run(database: string, sql: string): Promise<pg.QueryResult> {
    const url = new URL(this.url);
    url.pathname = `/${database}`;
    const client = new pg.Client({
      connectionString: url.href,
      connectionTimeoutMillis: ASK_MS,
      application_name: 'proof',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(sql);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  private get config(): string {
    return join(this.directory, 'pgbackrest.conf');
  }

  private backupSettings(): string {
    const { directory } = this;
    return `[global]
repo1-path=${directory}/repository
repo1-retention-full=2
log-path=${directory}/log
lock-path=${directory}/lock
spool-path=${directory}/spool
log-level-console=warn
start-fast=y
process-max=2
compress-type=zst

[${STANZA}]
pg1-path=${this.data}
pg1-port=${this.port}
pg1-socket-path=${directory}/socket
pg1-user=${this.account.name}
`;
  }

  private async write(name: string, text: string): Promise<void> {
    const path = join(this.directory, name);
    await writeFile(path, text, { mode: 0o600 });
    await chown(path, this.account.uid, this.account.gid);
  }

  private async takesChanges(): Promise<boolean> {
    return this.run('postgres', 'SELECT pg_is_in_recovery() AS waits').then(
      ({ rows }) => (rows[0] as { waits: boolean }).waits === false,
      () => false,
    );
  }

  private async isFree(): Promise<boolean> {
    const [command, args] = commandAs(this.account, `${POSTGRES_BIN}/pg_isready`, [
      '-q',
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
    ]);
    return run(command, args, { cwd: '/' }).then(
      () => false,
      ({ code }: { code?: number }) => code === 2,
    );
  }

  private async as(program: string, args: readonly string[]): Promise<string> {
    const [command, rest] = commandAs(this.account, program, args);
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
    try {
      return (await run(command, rest, { cwd: '/', env, maxBuffer: 16 * 1024 * 1024 })).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${args.at(-1)}: ${stdout}${stderr}`, { cause: error });
    }
  }
}
