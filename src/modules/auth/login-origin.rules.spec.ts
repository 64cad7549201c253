import { describe, expect, it } from '@jest/globals';
import { countedAddress, isAddress } from './login-origin.rules.js';

describe('the address that a login is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%1', 'fe80::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['Not An Address', 'not an address'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('%s is %s', (ip, counted) => {
    expect(countedAddress(ip)).toBe(counted);
  });
});

describe('an address that a back end names', () => {
  it.each(['192.0.2.7', '::1', '2001:DB8::1', '::ffff:192.0.2.7', 'fe80::1%eth0'])('%s is one', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['', 'x', '192.0.2', '192.0.2.256', '010.0.0.1', '0x7f.1', '1', '192.0.2.7:80', '192.0.2.7, 192.0.2.8',
    '[::1]', '::1/64', '192.0.2.0/24', '1:2', 'unknown'])('"%s" is none', (text) => {
    expect(isAddress(text)).toBe(false);
  }); // prettier-ignore
});
