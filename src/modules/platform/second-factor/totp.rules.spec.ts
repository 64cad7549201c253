import { describe, expect, it } from '@jest/globals';
import { base32, matchingStep, stepAt, totpOf, totpUri } from './totp.rules.js';

/** The secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('a time-based code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at second %d', (second, code) => {
    expect(totpOf(SECRET, stepAt(second * 1000))).toBe(code);
  });

  it('is taken from the step before to the step after', () => {
    const ms = 1_800_000_000_000;
    const now = stepAt(ms);
    for (const step of [now - 1, now, now + 1]) expect(matchingStep(SECRET, totpOf(SECRET, step), ms, 0)).toBe(step);
    for (const step of [now - 2, now + 2]) expect(matchingStep(SECRET, totpOf(SECRET, step), ms, 0)).toBeUndefined();
    expect(matchingStep(SECRET, '12345', ms, 0)).toBeUndefined();
  });

  it('is not taken again, nor one before it', () => {
    const ms = 1_800_000_000_000;
    const now = stepAt(ms);
    expect(matchingStep(SECRET, totpOf(SECRET, now), ms, now)).toBeUndefined();
    expect(matchingStep(SECRET, totpOf(SECRET, now - 1), ms, now)).toBeUndefined();
    expect(matchingStep(SECRET, totpOf(SECRET, now + 1), ms, now)).toBe(now + 1);
  });
});

describe('a secret', () => {
  it('is written in base32, and in an address that apps read', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(totpUri(Buffer.from('foobar'), 'Shop & Co', 'ann')).toBe(
      'otpauth://totp/Shop%20%26%20Co:ann?secret=MZXW6YTBOI&issuer=Shop%20%26%20Co',
    );
  });
});
