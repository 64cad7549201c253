import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';

const PACKAGE = join(import.meta.dirname, '..');
/** Beside the sources' caches, from where the package is found by its name. */
const FOLDER = join(PACKAGE, '../../.cache/readme');

it('README.md begins with an example that prints what stands below it', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const [code, output] = [...readme.matchAll(/^```(?:js|text)\n(.+?)^```/gms)].map(([, text]) => text!);
  const file = join(FOLDER, 'commission-engine.mjs');
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, code!);
  const log = jest.spyOn(console, 'log').mockReturnValue();
  try {
    await import(file);
    expect(log.mock.calls.map(([line]) => `${line}\n`).join('')).toBe(output);
  } finally {
    log.mockRestore();
  }
});
