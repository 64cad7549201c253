import type { Fixed } from '#common/money/fixed.js';
import type { SuccessionKind } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';
import type { BonusTypes, ExplainedMember, MemberInRun } from '@commerce/commission-engine';
import type { CommissionRun } from '../run.entity.js';
import type { Words } from './words.js';
import type { LineRow } from '../results/results.dto.js';

/** A member of a run. Volumes and amounts in ten-thousandths. */
export interface MemberFacts extends ExplainedMember {
  readonly name: string;
  readonly enrolledAt: Date;
  readonly sponsorUid: number | null;
  readonly titleRank: string | null;
  readonly own: Fixed;
  readonly commissionable: Fixed;
  readonly personal: Fixed;
  readonly counted: Fixed;
  readonly earned: Fixed;
  readonly inputs: MemberInRun['inputs'];
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

/** The lines of one bonus that a member has. */
export interface LinesFacts {
  readonly lines: readonly LineRow[];
  /** At most {@link COUNTED_LINES}. */
  readonly count: number;
}

/** Lines of one bonus up to which they are counted. */
export const COUNTED_LINES = 1_000;

/** A position that came to a member, or that it gave up, while a period went on. */
export interface SuccessionFacts {
  readonly kind: SuccessionKind;
  readonly direction: 'taken' | 'given';
  /** Whose position it was, or whose it is. */
  readonly uid: number;
  readonly username: string;
  readonly at: Date;
  /** Of a position that was taken: what it had carried into the period, by bonus. */
  readonly carried: ReadonlyMap<string, { readonly left: Fixed; readonly right: Fixed }>;
}

/** All that is known when a member's result is explained. */
export interface BonusFacts extends MemberInRun {
  readonly run: CommissionRun;
  readonly types: BonusTypes;
  readonly words: Words;
  readonly member: MemberFacts;
  readonly frontline: FrontlineFacts;
  readonly lines: ReadonlyMap<string, LinesFacts>;
  readonly successions: readonly SuccessionFacts[];
}
