import { describe, expect, it } from '@jest/globals';
import { heldIn, matches } from './matches';

describe('what is typed into the palette', () => {
  it('finds pages and actions by the beginnings of their words, in any order', () => {
    expect(matches('Register an application', 'app reg')).toBe(true);
    expect(matches('Commission runs', 'RUN')).toBe(true);
    expect(matches('Commission runs', 'ission')).toBe(false);
    expect(matches('Import members', 'import volumes')).toBe(false);
  });

  it('may say who is put on hold', () => {
    expect(heldIn('Put helena on hold')).toBe('helena');
    expect(heldIn(' hold maria s')).toBe('maria s');
    expect(heldIn('holding tank')).toBeUndefined();
    expect(heldIn('helena')).toBeUndefined();
  });
});
