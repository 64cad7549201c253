import { describe, expect, it } from '@jest/globals';
import type { Standing } from '../members.service.js';
import { type ValidatedSuccession, validateSuccession } from './successions.rules.js';

const member: Standing = { uid: 1, kind: 'distributor', status: 'active', isPlaced: true };
const successor: Standing = { uid: 2, kind: 'distributor', status: 'active', isPlaced: true };

const validated = (change: Partial<ValidatedSuccession>): unknown =>
  Object.fromEntries(
    Object.entries(validateSuccession({ kind: 'merge', member, successor, below: 0, ...change })).map(
      ([field, [first]]) => [field, first!.message],
    ),
  );

describe('a succession', () => {
  it('is possible to another distributor, with or without members below', () => {
    expect(validated({})).toEqual({});
    expect(validated({ below: 3 })).toEqual({});
    expect(validated({ kind: 'hand_over' })).toEqual({});
  });

  it('hands a position over to a customer, but to nobody with members below', () => {
    const customer = { ...successor, kind: 'customer' } as const;
    expect(validated({ kind: 'hand_over', successor: customer })).toEqual({});
    expect(validated({ kind: 'hand_over', below: 1 })).toEqual({
      to_uid: 'has members below; merge the position instead',
    });
    expect(validated({ successor: customer })).toEqual({ into_uid: 'is a customer; hand the position over instead' });
  });

  it('needs somebody else who takes part', () => {
    expect(validated({ successor: undefined })).toEqual({ into_uid: 'is not a member of the network' });
    expect(validated({ successor: member })).toEqual({ into_uid: 'is the member itself' });
    expect(validated({ successor: { ...successor, status: 'terminated' } })).toEqual({ into_uid: 'is terminated' });
  });
});
