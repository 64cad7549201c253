import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { until } from '../../test/database.js';
import { tryLock } from './file-lock.js';
import { SetupError, startEmbeddedPostgres, type EmbeddedServer } from './index.js';

/** What another instance of the service does, in a process of its own: start, tell the address, release when told. */
const instanceScript = `
  const { startEmbeddedPostgres } = await import(process.env.LAUNCHER);
  const server = await startEmbeddedPostgres({ dataDir: process.env.DATA });
  process.on('SIGINT', () => {});
  process.on('message', async () => { await server.release(); process.disconnect(); });
  process.send(server.url);
`;

describe('the embedded PostgreSQL server', () => {
  /** A data directory whose server has stopped, so that not each test makes one. */
  let made: string;
  let root: string;
  let dataDir: string;
  const children: ChildProcess[] = [];
  const servers: EmbeddedServer[] = [];

  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'embedded-'));
    await (await startEmbeddedPostgres({ dataDir: made })).release();
  });
  afterAll(() => rm(made, { recursive: true }));

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'embedded-'));
    dataDir = join(root, 'a data directory with spaces, é and $x');
  });

  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    for (const server of servers.splice(0)) await server.release();
    // Whatever a failed test left running ends with the last release.
    if (await isRunning(dataDir)) await (await startEmbeddedPostgres({ dataDir })).release();
    await rm(root, { recursive: true, force: true });
  });

  /** Lets a test begin with data that are there. */
  async function prepare(): Promise<void> {
    await promisify(execFile)('cp', ['-Rp', made, dataDir]);
  }

  async function start(): Promise<EmbeddedServer> {
    const server = await startEmbeddedPostgres({ dataDir });
    servers.push(server);
    return server;
  }

  async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(
      process.execPath,
      ['--import', './tools/typescript.mjs', '--input-type=module', '-e', instanceScript],
      {
        env: { ...process.env, NODE_OPTIONS: '', DATA: dataDir, LAUNCHER: join(import.meta.dirname, 'index.ts') },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      },
    );
    children.push(child);
    const [url] = (await once(child, 'message')) as [string];
    return { child, url };
  }

  it('keeps data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.release();
    expect(await isRunning(dataDir)).toBe(false);

    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching(/\.new-|\.probe-/));
  });

  it('knows Unicode, UTC and its limits', async () => {
    await prepare();
    const { url } = await start();
    const [row] = await query(
      url,
      `SELECT lower('ÄÉΩ') AS lower, 'Ärger' ILIKE 'äRG%' AS ilike, current_setting('timezone') AS zone,
              current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync`,
    );
    expect(row).toEqual({ lower: 'äéω', ilike: true, zone: 'UTC', encoding: 'UTF8', fsync: 'on' });
  });

  it('lets nobody in without the password, and listens on the loopback address only', async () => {
    await prepare();
    const { adminUrl } = await start();
    const wrong = new URL(adminUrl);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');

    const outside = Object.values(networkInterfaces())
      .flat()
      .find((face) => face?.family === 'IPv4' && !face.internal)?.address;
    const elsewhere = new URL(adminUrl);
    elsewhere.hostname = outside ?? '127.0.0.2';
    await expect(query(elsewhere.href, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    expect(await query(adminUrl, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
    expect(await query(adminUrl, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')).toEqual([
      { auth_method: 'scram-sha-256' },
    ]);
    expect((await stat(join(dataDir, 'postgres', 'superuser.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('finds the server of an instance that was killed, and stops it in the end', async () => {
    await prepare();
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(child);
    expect(await isRunning(dataDir)).toBe(true);

    const server = await start();
    expect(server.url).toBe(url);
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await server.release();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('is shared by instances that start at the same moment, and stopped by the last that leaves', async () => {
    const instances = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere(), start()]);
    expect(new Set(instances.map(({ url }) => url)).size).toBe(1);
    const [first, second, third, own] = instances;

    await release(first.child);
    await kill(second.child);
    await own.release();
    expect(await query(third.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await release(third.child);
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('outlives the signal of Ctrl-C, which reaches the whole process group', async () => {
    await prepare();
    const { child, url } = await startElsewhere();
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await release(child);
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('is started again at the same address when it ends by itself, once for all instances', async () => {
    await prepare();
    const own = await start();
    const other = await startElsewhere();
    await query(own.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const before = await postmaster(dataDir);
      process.kill(before, signal);
      await until(async () => ![0, before].includes(await postmaster(dataDir)));
      await until(() => query(own.url, 'SELECT answer FROM kept'));
    }
    expect(await query(other.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await release(other.child);
    await own.release();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('leaves its directory alone once it is given back, also when it has just ended by itself', async () => {
    await prepare();
    const startLock = join(dataDir, 'postgres.start.lock');
    // Which of the two that wait gets the lock first is chance.
    for (let round = 1; round <= 5; round++) {
      const warnings: string[] = [];
      const server = await startEmbeddedPostgres({ dataDir, warn: (line) => warnings.push(line) });
      const busy = tryLock(startLock, 'exclusive');
      process.kill(await postmaster(dataDir), 'SIGKILL');
      await until(() => warnings.some((line) => line.includes('has exited')));
      const released = server.release();
      busy?.release();
      await released;
      await rm(startLock);
      // Long enough for another try to get the lock, which makes the file.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await readdir(dataDir)).not.toContain('postgres.start.lock');
    }
  });

  it('stays stopped when it ends while it is given back', async () => {
    await prepare();
    const server = await start();
    process.kill(await postmaster(dataDir), 'SIGINT');
    await server.release();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('starts after a crash although another process has the number in postmaster.pid by now', async () => {
    await prepare();
    const cluster = join(dataDir, 'postgres');
    const lines = [process.pid, cluster, 1700000000, 5432, '', '127.0.0.1', '  5432001   99', 'ready   ', ''];
    await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'));
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts again after an initdb that was killed half way', async () => {
    await mkdir(join(dataDir, 'postgres.new-abc123', 'data'), { recursive: true });
    await mkdir(join(dataDir, 'postgres'));
    await start();
    expect(await readdir(dataDir)).not.toContain('postgres.new-abc123');
  });

  it.each([
    ['PG_VERSION', '16\n', /contains data of PostgreSQL 16, but this is PostgreSQL 18/],
    ['notes.txt', 'mine', /contains other files than PostgreSQL data/],
  ])('refuses a directory with a foreign %s in one line', async (name, content, message) => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', name), content);
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toContain('\n');
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

async function isRunning(dataDir: string): Promise<boolean> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return file !== '';
}

/** The number of the server's process; 0 while there is none. */
async function postmaster(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0');
  return Number(file.split('\n', 1)[0]);
}

async function release(child: ChildProcess): Promise<void> {
  child.send('release');
  await once(child, 'exit');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
