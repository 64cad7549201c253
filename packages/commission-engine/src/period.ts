import type { Plan } from './document/plan.schema.js';

/** No member: above a root. */
export const NOBODY = -1;

/** In {@link Members.parent}: stands nowhere in the placement tree. */
export const NOT_PLACED = -2;

/** In {@link LedgerRows.takesBack}: takes back nothing, or a row of a period without a posted run. */
export const NOTHING = -1;

/** In {@link LedgerRows.takesBack}: takes back a row of an earlier period whose run is posted. */
export const EARLIER = -2;

/** No rank; ranks are numbers from 0 on, in the plan's order. */
export const NO_RANK = -1;

/** Kinds of members, as in {@link Members.kind}. */
export const KIND = { distributor: 0, preferred: 1, customer: 2 } as const;

/** States of members, as in {@link Members.status}. */
export const STATUS = { active: 0, suspended: 1, terminated: 2 } as const;

/**
 * The members as they stood at the end of the period, one column for each property; a member is its position in them. Who
 * stands above in the sponsor tree has a lower position (breadth first is quickest, see `sponsorsFirst`). Whoever came later
 * is not in it.
 */
export interface Members {
  readonly uid: Float64Array;
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly enrolledAt: Float64Array;
  /** The sponsor, or {@link NOBODY}. */
  readonly sponsor: Int32Array;
  /** Who stands above in the placement tree, {@link NOBODY} for its roots, {@link NOT_PLACED}. */
  readonly parent: Int32Array;
  /** The leg below `parent`, from 1 on; any number for who has none. */
  readonly leg: Uint16Array;
  /** The title rank before this period, or {@link NO_RANK}. */
  readonly title: Int16Array;
}

/** The rows of the volume ledger in the period, in any order, one column for each property. */
export interface LedgerRows {
  readonly member: Int32Array;
  /** Milliseconds since 1970, UTC. */
  readonly at: Float64Array;
  /** The plan's qualifying volume, in ten-thousandths. */
  readonly qualifying: Float64Array;
  /** The plan's commissionable volume, in ten-thousandths. */
  readonly commissionable: Float64Array;
  /** The row's position that this one takes back, {@link NOTHING} or {@link EARLIER}. */
  readonly takesBack: Int32Array;
  /** In ten-thousandths; read by bonuses on prices, and left out where a plan has none. */
  readonly prices?: { readonly price: Float64Array; readonly wholesale: Float64Array };
}

/** What a bonus that carries legs has waiting in each, in ten-thousandths of commissionable volume, by member. */
export interface Legs {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** An earlier period whose run is posted, and of which something was taken back: what is needed to take its lines back. */
export interface EarlierPeriod {
  /** Such as `2026-10`. */
  readonly period: string;
  /** The version of the plan by which it was calculated. */
  readonly plan: Plan;
  /** All that was ever taken back of it up to the end of the period that is calculated now. */
  readonly returns: EarlierReturns;
  /**
   * The lines of bonuses that `returns` bear on: those of its sources, and of bonuses on earnings those whose source got such
   * lines. In any order.
   */
  readonly lines: EarlierLines;
  /**
   * By payee of `lines`, in minor units: what its lines came to before that period's caps, and how much of it they left.
   */
  readonly paid: ReadonlyMap<number, { readonly before: number; readonly left: number }>;
}

/** What was taken back of an earlier period, one entry for each row of the ledger that did. */
interface EarlierReturns {
  /** Whose row it was. */
  readonly source: Int32Array;
  /** The instant of the row that is taken back; milliseconds since 1970, UTC. */
  readonly soldAt: Float64Array;
  /** Commissionable volume that is taken back, in ten-thousandths, not negative. */
  readonly commissionable: Float64Array;
  /** Price less wholesale price of what is taken back, in ten-thousandths. */
  readonly margin: Float64Array;
  /** 1 where a posted run has calculated it already, 0 for rows of the period that is calculated now. */
  readonly posted: Uint8Array;
}

/** Lines of an earlier period, one column for each property. */
interface EarlierLines {
  /** The position of the bonus in that plan. */
  readonly bonus: Uint16Array;
  readonly payee: Int32Array;
  readonly source: Int32Array;
  readonly level: Uint16Array;
  /** As in the line: in the unit of the bonus's type. */
  readonly base: Float64Array;
  /** In minor units, before caps. */
  readonly amount: Float64Array;
}

/** All that a run reads beside the plan. See docs/spec/commissions.md#3. */
export interface PeriodInput {
  /** Decimals of the currency. */
  readonly currencyDigits: number;
  /** The first instant of the period; milliseconds since 1970, UTC. */
  readonly from: number;
  /** The first instant after it. */
  readonly to: number;
  readonly members: Members;
  readonly rows: LedgerRows;
  /** What was carried into the period, by the id of a bonus that carries legs; nothing for those that are not in it. */
  readonly carried: ReadonlyMap<string, Legs>;
  readonly earlier: readonly EarlierPeriod[];
  /** What types of bonuses of the plan read beside, by the name of the input; a number for each member, see `inputNumber`. */
  readonly inputs?: ReadonlyMap<string, Float64Array>;
}
