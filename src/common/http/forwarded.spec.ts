import { describe, expect, it } from '@jest/globals';
import { normalizeAddress } from './forwarded.js';

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
