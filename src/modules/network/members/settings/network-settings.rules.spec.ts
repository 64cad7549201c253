import { describe, expect, it } from '@jest/globals';
import { changedSettings, conflictWith, type SettingsFields } from './network-settings.rules.js';

const NONE: SettingsFields = { placement: 'none', width: 2, spill: 'left', holdingDays: 30 };
const MATRIX: SettingsFields = { ...NONE, placement: 'matrix', width: 4 };

describe('settings of the network', () => {
  it('fix two legs for a binary tree', () => {
    expect(changedSettings(MATRIX, { placement: 'binary' })).toEqual({
      after: { ...MATRIX, placement: 'binary', width: 2 },
      errors: {},
    });
    expect(Object.keys(changedSettings(NONE, { placement: 'binary', width: 3 }).errors)).toEqual(['width']);
  });

  it('ask for the width of a new matrix, and keep that of one that is there', () => {
    expect(Object.keys(changedSettings(NONE, { placement: 'matrix' }).errors)).toEqual(['width']);
    expect(changedSettings(NONE, { placement: 'matrix', width: 5 }).after.width).toBe(5);
    expect(changedSettings(MATRIX, { spill: 'right' }).after).toEqual({ ...MATRIX, spill: 'right' });
  });

  it('take no width without a tree', () => {
    expect(Object.keys(changedSettings(NONE, { width: 3 }).errors)).toEqual(['width']);
  });

  it('cannot take a tree or a leg away from who stands there', () => {
    expect(conflictWith(MATRIX, { ...MATRIX, placement: 'binary' }, 3)).toContain('placement');
    expect(conflictWith(MATRIX, { ...MATRIX, width: 2 }, 3)).toContain('leg');
    expect(conflictWith(MATRIX, { ...MATRIX, width: 3, spill: 'manual', holdingDays: 1 }, 3)).toBeUndefined();
    expect(conflictWith(MATRIX, NONE, 0)).toBeUndefined();
  });
});
