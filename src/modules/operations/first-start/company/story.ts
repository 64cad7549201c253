import type { MoveMemberDto } from '#network/members/index.js';
import type { StoryDay } from './calendar.js';

/** Pieces by SKU. */
export type Basket = Readonly<Record<string, number>>;

/** What is bought; points in all. */
export const BASKETS: Readonly<Record<string, Basket>> = {
  /** A treat: 36. */
  S: { 'TEA-BOX-3': 2 },
  /** For the household: 44. Nobody buys the laundry strips: an example of the API deletes them. */
  D: { 'CLEAN-LEMON-1L': 2, 'ORAL-FAMILY': 2 },
  /** For a family: 78. */
  M: { 'SHAKE-VANILLA': 2, 'SLEEP-30': 1 },
  /** A bit of everything: 78. */
  N: { 'SHAKE-VANILLA': 1, 'SHAKE-COCOA': 1, 'TEA-BOX-3': 1 },
  /** Presents: 79. */
  A: { 'AROMA-STONE': 2, 'SUN-50-100': 1 },
  /** For oneself, and to show: 144. */
  L: { 'ALOE-SET-DRY': 2, 'OMEGA-3-90': 2 },
  /** A distributor's first: 120. */
  K: { 'KIT-BUSINESS': 1 },
  /** For a party: 372. */
  XL: { 'ALOE-SET-SENS': 4, 'SHAKE-BERRY': 6 },
  /** For a small shop: 1,056. */
  H: { 'ALOE-SET-DRY': 12, 'SHAKE-VANILLA': 16 },
  /** A month's stock of a salon: 2,040. */
  W: { 'ALOE-SET-SENS': 24, 'SHAKE-COCOA': 20, 'FILTER-JUG': 8 },
};

/** What happened to an order that did not simply go its way. */
export type Fate =
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'cancelled'; readonly wasPaid: boolean; readonly reason: string }
  /** `after`: days since it was placed; `sku`: one piece of it, all without. */
  | { readonly kind: 'returned'; readonly after: number; readonly sku?: string; readonly reason: string };

/** By buyer and month. */
export const FATES: Readonly<Record<string, Fate>> = {
  'max 1': { kind: 'cancelled', wasPaid: false, reason: 'ordered twice' },
  'jonas 1': { kind: 'cancelled', wasPaid: false, reason: 'not paid within 14 days' },
  'pablo 1': { kind: 'cancelled', wasPaid: true, reason: 'one of the products was not in stock' },
  'lena 2': { kind: 'cancelled', wasPaid: true, reason: 'the customer withdrew' },
  'amelie 0': { kind: 'returned', after: 10.6, reason: 'the customer withdrew within 14 days' },
  'liam 2': { kind: 'returned', after: 4.1, reason: 'the parcel could not be delivered' },
  'bob 2': { kind: 'returned', after: 3.2, sku: 'ALOE-SET-SENS', reason: 'damaged on arrival' },
  'sakura 1': { kind: 'returned', after: 8.4, sku: 'SHAKE-VANILLA', reason: 'the wrong flavour' },
  'lucia 3': { kind: 'returned', after: 5.2, sku: 'FILTER-JUG', reason: 'damaged on arrival' },
  'isabel 3': { kind: 'unpaid' },
  'beate 3': { kind: 'unpaid' },
};

/** Moves in the trees. */
export const MOVES: readonly (StoryDay &
  Pick<MoveMemberDto, 'tree' | 'leg' | 'reason'> & { who: string; below: string })[] = [
  { month: 1, day: 20.5, who: 'grace', tree: 'sponsor', below: 'marta', reason: 'wrong sponsor at sign-up' },
  { month: 2, day: 14.4, who: 'yuki', tree: 'placement', below: 'kenji', leg: 1, reason: 'placed in the wrong leg' },
];

/** Changes of status and kind. */
export const STANDINGS = [
  { month: 2, day: 9.5, who: 'felix', kind: 'distributor', reason: 'signed the agreement' },
  { month: 2, day: 18.5, who: 'georg', status: 'terminated', reason: 'gave notice' },
  { month: 3, day: 5.5, who: 'ivan', status: 'suspended', reason: 'sold below the list price on a marketplace' },
] as const;

/** Changes of the network's settings. */
export const SETTINGS = [
  { month: 0, day: 1.1, placement: 'binary', spill: 'breadth_first', holding_days: 30 },
  { month: 3, day: 2.4, spill: 'manual' },
] as const;

/** An adjustment of a member's volumes. */
export const ADJUSTMENT = {
  month: 2,
  day: 20.4,
  who: 'carol',
  reason: 'an order of a party was credited to nobody',
  business_volume: 45,
  points: 48,
  cumulative_volume: 45,
};

/** Whose payout is held back, and whose transfer fails. */
export const HELD = { who: 'bob', reason: 'tax', note: 'the form for the tax office is missing' } as const;
export const FAILED = { who: 'carol', reason: 'the account is closed' } as const;

/** Sales at a fair, from its own system, in a month that is over and not posted: who, day, aloe sets. */
export const IMPORTED = [
  { who: 'helena', day: 2.5, sets: 6 },
  { who: 'alice', day: 2.6, sets: 4 },
  { who: 'bob', day: 3.4, sets: 2 },
  { who: 'diego', day: 3.5, sets: 5 },
] as const;

/** The month of that fair. */
export const FAIR_MONTH = 2;

/** Price, wholesale price and the three volumes of one of these sets. */
export const IMPORTED_SET = { price: 64, wholesale_price: 48, business_volume: 45, points: 48, cumulative_volume: 45 };
