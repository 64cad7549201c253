import { describe, expect, it } from '@jest/globals';
import { type ValidatedMove, type ValidatedSuccession, validateMove, validateSuccession } from './members.rules.js';
import type { Standing } from './members.service.js';

const member: Standing = { uid: 1, kind: 'distributor', status: 'active', isPlaced: false };
const parent: Standing = { uid: 2, kind: 'distributor', status: 'active', isPlaced: true };
const BINARY = { placement: 'binary', width: 2 } as const;

const validated = (move: Partial<ValidatedMove>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(validateMove({ tree: 'placement', leg: 1, member, parent, settings: BINARY, ...move })).map(
      ([field, problems]) => [field, problems.map(({ message }) => message)],
    ),
  );

describe('a move', () => {
  it('to a free leg of who is placed has nothing wrong', () => {
    expect(validated({})).toEqual({});
    expect(validated({ parent: null, leg: null })).toEqual({});
    expect(validated({ tree: 'sponsor', leg: null })).toEqual({});
  });

  it('is told one thing about its parent, though more would follow from it', () => {
    expect(validated({ parent: member })).toEqual({ parent_uid: ['is the member itself'] });
    expect(validated({ parent: { ...parent, status: 'terminated', isPlaced: false } })).toEqual({
      parent_uid: ['is terminated and gets no new members'],
    });
    expect(
      validated({ tree: 'sponsor', leg: null, parent: { ...parent, kind: 'customer', status: 'terminated' } }),
    ).toEqual({ parent_uid: ['is terminated and gets no new members'] });
    expect(validated({ parent: { ...parent, isPlaced: false } })).toEqual({ parent_uid: ['is not placed'] });
    expect(validated({ parent: undefined })).toEqual({ parent_uid: ['is not a member of the network'] });
  });

  it('is told of the tree first where nobody can be placed', () => {
    const unplaced = { ...parent, isPlaced: false };
    expect(validated({ parent: unplaced, settings: { placement: 'none', width: 2 } })).toEqual({
      tree: ['the network has no placement tree'],
    });
    expect(validated({ parent: unplaced, member: { ...member, kind: 'customer' } })).toEqual({
      tree: ['only distributors are placed'],
    });
  });

  it('names a leg where one is needed, and nowhere else', () => {
    expect(validated({ leg: null })).toEqual({ leg: ['is required in the placement tree'] });
    expect(validated({ leg: 3 })).toEqual({ leg: ['must be between 1 and 2'] });
    expect(validated({ parent: null })).toEqual({ leg: ['is only for places below a parent'] });
    expect(validated({ tree: 'sponsor' })).toEqual({ leg: ['is only for the placement tree'] });
  });
});

const successor: Standing = { uid: 2, kind: 'distributor', status: 'active', isPlaced: true };

const succeeding = (change: Partial<ValidatedSuccession>): unknown =>
  Object.fromEntries(
    Object.entries(validateSuccession({ kind: 'merge', member, successor, below: 0, ...change })).map(
      ([field, [first]]) => [field, first!.message],
    ),
  );

describe('a succession', () => {
  it('is possible to another distributor, with or without members below', () => {
    expect(succeeding({})).toEqual({});
    expect(succeeding({ below: 3 })).toEqual({});
    expect(succeeding({ kind: 'hand_over' })).toEqual({});
  });

  it('hands a position over to a customer, but to nobody with members below', () => {
    const customer = { ...successor, kind: 'customer' } as const;
    expect(succeeding({ kind: 'hand_over', successor: customer })).toEqual({});
    expect(succeeding({ kind: 'hand_over', below: 1 })).toEqual({
      to_uid: 'has members below; merge the position instead',
    });
    expect(succeeding({ successor: customer })).toEqual({ into_uid: 'is a customer; hand the position over instead' });
  });

  it('needs somebody else who takes part', () => {
    expect(succeeding({ successor: undefined })).toEqual({ into_uid: 'is not a member of the network' });
    expect(succeeding({ successor: member })).toEqual({ into_uid: 'is the member itself' });
    expect(succeeding({ successor: { ...successor, status: 'terminated' } })).toEqual({ into_uid: 'is terminated' });
  });
});
