import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { assertSameSite } from './access-token.guard.js';

const refused = (headers: Record<string, string>, publicUrl: string): boolean => {
  try {
    assertSameSite({ method: 'POST', headers, host: headers.host } as unknown as FastifyRequest, publicUrl);
    return false;
  } catch {
    return true;
  }
};

describe('a change with the cookie of the console', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1:3000', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://[::1]:3000'],
    ['http://localhost', 'http://127.0.0.1'],
  ])('at %s is taken from %s', (publicUrl, origin) => {
    expect(refused({ origin, 'sec-fetch-site': 'same-origin', host: 'whatever' }, publicUrl)).toBe(false);
  });

  it.each([
    ['https://shop.example.com', 'http://shop.example.com'],
    ['https://shop.example.com', 'https://shop.example.com:8443'],
    ['https://shop.example.com', 'https://localhost'],
    ['https://shop.example.com', 'null'],
    ['http://localhost:3000', 'http://localhost:3001'],
    ['http://localhost:3000', 'https://localhost:3000'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://localhost:3000', 'http://localhost.evil.example:3000'],
    ['http://localhost:3000', 'http://evil.example:3000'],
  ])('at %s is refused from %s, whatever Host says', (publicUrl, origin) => {
    const host = URL.parse(origin)?.host ?? 'localhost:3000';
    expect(refused({ origin, 'sec-fetch-site': 'same-origin', host }, publicUrl)).toBe(true);
  });

  it.each(['same-site', 'cross-site'])('is refused as %s', (site) => {
    expect(refused({ 'sec-fetch-site': site, host: 'localhost:3000' }, 'http://localhost:3000')).toBe(true);
  });

  it('is taken from a program, which names no page', () => {
    expect(refused({ host: 'internal:3000' }, 'https://shop.example.com')).toBe(false);
  });
});
