import { describe, expect, it } from '@jest/globals';
import { AppError } from '#common/errors/app-error.js';
import { OWN_BONUS_TYPES } from '@commerce/commission-engine';
import { acceptRequest, assertFit, type SimulationRequest, changesOf } from './simulations.rules.js';

const PLAN = {
  name: 'Plan',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }],
  bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5] } }],
};

const accept = (body: object): SimulationRequest => acceptRequest(body, { currencyDigits: 2, types: OWN_BONUS_TYPES });

function problems(body: object, kind?: 'week'): string[] {
  try {
    const request = accept(body);
    if (kind !== undefined) assertFit(request, kind);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Object.entries(error.errors).flatMap(([field, all]) =>
      all.map(({ path, message }) => `${path ?? field} ${message}`),
    );
  }
  return [];
}

describe('a request to simulate', () => {
  it('is one plan, or up to five', () => {
    expect(accept({ period: '2026-10', plan: PLAN }).plans).toMatchObject([{ name: 'Plan', rate: 1 }]);
    expect(accept({ period: '2026-W44', plans: [PLAN, PLAN] }).plans).toHaveLength(2);
    expect(problems({ period: '2026-10', plans: [] })).toEqual(['plans must be a list of 1 to 5 plans']);
    expect(problems({ period: '2026-10', plans: Array(6).fill(PLAN) })).toHaveLength(1);
    expect(problems({ period: '2026-10', plan: PLAN, plans: [PLAN] })).toEqual([
      'plans cannot be sent together with plan',
    ]);
  });

  it('names the problems of plans by their paths', () => {
    const wrong = { ...PLAN, bonuses: [{ ...PLAN.bonuses[0], percents: { gold: [5] } }] };
    expect(problems({ period: '2026-10', plan: wrong })).toEqual([
      'plan.bonuses[0].percents.gold is not a rank of this plan',
    ]);
    expect(problems({ period: '2026-10', plans: [PLAN, wrong, 7] })).toEqual([
      'plans[1].bonuses[0].percents.gold is not a rank of this plan',
      expect.stringMatching(/^plans\[2\] /),
    ]);
  });

  it('has plans of the periods of the run, and names what was sent', () => {
    const weekly = { ...PLAN, period: 'week' };
    const problem = 'period the plan must have the period of the posted run: week';
    expect(problems({ period: '2026-W44', plan: PLAN }, 'week')).toEqual([`plan.${problem}`]);
    expect(problems({ period: '2026-W44', plans: [weekly, PLAN] }, 'week')).toEqual([`plans[1].${problem}`]);
  });

  it('is known in whole', () => {
    expect(problems({ plan_id: 3 })).toEqual([
      'plan_id is not known here',
      'period is required',
      'plan is required without plans',
    ]);
    expect(problems({ period: 'October', plan: PLAN })).toHaveLength(1);
  });
});

describe('who gains and who loses', () => {
  it('is told by how much, most first', () => {
    const uid = Float64Array.of(1, 2, 3, 4, 5);
    const after = Float64Array.of(50_000, 0, 20_000, 10_000, 0);
    const before = new Map([
      [1, 10_000],
      [2, 30_000],
      [3, 10_000],
      [4, 10_000],
    ]);
    expect(changesOf(uid, after, before)).toEqual({
      gaining: 2,
      losing: 1,
      unchanged: 1,
      gainers: [
        { uid: 1, before: 1, after: 5, difference: 4 },
        { uid: 3, before: 1, after: 2, difference: 1 },
      ],
      losers: [{ uid: 2, before: 3, after: 0, difference: -3 }],
    });
  });

  it('names 20 of however many, equal ones by uid', () => {
    const uid = Float64Array.from({ length: 5_000 }, (_, at) => 5_000 - at);
    const after = uid.map((one) => (one > 4_990 ? 2 : 1));
    const { gaining, gainers } = changesOf(uid, after, new Map());
    expect(gaining).toBe(5_000);
    expect(gainers.map((one) => one.uid)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => 4_991 + at),
      ...Array.from({ length: 10 }, (_, at) => 1 + at),
    ]);
  });
});
