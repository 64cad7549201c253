import { describe, expect, it } from '@jest/globals';
import {
  AccessRules,
  validateHostEntry,
  validateIpEntry,
  normalHostEntry,
  parseIp,
  requestHost,
  type AccessLists,
} from './access-rules.rules.js';

function rules(lists: { hosts?: Partial<AccessLists['hosts']>; ips?: Partial<AccessLists['ips']> }): AccessRules {
  return new AccessRules({
    hosts: { allow: [], block: [], ...lists.hosts },
    ips: { allow: [], block: [], ...lists.ips },
  });
}

describe('empty lists', () => {
  it('admit every host, no host, and every address', () => {
    const open = rules({});
    expect(open.admissionOf('shop.example.com')).toBe('open');
    expect(open.hostBlock(undefined).passed && open.hostAllow(undefined).passed).toBe(true);
    expect(open.ipBlock('192.0.2.1').passed && open.ipAllow('2001:db8::1').passed).toBe(true);
  });
});

describe('host lists', () => {
  it.each([
    ['shop.example.com', 'shop.example.com', true],
    ['Shop.Example.COM', 'shop.example.com', true],
    ['shop.example.com', 'www.shop.example.com', false],
    ['example.com', 'notexample.com', false],
    ['*.example.com', 'shop.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'badexample.com', false],
    ['*.example.com', 'shop.example.com.evil.test', false],
  ])('the entry %s matches %s: %s', (entry, host, matches) => {
    expect(rules({ hosts: { allow: [entry] } }).hostAllow(host)).toEqual(
      matches ? { passed: true, entry } : { passed: false },
    );
    expect(rules({ hosts: { block: [entry] } }).hostBlock(host)).toEqual(
      matches ? { passed: false, entry } : { passed: true },
    );
  });

  it('refuse a request without a host only when there is an allow list', () => {
    expect(rules({ hosts: { allow: ['shop.example.com'] } }).hostAllow(undefined)).toEqual({ passed: false });
    expect(rules({ hosts: { block: ['shop.example.com'] } }).hostBlock(undefined)).toEqual({ passed: true });
  });

  it('block beats allow', () => {
    const both = rules({ hosts: { allow: ['*.example.com'], block: ['bad.example.com'] } });
    expect(both.admissionOf('good.example.com')).toBe('named');
    expect(both.admissionOf('bad.example.com')).toBe('refused');
    expect(both.admissionOf('other.example.org')).toBe('refused');
  });
});

describe('IP lists', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['0.0.0.0/0', '203.0.113.5', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::7', true],
    ['2001:db8::/32', '2001:db9::7', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['10.0.0.0/8', '::ffff:a00:1', true],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::/0', '192.0.2.7', false],
    ['fe80::/10', 'fe80::1%eth0', true],
  ])('the entry %s matches %s: %s', (entry, ip, matches) => {
    expect(rules({ ips: { allow: [entry] } }).ipAllow(ip)).toEqual(
      matches ? { passed: true, entry } : { passed: false },
    );
    expect(rules({ ips: { block: [entry] } }).ipBlock(ip)).toEqual(
      matches ? { passed: false, entry } : { passed: true },
    );
  });

  it.each(['unknown', '', '192.0.2.7:1234'])('%j is no address: no entry matches it', (ip) => {
    expect(rules({ ips: { block: ['0.0.0.0/0'] } }).ipBlock(ip).passed).toBe(true);
    expect(rules({ ips: { allow: ['0.0.0.0/0'] } }).ipAllow(ip).passed).toBe(false);
  });

  it('take a mapped address for its IPv4 address', () => {
    expect(parseIp('::ffff:192.0.2.7').toString()).toBe('192.0.2.7');
  });
});

describe('the host of a request', () => {
  it.each([
    ['https://Shop.Example.com:8443', undefined, 'shop.example.com'],
    ['https://shop.example.com.', undefined, 'shop.example.com'],
    [undefined, 'https://shop.example.com/cart?x=1', 'shop.example.com'],
    ['https://a.example.com', 'https://b.example.com/', 'a.example.com'],
    ['null', 'https://b.example.com/', undefined],
    ['null', undefined, undefined],
    [undefined, undefined, undefined],
    ['not a url', 'neither', undefined],
    ['http://[2001:db8::1]:80', undefined, '[2001:db8::1]'],
    ['file:///etc', undefined, undefined],
  ])('of Origin %s and Referer %s is %s', (origin, referer, host) => {
    expect(requestHost(origin, referer)).toBe(host);
  });
});

describe('entries', () => {
  it.each([
    'example.com',
    'localhost',
    '*.example.com',
    'SHOP.example.com',
    '192.0.2.7',
    '2001:db8::1',
    '[2001:db8::1]',
    'a_b.example.com',
  ])('the host %s is taken', (entry) => expect(validateHostEntry(entry)).toBeUndefined());

  it.each([
    '',
    '*',
    '*.',
    'a.*.com',
    'https://example.com',
    'example.com/x',
    'example.com:80',
    'ex ample.com',
    '-a.com',
    'a..b',
    `${'a'.repeat(64)}.com`,
  ])('the host %j is refused', (entry) => expect(validateHostEntry(entry)).toMatch(/host name/));

  it.each(['192.0.2.7', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32', '::ffff:10.0.0.1'])(
    'the address %s is taken',
    (entry) => expect(validateIpEntry(entry)).toBeUndefined(),
  );

  it.each(['', 'x', '10.1', '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/', 'example.com', '256.1.1.1'])(
    'the address %j is refused',
    (entry) => expect(validateIpEntry(entry)).toMatch(/IP address/),
  );

  it('are stored as hosts are compared', () => {
    expect(normalHostEntry('*.Example.COM')).toBe('*.example.com');
    expect(normalHostEntry('2001:DB8:0::1')).toBe('[2001:db8::1]');
    expect(normalHostEntry('[2001:db8::1]')).toBe('[2001:db8::1]');
  });
});
