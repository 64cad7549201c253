import { expect, it } from '@jest/globals';
import { withoutLiterals } from './statements.js';

it.each([
  [
    `SELECT a1, "b 2" FROM t\n  WHERE x = 'it''s' AND y > 12.5 AND z = $3 LIMIT 20`,
    'SELECT a1, "b 2" FROM t WHERE x = ? AND y > ? AND z = $3 LIMIT ?',
  ],
  ['DO $body$ secret $body$', 'DO ?'],
])('traces have no literals of statements: %s', (statement, traced) => {
  expect(withoutLiterals(statement)).toBe(traced);
});
