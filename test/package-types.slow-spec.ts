import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

describe('the package, imported by its name', () => {
  it('has a type for every event and every hook point, and types that hold by themselves', async () => {
    const compile = promisify(execFile)(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      'test/package-types',
    ]);
    const outcome = await compile.catch((error: { stdout: string }) => error);
    expect(outcome.stdout).toBe('');
  });
});
