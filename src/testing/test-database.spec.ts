import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CACHE, fillFromTemplate } from './test-database.js';

/** A migration by whose text the template is found. */
class Migration {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

describe('the template of test databases', () => {
  const name = `Template${process.pid}`;
  const gone = join(CACHE, `${name}.lock`);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'template-'));
    await mkdir(CACHE, { recursive: true });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await rm(gone, { force: true });
    for (const made of await readdir(CACHE))
      if ((await readFile(join(CACHE, made, name), 'utf8').catch(() => undefined)) !== undefined)
        await rm(join(CACHE, made), { recursive: true });
  });

  it('is made once, while locks of other test files come and go', async () => {
    // Listed, and gone once it is looked at.
    await symlink(join(folder, 'nowhere'), gone);
    let made = 0;
    const make = async (dataDir: string): Promise<void> => {
      made += 1;
      await writeFile(join(dataDir, name), 'a database');
    };
    // No other test has it, so there is no template yet.
    const migration = Object.assign(class extends Migration {}, { toString: () => name });
    const copies = ['one', 'other'].map((copy) => join(folder, copy));
    for (const copy of copies) await mkdir(copy);
    await Promise.all(copies.map((copy) => fillFromTemplate(copy, [migration], make)));
    expect(made).toBe(1);
    expect(await Promise.all(copies.map((copy) => readFile(join(copy, name), 'utf8')))).toEqual([
      'a database',
      'a database',
    ]);
  });
});
