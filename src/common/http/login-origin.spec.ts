import { describe, expect, it } from '@jest/globals';
import { isAddress } from './login-origin.js';

describe('an address that a back end names', () => {
  it.each(['192.0.2.7', '::1', '2001:DB8::1', '::ffff:192.0.2.7', 'fe80::1%eth0'])('%s is one', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['', 'x', '192.0.2', '192.0.2.256', '010.0.0.1', '0x7f.1', '1', '192.0.2.7:80', '192.0.2.7, 192.0.2.8',
    '[::1]', '::1/64', '192.0.2.0/24', '1:2', 'unknown'])('"%s" is none', (text) => {
    expect(isAddress(text)).toBe(false);
  }); // prettier-ignore
});
