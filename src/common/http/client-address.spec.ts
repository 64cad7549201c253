import { describe, expect, it } from '@jest/globals';
import { addressKey, normalizeAddress } from './client-address.js';

describe('the address that limits count', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80::'],
    ['fe80::1%1', 'fe80::'],
    ['::1', '::'],
    ['unknown:', 'unknown:'],
    ['Not An Address', 'not an address'],
    ['x'.repeat(500), 'x'.repeat(64)],
    [':'.repeat(500), ':'.repeat(64)],
    ['', ''],
  ])('of %s is %s', (ip, counted) => {
    expect(addressKey(ip)).toBe(counted);
  });
});

describe('a forwarded address', () => {
  it.each([
    ['10.9.0.1', '10.9.0.1'],
    [' 10.9.0.1:5555', '10.9.0.1'],
    ['"10.9.0.1"', '10.9.0.1'],
    ['"10.9.0.1:80"', '10.9.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:10.9.0.1]:1', '::ffff:10.9.0.1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['unknown', 'unknown'],
  ])('%s is %s', (entry, address) => {
    expect(normalizeAddress(entry)).toBe(address);
  });
});
