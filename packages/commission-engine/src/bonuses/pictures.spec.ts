import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { OWN_TYPES } from './index.js';

it.each(OWN_TYPES.map(({ type }) => type))('there is a picture of what %s does, in its folder', (type) => {
  const name = type.replaceAll('_', '-');
  expect(readFileSync(join(import.meta.dirname, name, `${name}.svg`), 'utf8')).toContain('viewBox="0 0 92 64"');
});
