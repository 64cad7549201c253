import { expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

it('hashes passwords as OWASP recommends, and knows them again', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash('a good password');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hash, 'a good password', '')).toBe(true);
  expect(await passwords.matches(hash, 'another password', '')).toBe(false);
  expect(await passwords.matches(undefined, 'a good password', '')).toBe(false);
});
