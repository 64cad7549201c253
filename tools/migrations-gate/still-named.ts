import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contracts } from '#common/database/online.js';

/**
 * Where sources still name what a migration declares as unused. A column counts as named where its table is too: the same
 * word may be a column of others.
 * @param directory sources; migrations and tests are left out
 */
export function stillNamed(directory: string, { unused = [] }: Contracts): string[] {
  const files = globSync('**/*.{ts,js}', { cwd: directory, exclude: ['**/*spec.*', '**/migrations/**', '**/*.d.ts'] });
  const texts = files.map((file) => ({ file, text: readFileSync(join(directory, file), 'utf8') }));
  return unused.flatMap((name) => {
    const words = name.split('.').map((part) => new RegExp(`\\b${part.replace(/\W.*/, '')}\\b`));
    return texts
      .filter(({ text }) => words.every((word) => word.test(text)))
      .map(({ file }) => `declares ${name} as unused, but ${file} names it`);
  });
}
