import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const LOADER = new URL('../../../tools/typescript.mjs', import.meta.url).href;

it('the example of the README runs', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, code] = /```ts\n(.*?)```/s.exec(readme)!;
  const cwd = await mkdtemp(join(tmpdir(), 'postgres-readme-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', LOADER, '--input-type=module', '--eval', code!],
      { cwd },
    );
    expect(stdout).toBe('user 7 has changed\n');
  } finally {
    await rm(cwd, { recursive: true });
  }
});
