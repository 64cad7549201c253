import { describe, expect, it } from '@jest/globals';
import { validateIp, validateUrl, VERSION } from './application.rules.js';

describe('an address', () => {
  it.each(['https://shop.example.com', 'http://localhost:8080/hooks?x=1', 'HTTPS://EXAMPLE.com/'])(
    '%s is taken',
    (url) => {
      expect(validateUrl(url)).toBeUndefined();
    },
  );

  it.each([
    ['', 'http address'],
    ['ftp://example.com', 'http address'],
    ['javascript:alert(1)', 'http address'],
    ['https:example.com', 'http address'],
    ['https://', 'http address'],
    ['https://exa mple.com', 'http address'],
    ['https://example.com/\n', 'http address'],
    ['https://example.com\\@evil.test', 'http address'],
    ['https://user@example.com', 'username or password'],
    ['https://:secret@example.com', 'username or password'],
    [`https://example.com/${'a'.repeat(2048)}`, '2048'],
    [7, 'string'],
  ])('%j is refused', (url, message) => {
    expect(validateUrl(url)).toContain(message);
  });
});

describe('a version', () => {
  it('is v and a number', () => {
    expect(['v1', 'v10', 'v9999'].every((text) => VERSION.test(text))).toBe(true);
    expect(['1', 'v0', 'v01', 'v10000', 'V1', 'v1.2', 'v1\n'].some((text) => VERSION.test(text))).toBe(false);
  });
});

describe('an IP address', () => {
  it('is IPv4 in four parts or IPv6', () => {
    expect(validateIp('192.0.2.7') ?? validateIp('2001:db8::1')).toBeUndefined();
    for (const wrong of ['127.1', '1', 'x', '', '10.0.0.0/8', null])
      expect(validateIp(wrong)).toBe('must be an IP address');
  });
});
