import type { PlanDocument } from '@commerce/commission-engine';

/**
 * A ready plan to begin with, with its machine name; the description says in the words of the field who is paid for what.
 * Amounts of money are whole, so that they fit any currency.
 */
type PlanTemplate = Readonly<Record<'name' | 'title' | 'description', string>> & { readonly plan: PlanDocument };

type Rank = PlanDocument['ranks'][number];

/** A rank, with what it requires. */
const rank = (name: string, requires: Rank['requires']): Rank => ({ name, requires });

/** Depth by rank, paid with dynamic compression. */
export const UNILEVEL: PlanTemplate = {
  name: 'unilevel',
  title: 'Unilevel',
  description:
    'Everyone sponsors as wide as they like, and is paid down seven levels: the higher the rank, the deeper. Inactive distributors are compressed away. New distributors’ first 30 days pay a fast start, and leaders get a share of a pool.',
  plan: {
    name: 'Unilevel',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 50 },
    ranks: [
      rank('associate', {}),
      rank('bronze', { personal_volume: 100, group_volume: 500 }),
      rank('silver', { personal_volume: 100, group_volume: 2000, leg_cap_percent: 60, active_frontline: 3 }),
      rank('gold', {
        personal_volume: 150,
        group_volume: 8000,
        leg_cap_percent: 50,
        legs: [{ rank: 'silver', count: 2 }],
      }),
      rank('diamond', {
        personal_volume: 200,
        group_volume: 40000,
        leg_cap_percent: 40,
        legs: [{ rank: 'gold', count: 3 }],
      }),
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [20, 5], excludes: ['unilevel'] },
      {
        id: 'unilevel',
        type: 'unilevel',
        tree: 'sponsor',
        percents: {
          associate: [5],
          bronze: [5, 5, 3],
          silver: [5, 5, 5, 4],
          gold: [5, 5, 5, 4, 3, 2],
          diamond: [5, 5, 5, 4, 3, 3, 2],
        },
        compression: 'dynamic',
      },
      { id: 'leaders_pool', type: 'pool', percent: 2, shares: { gold: 1, diamond: 3 } },
      { id: 'advancement', type: 'rank_advancement', amounts: { silver: 100, gold: 500, diamond: 2500 } },
    ],
    payout_cap_percent: 50,
    minimum_payout: 10,
  },
};

/** Two legs, paid on the weaker, with matching on what the downline earns. */
export const BINARY: PlanTemplate = {
  name: 'binary',
  title: 'Binary',
  description:
    'Two legs, left and right. Volume that both have pays 10 percent, up to a weekly cap by rank; what is left in the stronger leg is carried. Leaders match what their personally sponsored downline earns. The network needs a binary placement tree.',
  plan: {
    name: 'Binary',
    period: 'week',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    active: { personal_volume: 25 },
    ranks: [
      rank('associate', {}),
      rank('builder', { personal_volume: 25, group_volume: 500, active_frontline: 2 }),
      rank('director', { personal_volume: 50, group_volume: 5000, leg_cap_percent: 60, active_frontline: 4 }),
      rank('executive', {
        personal_volume: 50,
        group_volume: 25000,
        leg_cap_percent: 60,
        legs: [{ rank: 'director', count: 2 }],
      }),
      rank('president', {
        personal_volume: 100,
        group_volume: 100000,
        leg_cap_percent: 50,
        legs: [{ rank: 'executive', count: 3 }],
      }),
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [15] },
      {
        id: 'team',
        type: 'binary',
        percent: 10,
        cap: { associate: 250, builder: 500, director: 2500, executive: 10000, president: 25000 },
        over_cap: 'flush',
        carry_cap: 500000,
        requires_legs: true,
        inactive: 'flush',
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['team'],
        percents: { builder: [10], director: [15, 10], executive: [20, 10, 5], president: [25, 15, 10, 5] },
        compression: 'active',
      },
      { id: 'advancement', type: 'rank_advancement', amounts: { director: 250, executive: 1500, president: 10000 } },
    ],
    member_cap: 30000,
    payout_cap_percent: 50,
    minimum_payout: 20,
  },
};

/** A forced matrix: a few wide, paid deep. */
const MATRIX: PlanTemplate = {
  name: 'matrix',
  title: 'Forced matrix',
  description:
    'Few legs and many levels: who joins fills the matrix from above, so spillover helps everybody. Nine levels are paid on the placement tree, more of them with each rank. The network needs a matrix as its placement tree.',
  plan: {
    name: 'Forced matrix',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    active: { personal_volume: 40 },
    ranks: [
      rank('member', {}),
      rank('qualified', { personal_volume: 40, active_frontline: 2 }),
      rank('leader', { personal_volume: 80, group_volume: 2500, active_frontline: 3 }),
      rank('senior leader', {
        personal_volume: 80,
        group_volume: 12000,
        leg_cap_percent: 60,
        legs: [{ rank: 'leader', count: 2 }],
      }),
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [25], excludes: ['matrix'] },
      {
        id: 'matrix',
        type: 'unilevel',
        tree: 'placement',
        percents: {
          member: [3, 3],
          qualified: [3, 3, 4, 4],
          leader: [3, 3, 4, 4, 5, 5, 3],
          'senior leader': [3, 3, 4, 4, 5, 5, 3, 2, 2],
        },
        compression: 'active',
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['matrix'],
        percents: { qualified: [10], leader: [20, 10], 'senior leader': [25, 15, 10] },
        compression: 'active',
      },
    ],
    payout_cap_percent: 55,
    minimum_payout: 10,
  },
};

/** Stair steps with breakaway, and generations of leaders. */
const STAIR_STEP: PlanTemplate = {
  name: 'stair-step-breakaway',
  title: 'Stair-step breakaway',
  description:
    'The more the group sells, the higher the percentage on all of it, less what those below get themselves. Who reaches the highest step breaks away with the group, and the leader above gets a leadership bonus on it; leaders are paid on generations of leaders.',
  plan: {
    name: 'Stair-step breakaway',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 100 },
    ranks: [
      rank('consultant', {}),
      rank('supervisor', { personal_volume: 100, group_volume: 1000 }),
      rank('manager', { personal_volume: 150, group_volume: 4000, leg_cap_percent: 70 }),
      rank('director', {
        personal_volume: 200,
        any: [{ group_volume: 10000, leg_cap_percent: 70 }, { legs: [{ rank: 'manager', count: 3 }] }],
      }),
      rank('executive director', { personal_volume: 200, legs: [{ rank: 'director', count: 3 }] }),
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      {
        id: 'performance',
        type: 'differential',
        steps: [
          { from: 100, percent: 3 },
          { from: 600, percent: 6 },
          { from: 1200, percent: 9 },
          { from: 2400, percent: 12 },
          { from: 4000, percent: 15 },
          { from: 7000, percent: 18 },
          { from: 10000, percent: 21 },
        ],
        breakaway: { leadership_percent: 4 },
      },
      { id: 'generations', type: 'generation', rank: 'director', percents: [3, 2, 1] },
      { id: 'leaders_pool', type: 'pool', percent: 1, shares: { director: 1, 'executive director': 4 } },
    ],
    payout_cap_percent: 55,
    minimum_payout: 10,
  },
};

/** Unilevel for width, binary for depth. */
export const HYBRID: PlanTemplate = {
  name: 'hybrid',
  title: 'Hybrid: unilevel and binary',
  description:
    'Unilevel pays those who sponsor, binary those who build two teams. With a fast start, a check match of three levels and a pool for leaders. The network needs a binary placement tree.',
  plan: {
    name: 'Hybrid',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 50 },
    ranks: [
      rank('member', {}),
      rank('silver', { personal_volume: 100, group_volume: 1000, leg_cap_percent: 60, active_frontline: 3 }),
      rank('gold', {
        personal_volume: 100,
        any: [{ legs: [{ rank: 'silver', count: 3 }] }, { group_volume: 20000, leg_cap_percent: 40 }],
      }),
      rank('platinum', {
        personal_volume: 200,
        group_volume: 60000,
        leg_cap_percent: 40,
        legs: [{ rank: 'gold', count: 2 }],
      }),
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [20, 5], excludes: ['unilevel'] },
      {
        id: 'unilevel',
        type: 'unilevel',
        tree: 'sponsor',
        percents: { member: [4, 2], silver: [5, 3, 2], gold: [5, 4, 3, 2, 1], platinum: [5, 4, 3, 2, 1, 1, 1] },
        compression: 'dynamic',
      },
      {
        id: 'team',
        type: 'binary',
        ratio: { strong: 1, weak: 1 },
        percent: 10,
        cap: { member: 500, silver: 2500, gold: 10000, platinum: 25000 },
        over_cap: 'flush',
        requires_legs: true,
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['team'],
        percents: { silver: [10], gold: [15, 10], platinum: [20, 10, 5] },
        compression: 'dynamic',
      },
      { id: 'leaders_pool', type: 'pool', percent: 2, shares: { gold: 1, platinum: 3 } },
      { id: 'advancement', type: 'rank_advancement', amounts: { silver: 100, gold: 1000, platinum: 5000 } },
    ],
    member_cap: 50000,
    payout_cap_percent: 50,
    minimum_payout: 10,
  },
};

/** All templates. See docs/spec/commissions.md#3. */
export const TEMPLATES: readonly PlanTemplate[] = [UNILEVEL, BINARY, MATRIX, STAIR_STEP, HYBRID];
