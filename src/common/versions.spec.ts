import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertFits, assertOnePeer } from './versions.js';

describe('assertFits', () => {
  it('takes the same version, and later ones of the same major version', () => {
    for (const builtFor of [undefined, '2.1.0', '2.0.9', '2.0.0']) assertFits(builtFor, 'Shop', '2.1.0');
  });

  it('refuses another major version, and an earlier one than it was built for', () => {
    const shop = 'Shop was built for version';
    const fits = (builtFor: string) => () => assertFits(builtFor, 'Shop', '2.1.0');
    expect(fits('2.1.1')).toThrow(`${shop} 2.1.1 of the service, and this is 2.1.0: install 2.1.1 or later of direct`);
    expect(fits('2.2.0')).toThrow(`${shop} 2.2.0`);
    expect(fits('1.9.9')).toThrow(`${shop} 1.9.9 of the service, and this is 2.1.0: install a version 1.x of direct`);
    expect(fits('3.0.0')).toThrow(`${shop} 3.0.0`);
    expect(fits('^2')).toThrow('Shop: builtFor must be a version such as 2.1.0, not "^2"');
  });
});

describe('assertOnePeer', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commerce-peers-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is satisfied where the program and the service find the same, or the program finds none', () => {
    assertOnePeer(join(import.meta.dirname, 'versions.ts'));
    assertOnePeer(join(folder, 'main.js'));
  });

  it('names the package of which there are two copies', async () => {
    const copy = join(folder, 'node_modules/@nestjs/common');
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'package.json'), JSON.stringify({ name: '@nestjs/common', version: '1.2.3' }));
    expect(() => assertOnePeer(join(folder, 'main.js'))).toThrow(
      /^there are two copies of @nestjs\/common, 1\.2\.3 in .+ and 12\.\d+\.\d+ in .+: install 12\.\d+\.\d+ once$/,
    );
  });
});
