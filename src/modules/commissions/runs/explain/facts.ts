import type { Fixed } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import type { Plan } from '../../engine/index.js';
import type { CommissionRun } from '../run.entity.js';
import type { DifferentialFacts } from './groups-explained.js';
import type { SuccessionFacts } from './successions-explained.js';
import type { Words } from './words.js';
import type { LineRow } from '../results/results.dto.js';

/** Where a member stands in a run, as far as being paid goes. */
export interface StandingFacts {
  readonly uid: number;
  readonly kind: MemberKind;
  readonly status: MemberStatus;
  readonly active: boolean;
  /** The paid-as rank. */
  readonly rank: string | null;
  readonly isPlaced: boolean;
}

/** A member of a run. Volumes and amounts in ten-thousandths. */
export interface MemberFacts extends StandingFacts {
  readonly username: string;
  readonly name: string;
  readonly enrolledAt: Date;
  readonly sponsorUid: number | null;
  readonly titleBefore: string | null;
  readonly titleRank: string | null;
  readonly own: Fixed;
  readonly commissionable: Fixed;
  readonly personal: Fixed;
  readonly group: Fixed;
  readonly counted: Fixed;
  readonly earned: Fixed;
  /** By bonus, `cap` and `clawback`. */
  readonly bonuses: ReadonlyMap<string, Fixed>;
}

/** What a member bought, as bonuses with sources take it. */
export interface SourceVolumes {
  /** Without what takes back rows of posted periods. */
  readonly all: Fixed;
  /** Of that, what was dated before so many days after the enrolment. */
  readonly within: ReadonlyMap<number, Fixed>;
  /** Price less wholesale price. */
  readonly margin: Fixed;
  /** Commissionable volume that takes back rows of posted periods. */
  readonly takenBack: Fixed;
}

/** A frontline leg. */
export interface LegFacts {
  readonly uid: number;
  readonly username: string;
  readonly name: string;
  readonly kind: MemberKind;
  readonly active: boolean;
  readonly rank: string | null;
  /** The highest paid-as rank in the leg. */
  readonly bestRank: string | null;
  readonly own: Fixed;
  readonly group: Fixed;
  /** What of it is in the personal volume of the member above. */
  readonly counted: Fixed;
}

/** The frontline of a member as a whole, and its largest legs. */
export interface FrontlineFacts {
  readonly members: number;
  readonly active: number;
  /** Customers and preferred customers who bought. */
  readonly customers: number;
  readonly group: Fixed;
  readonly counted: Fixed;
  /** How many legs have which highest rank. */
  readonly byBestRank: ReadonlyMap<string, number>;
  /** Sums of all legs where each counts for at most so much, by that limit. */
  readonly capped: ReadonlyMap<Fixed, Fixed>;
  /** The largest ones by group volume. */
  readonly legs: readonly LegFacts[];
}

/** The legs of a binary bonus, in volume. */
export interface BinaryFacts {
  readonly leftIn: Fixed;
  readonly rightIn: Fixed;
  readonly left: Fixed;
  readonly right: Fixed;
  readonly leftOut: Fixed;
  readonly rightOut: Fixed;
}

/** What all members of the run come to. */
export interface TotalFacts {
  readonly commissionable: Fixed;
  /** Active members by paid-as rank. */
  readonly activeByRank: ReadonlyMap<string, number>;
  /** The sum of all lines by bonus. */
  readonly byBonus: ReadonlyMap<string, Fixed>;
}

/** The lines of one bonus that a member has. */
export interface LinesFacts {
  readonly lines: readonly LineRow[];
  /** At most {@link COUNTED_LINES}. */
  readonly count: number;
}

/** Lines of one bonus up to which they are counted. */
export const COUNTED_LINES = 1_000;

/** All that is known when a bonus is explained. */
export interface BonusFacts {
  readonly run: CommissionRun;
  readonly plan: Plan;
  readonly words: Words;
  readonly member: MemberFacts;
  readonly frontline: FrontlineFacts;
  /** By bonus. */
  readonly legs: ReadonlyMap<string, BinaryFacts>;
  /** By bonus, `cap` and `clawback`. */
  readonly lines: ReadonlyMap<string, LinesFacts>;
  /** By differential bonus. */
  readonly groups: ReadonlyMap<string, DifferentialFacts>;
  /** Positions that came to the member, or that it gave up, while the period went on. */
  readonly successions: readonly SuccessionFacts[];
  /** Undefined where no bonus of the plan needs it. */
  readonly totals: TotalFacts | undefined;
}

/** What is said of a bonus. */
export interface BonusWords {
  /** The rule with this plan's numbers. */
  readonly rule: string;
  /** What it came to, and why not more. */
  readonly sentences: readonly string[];
  /** Why nothing or not more, in words that programs know. */
  readonly reasons: readonly Reason[];
  /** Numbers of this type of bonus. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export const REASONS = [
  'not_a_distributor',
  'terminated',
  'suspended',
  'not_active',
  'rank',
  'no_source',
  'no_match',
  'legs',
  'not_placed',
  'cap',
  'step',
  'title',
  'shares',
  'passed_over',
  'no_payee',
  'returned',
] as const;
export type Reason = (typeof REASONS)[number];

/** Whether somebody can be paid at all: a distributor that is not terminated. */
export function isPayee({ kind, status }: Pick<StandingFacts, 'kind' | 'status'>): boolean {
  return kind === 'distributor' && status !== 'terminated';
}

/** Why somebody gets nothing, whatever the bonus is; undefined for an active payee. */
export function whyUnpaid(member: StandingFacts): { reason: Reason; sentence: string } | undefined {
  if (member.kind !== 'distributor')
    return { reason: 'not_a_distributor', sentence: 'Only distributors are paid, not customers.' };
  if (member.status === 'terminated')
    return { reason: 'terminated', sentence: 'The membership has ended, so nothing is paid.' };
  if (member.status === 'suspended')
    return { reason: 'suspended', sentence: 'The membership is suspended, so nothing is paid.' };
  if (!member.active) return { reason: 'not_active', sentence: 'Who is not active in the period is not paid.' };
  return undefined;
}
