import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { freePort, ServiceProcess } from './support/service-process.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

const run = promisify(execFile);

/** In the project, so that the programs find the packages. */
const FOLDER = '.cache/client-page';

/** What a reader has who adds TypeScript to a new project. */
const COMPILER = {
  compilerOptions: {
    target: 'ES2024',
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ['node'],
    paths: JSON.parse(await readFile('tsconfig.json', 'utf8')).compilerOptions.paths,
  },
  files: ['app.ts'],
};

/** What each language prints of the ten steps: order number, rank with the cart, team, statement, what was paid. */
const PRINTED = [/^\d{8}-\d{6}$/m, /^silver\b/m, /\bbob silver|^\d+$/m, /^\$[\d.,]+: .+/m, /^\d+(\.\d+)?( USD)?$/m];

describe('the first member app of docs/client.md', () => {
  let service: ServiceProcess;
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;
  /** The blocks of a language in their order, for the service under test. */
  let blocks: (language: string) => string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start({ DATABASE_URL: database.url, DEMO: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' });
    const port = String(await freePort());
    env = { ...(await withCurl()), API_URL: `${service.url}/api/v1` };
    const [, steps = ''] =
      /client-page\.slow-spec\.ts\. -->(.+?)\n## /s.exec(await readFile('docs/client.md', 'utf8')) ?? [];
    const here = steps.replaceAll('http://localhost:3000', service.url).replaceAll('4000', port);
    blocks = (language) =>
      [...here.matchAll(/^```(\w+)\n(.+?)^```/gms)].flatMap(([, name, code]) => (name === language ? [code!] : []));
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const app = blocks('ts').join('');
    await writeFile(`${FOLDER}/app.ts`, app);
    await writeFile(`${FOLDER}/tsconfig.json`, JSON.stringify(COMPILER).replaceAll('"./', '"../../'));
    await writeFile(`${FOLDER}/app.php`, blocks('php').join(''));
    await writeFile(`${FOLDER}/app.py`, blocks('python').join(''));
    await writeFile(`${FOLDER}/package.json`, '{"type":"module"}');
  });
  afterAll(async () => {
    await service?.end('SIGTERM');
    await database.drop();
  });

  const shell = (lines: string[]) => `set -euo pipefail\n${lines.join('')}`;

  it('is compiled strictly', async () => {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', FOLDER]);
  });

  it('goes through ten steps with curl and with TypeScript, which hears of the event that curl asks for', async () => {
    const lines = blocks('sh');
    const loader = resolve('tools/typescript.mjs');
    const app = `${process.execPath} --import ${loader} ${FOLDER}/app.ts > ${FOLDER}/app.log &\n`;
    const heard = `until grep -q 'USD$' ${FOLDER}/app.log && curl -s -o ${FOLDER}/probe http://localhost:${portOf(lines)}/; do sleep 0.2; done\n`;
    // A test event is tried once: whoever does not hear of it in time asks for another one.
    const asked = `until grep -q webhook.test ${FOLDER}/app.log; do\n${lines.at(-1)}sleep 2\ndone\n`;
    const child = spawn('bash', ['-c', shell([...lines.slice(0, -1), app, heard, asked, 'wait\n'])], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
    const log = () => readFile(`${FOLDER}/app.log`, 'utf8').catch(() => '');
    try {
      await until(async () => {
        if (child.exitCode !== null) return;
        expect(said).toMatch(/null\n$/);
        expect(await log()).toContain('webhook.test');
      });
    } finally {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
      await exit;
    }
    for (const pattern of PRINTED) {
      expect(said).toMatch(pattern);
      expect(await log()).toMatch(pattern);
    }
  });

  it.each([
    { language: 'php', command: 'php' },
    { language: 'python', command: 'python3' },
  ])('goes through them in $language, if it is on the machine', async ({ language, command }) => {
    if (spawnSync(command, ['--version']).status !== 0) return expect(blocks(language)).toHaveLength(1);
    const key = shell([blocks('sh')[0]!, 'echo "$API_KEY"']);
    const { stdout: API_KEY } = await run('bash', ['-c', key], { env });
    const file = `${FOLDER}/app.${language === 'php' ? 'php' : 'py'}`;
    const { stdout } = await run(command, [file], { env: { ...env, API_KEY: API_KEY.trim() } });
    for (const pattern of PRINTED) expect(stdout).toMatch(pattern);
  });
});

/** Where the receiver of the page listens. */
function portOf(lines: readonly string[]): string {
  return /localhost:(\d+)\/hooks/.exec(lines.join(''))![1]!;
}
