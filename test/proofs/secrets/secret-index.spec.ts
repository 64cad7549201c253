import { describe, expect, it } from '@jest/globals';
import { canary, SecretIndex } from './secret-index.js';

const SECRET = 'Tr0ub4dor&3-Xkcd+936/secret';

describe('the index of secrets', () => {
  const index = new SecretIndex();
  index.add('password', SECRET);

  it.each([
    ['as it is', `{"x":"${SECRET}"}`],
    ['in part', `…${SECRET.slice(7, 19)}…`],
    ['in another case', SECRET.toUpperCase()],
    ['percent-encoded', `?a=${encodeURIComponent(SECRET)}`],
    ['in Base64', Buffer.from(`x:${SECRET}`).toString('base64')],
    ['in Base64 that begins elsewhere', Buffer.from(`xy${SECRET}z`).toString('base64')],
    ['in Base64url', Buffer.from(SECRET).toString('base64url')],
    ['in hexadecimal', Buffer.from(`row ${SECRET}`).toString('hex')],
  ])('finds one %s', (_how, text) => {
    expect(index.find(`before ${text} after`).map(({ secret }) => secret.value)).toEqual([SECRET]);
  });

  it('finds the bytes of one that is Base64 itself', () => {
    const bytes = Buffer.from('0123456789abcdef0123456789abcdef');
    const keys = new SecretIndex();
    keys.add('encryption key', bytes.toString('base64url'));
    expect(keys.find(`\\x${bytes.toString('hex')}`)).toHaveLength(1);
  });

  it('finds nothing in a text without one, nor fewer than 12 characters', () => {
    expect(index.find(`nothing ${canary()} ${SECRET.slice(0, 11)}`)).toEqual([]);
  });

  it('refuses one that is too short to be told from other texts', () => {
    expect(() => index.add('password', 'short')).toThrow(/fewer than 12/);
  });
});
