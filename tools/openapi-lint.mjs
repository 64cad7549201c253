/**
 * Holds the committed OpenAPI document, and the one for clients that is derived from it, against the recommended rules
 * of Redocly; fails on whatever it says. It is not let tell anybody that it ran.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { clientDocument } from '#common/api-document/index.js';

const ROOT = new URL('../', import.meta.url);
const CLIENT = '.cache/openapi.client.json';
await mkdir(new URL('.cache/', ROOT), { recursive: true });
const whole = JSON.parse(await readFile(new URL('docs/openapi.json', ROOT), 'utf8'));
await writeFile(new URL(CLIENT, ROOT), JSON.stringify(clientDocument(whole), null, 2));

const linter = fileURLToPath(new URL('node_modules/.bin/redocly', ROOT));
const { status, error } = spawnSync(
  process.execPath,
  [
    linter,
    'lint',
    '--format=stylish',
    '--max-problems=1000',
    '--config=.config/redocly.yaml',
    'docs/openapi.json',
    CLIENT,
  ],
  {
    cwd: fileURLToPath(ROOT),
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'inherit',
  },
);
if (error) throw error;
process.exit(status ?? 1);
