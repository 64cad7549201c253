import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { ServiceProcess } from './support/service-process.js';
import { until } from './support/until.js';

const run = promisify(execFile);

describe('npm start', () => {
  /** The arguments of Node in the script: it runs what is built, as the package does. */
  let args: string[];
  let dataDir: string;
  let pidFile: string;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    await run('sh', ['-c', scripts.prestart!], {
      env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
    });
    args = scripts.start!.replace(/^exec node /, '').split(' ');
    dataDir = await mkdtemp(join(tmpdir(), 'commerce start '));
    pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  });
  afterEach(async () => {
    await service?.end('SIGTERM');
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Runs each of the curl lines that a start has printed, as it stands. */
  async function runCurls(lines: readonly string[]): Promise<number[]> {
    const variables = lines.filter((line) => /^\w+=/.test(line));
    const statuses: number[] = [];
    for (const line of lines.filter((one) => one.startsWith('curl '))) {
      const { stdout } = await run('sh', ['-c', [...variables, line].join('\n')], { env: await withCurl() });
      statuses.push((JSON.parse(stdout) as { status_code: number }).status_code);
    }
    return statuses;
  }

  it('leaves no database server behind when it is told to stop while it starts', async () => {
    service = await ServiceProcess.launch({ DATA_DIR: dataDir }, args);
    await until(() => existsSync(pidFile));
    expect(await service.end('SIGTERM')).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });

  it('prints curl lines that work as printed, twice on the same data, also after kill -9', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      service = await ServiceProcess.start({ DATA_DIR: dataDir }, args);
      const { url } = service;
      const lines = service.lines();
      expect(await runCurls(lines)).toEqual([200, 200, 200]);
      // Nothing stands between the passwords and the end of a start but its last line.
      expect(lines.findIndex((line) => line.includes('demo-admin-password-123'))).toBeGreaterThan(
        lines.findLastIndex((line) => line.startsWith('curl ')),
      );
      expect(lines.filter(Boolean).at(-1)).toBe(`listening on ${url}`);
      // The network is loaded beside it.
      await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
      // As browsers and load balancers do, to be quicker when they have something to ask.
      const idle = connect(Number(new URL(url).port), 'localhost').on('error', () => undefined);
      await once(idle, 'connect');
      expect(await service.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
    }
    expect(existsSync(pidFile)).toBe(false);
  });

  it.each([
    ['PORT', 'abc'],
    ['DATA_DIR', '/proc/none'],
  ])('ends with one line that names %s=%s', async (name, value) => {
    service = await ServiceProcess.launch({ [name]: value }, args);
    const { code, output } = await service.ended;
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*\\n$`));
  });
});
