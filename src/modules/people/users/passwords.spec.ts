import { availableParallelism } from 'node:os';
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

it('compares passwords in turns of those who ask, however many one of them sends', async () => {
  const passwords = new Passwords();
  passwords.cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const hash = await passwords.hash('a good password');
  const ended: string[] = [];
  const ask = async (of: string): Promise<void> => {
    await passwords.matches(hash, 'a good password', of);
    ended.push(of);
  };
  // More than can be at work at once, by 80.
  const length = Math.ceil(availableParallelism() / 2) + 80;
  await Promise.all([...Array.from({ length }, () => ask('many')), ask('one')]);
  expect(ended.length - ended.indexOf('one')).toBeGreaterThan(40);
});
