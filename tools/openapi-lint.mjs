/**
 * Holds the committed OpenAPI document, and the one for clients that is derived from it, against the recommended rules
 * of Redocly and Spectral; fails on whatever they say, hints too. Neither is let tell anybody that it ran.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { clientDocument } from '../dist/common/api-document/index.js';

const ROOT = new URL('../', import.meta.url);
const CLIENT = '.cache/openapi.client.json';
const DOCUMENTS = ['openapi.json', CLIENT];
const LINTERS = [
  ['redocly', 'lint', '--format=stylish', '--max-problems=1000', ...DOCUMENTS],
  ['spectral', 'lint', '--fail-severity=hint', ...DOCUMENTS],
];

await mkdir(new URL('.cache/', ROOT), { recursive: true });
const whole = JSON.parse(await readFile(new URL('openapi.json', ROOT), 'utf8'));
await writeFile(new URL(CLIENT, ROOT), JSON.stringify(clientDocument(whole), null, 2));

const failed = LINTERS.filter(([name, ...words]) => {
  const { status, error } = spawnSync(process.execPath, [bin(name), ...words], {
    cwd: fileURLToPath(ROOT),
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'inherit',
  });
  if (error) throw error;
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);

function bin(name) {
  return fileURLToPath(new URL(`node_modules/.bin/${name}`, ROOT));
}
