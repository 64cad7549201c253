import { describe, expect, it } from '@jest/globals';
import { isRegistered, validateIp, validateRedirectUri, validateUrl, VERSION } from './application.rules.js';

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

describe('a redirect URI', () => {
  it.each([
    'https://shop.example.com/callback',
    'https://shop.example.com',
    'https://shop.example.com:8443/a?next=1',
    'https://[2001:db8::1]:8443/a',
    'com.example.app:/callback',
    'com.example.my-app:/',
    'com.example.app://callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8080/callback?x=1',
    'http://[::1]/callback',
    'http://localhost:3000/callback',
    'http://localhost',
  ])('%s is taken', (uri) => {
    expect(validateRedirectUri(uri)).toBeUndefined();
    expect(isRegistered(uri, [uri])).toBe(true);
  });

  it.each([
    ['', 'address'],
    ['/callback', 'address'],
    ['https://shop.example.com/#x', 'fragment'],
    ['https://*.example.com/', 'wildcards'],
    ['https://shop.example.com/ö', 'encoding'],
    ['https://shop.example.com/ x', 'encoding'],
    ['https://shop.example.com/\r\nx: y', 'encoding'],
    ['https://shop.example.com\\@evil.test/', 'encoding'],
    ['https://a:b@shop.example.com/', 'username or password'],
    ['https://shop.example.com/?state=1', 'parameter state'],
    ['https://shop.example.com/?a=1&iss=x', 'parameter iss'],
    ['http://shop.example.com/', 'must be https'],
    ['http://127.0.0.1.evil.test/', 'must be https'],
    ['http://192.168.0.1/', 'must be https'],
    ['https:/shop.example.com', 'must be https'],
    ['https:///shop.example.com', 'must be https'],
    ['https://shop.example.com;frame-ancestors/', 'must be https'],
    ['https://shop.example.com,evil.test/', 'must be https'],
    [`https://shop.example.com'self'/`, 'must be https'],
    ['https://@evil.test/', 'must be https'],
    ['javascript:alert(1)', 'must be https'],
    ['data:text/html,x', 'must be https'],
    ['file:///etc/passwd', 'must be https'],
    ['myapp:/callback', 'must be https'],
    ['myapp://callback', 'must be https'],
    ['com.example.app:///callback', 'must be https'],
    ['com.example.app:callback', 'must be https'],
    [`https://example.com/${'a'.repeat(2048)}`, '2048'],
  ])('%j is refused', (uri, message) => {
    expect(validateRedirectUri(uri)).toContain(message);
  });

  it('is the one that is registered, but for the port on the local machine', () => {
    expect(isRegistered('http://127.0.0.1:49152/a', ['http://127.0.0.1/a'])).toBe(true);
    expect(isRegistered('http://127.0.0.1/a', ['http://127.0.0.1:8080/a'])).toBe(true);
    for (const [uri, registered] of [
      ['http://127.0.0.1:1/b', 'http://127.0.0.1/a'],
      ['http://127.0.0.1:1/a?x', 'http://127.0.0.1/a'],
      ['http://[::1]:1/a', 'http://127.0.0.1/a'],
      ['http://127.0.0.1:1@evil.test/a', 'http://127.0.0.1/a'],
      ['http://127.0.0.1:0/a', 'http://127.0.0.1/a'],
      ['http://127.0.0.1:1/a\n', 'http://127.0.0.1/a'],
      ['https://shop.example.com:444/', 'https://shop.example.com/'],
      ['https://shop.example.com', 'https://shop.example.com/'],
      ['com.example.app:/b', 'com.example.app:/a'],
    ] as const)
      expect([uri, isRegistered(uri, [registered])]).toEqual([uri, false]);
    expect(isRegistered('', [])).toBe(false);
  });
});
