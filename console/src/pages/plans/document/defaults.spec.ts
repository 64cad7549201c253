import { describe, expect, it } from '@jest/globals';
import { withDefaults } from './defaults';
import type { JsonSchema } from './schema';

const SCHEMA: JsonSchema = {
  properties: {
    name: { type: 'string' },
    rounding: { enum: ['half_even', 'half_up'], default: 'half_even' },
    four_eyes: { type: 'boolean', default: true },
    active: { $ref: '#/$defs/conditions', default: {} },
    ranks: {
      type: 'array',
      items: { type: 'object', properties: { name: {}, requires: { $ref: '#/$defs/conditions', default: {} } } },
    },
    bonuses: {
      type: 'array',
      items: {
        oneOf: [{ properties: { id: {}, type: { const: 'binary' }, ratio: { default: 1 }, cap: { type: 'number' } } }],
      },
    },
  },
  $defs: { conditions: { type: 'object', properties: { group_volume: { type: 'number' } } } },
};

describe('a plan with its defaults', () => {
  it('has what a saved draft has, also in ranks and bonuses', () => {
    const plan = { bonuses: [{ id: 'team', type: 'binary' }], ranks: [{ name: 'member' }], name: 'New', more: 1 };
    expect(withDefaults(plan, SCHEMA)).toEqual({
      name: 'New',
      rounding: 'half_even',
      four_eyes: true,
      active: {},
      more: 1,
      ranks: [{ name: 'member', requires: {} }],
      bonuses: [{ id: 'team', type: 'binary', ratio: 1 }],
    });
  });

  it('keeps what is said', () => {
    expect(withDefaults({ name: 'New', four_eyes: false, rounding: 'half_up' }, SCHEMA)).toMatchObject({
      four_eyes: false,
      rounding: 'half_up',
    });
  });
});
