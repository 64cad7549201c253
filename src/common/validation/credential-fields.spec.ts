import { describe, expect, it } from '@jest/globals';
import { validateEmail, validateUsername } from './credential-fields.js';
import { validateInstant } from './instant-field.js';

describe('a username', () => {
  it.each(['ab', 'maria', 'Maria.S-1_x', '12', 'a'.repeat(64)])('%s is taken', (name) =>
    expect(validateUsername(name)).toBeUndefined(),
  );

  it.each(['', 'a', 'a'.repeat(65), '.ab', '-ab', 'a b', 'a@b', 'mária', 'ab\n', 7, null])('%j is refused', (name) =>
    expect(validateUsername(name)).toBeDefined(),
  );
});

describe('an e-mail address', () => {
  it.each(['maria@example.com', 'a.b+c@sub.example.co'])('%s is taken', (email) =>
    expect(validateEmail(email)).toBeUndefined(),
  );

  it.each(['', 'maria', 'maria@', '@example.com', 'a b@example.com', 'a@b', `${'a'.repeat(250)}@example.com`, 7])(
    '%j is refused',
    (email) => expect(validateEmail(email)).toBeDefined(),
  );
});

describe('a point in time', () => {
  it.each([
    '2026-11-21',
    '2028-02-29',
    '2026-11-21T08:30Z',
    '2026-11-21T08:30:00.123+02:00',
    '0001-01-01',
    '9999-12-31',
  ])('%s is taken', (text) => expect(validateInstant(text)).toBeUndefined());

  it.each([
    '',
    'today',
    '2026-13-01',
    '0000-01-01',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-02-30',
    '2026-02-29T08:30:00Z',
    '2026-11-21T08:30:00',
    '21.11.2026',
    1_700_000_000_000,
  ])('%j is refused', (text) => expect(validateInstant(text)).toBeDefined());
});
