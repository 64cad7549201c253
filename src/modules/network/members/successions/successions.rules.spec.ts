import { describe, expect, it } from '@jest/globals';
import type { Standing } from '../placement/placement.service.js';
import { judgeSuccession, type JudgedSuccession } from './successions.rules.js';

const member: Standing = { uid: 1, kind: 'distributor', status: 'active', isPlaced: true };
const successor: Standing = { uid: 2, kind: 'distributor', status: 'active', isPlaced: true };

const judged = (change: Partial<JudgedSuccession>): unknown =>
  Object.fromEntries(
    Object.entries(judgeSuccession({ kind: 'merge', member, successor, below: 0, ...change })).map(
      ([field, [first]]) => [field, first!.message],
    ),
  );

describe('a succession', () => {
  it('is possible to another distributor, with or without members below', () => {
    expect(judged({})).toEqual({});
    expect(judged({ below: 3 })).toEqual({});
    expect(judged({ kind: 'hand_over' })).toEqual({});
  });

  it('hands a position over to a customer, but to nobody with members below', () => {
    const customer = { ...successor, kind: 'customer' } as const;
    expect(judged({ kind: 'hand_over', successor: customer })).toEqual({});
    expect(judged({ kind: 'hand_over', below: 1 })).toEqual({
      to_uid: 'has members below; merge the position instead',
    });
    expect(judged({ successor: customer })).toEqual({ into_uid: 'is a customer; hand the position over instead' });
  });

  it('needs somebody else who takes part', () => {
    expect(judged({ successor: undefined })).toEqual({ into_uid: 'is not a member of the network' });
    expect(judged({ successor: member })).toEqual({ into_uid: 'is the member itself' });
    expect(judged({ successor: { ...successor, status: 'terminated' } })).toEqual({ into_uid: 'is terminated' });
  });
});
