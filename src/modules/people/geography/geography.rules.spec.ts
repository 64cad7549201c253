import { describe, expect, it } from '@jest/globals';
import { countries, isCountryCode, statesOf } from './geography.rules.js';

describe('countries', () => {
  it('are those of ISO 3166-1, in the order of their English names', () => {
    const names = countries().map(({ name }) => name);
    expect(names).toHaveLength(249);
    expect(names[0]).toBe('Afghanistan');
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('are known by their code in any case of letters', () => {
    expect(['US', 'us', 'De'].every(isCountryCode)).toBe(true);
    expect(['', 'USA', 'XX', 'EU', '__proto__', 'ß'].some(isCountryCode)).toBe(false);
  });
});

describe('states', () => {
  it('have the codes of ISO 3166-2', async () => {
    expect(await statesOf('us')).toContainEqual({ code: 'US-CA', name: 'California' });
    expect(await statesOf('DE')).toHaveLength(16);
  });

  it('are none in a country without subdivisions, and unknown in an unknown country', async () => {
    expect(await statesOf('AQ')).toEqual([]);
    expect(await statesOf('XX')).toBeUndefined();
  });
});
