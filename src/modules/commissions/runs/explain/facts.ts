import { type Fixed, fixedNumber, fixedText } from '#common/money/fixed.js';
import type { SuccessionKind } from '#network/members/index.js';
import type { BonusTypes, ExplainedMember, MemberInRun, NumberWords } from '@commerce/commission-engine';
import type { CommissionRun } from '../run.entity.js';
import type { LineRow } from '../results/results.dto.js';

/** A member of a run. Volumes and amounts in ten-thousandths. */
export interface MemberFacts extends ExplainedMember {
  readonly name: string;
  readonly enrolledAt: Date;
  readonly titleRank: string | null;
  readonly own: Fixed;
  readonly commissionable: Fixed;
  readonly personal: Fixed;
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
}

/** A frontline leg. */
export interface LegFacts {
  readonly uid: number;
  readonly username: string;
  /** The highest paid-as rank in the leg. */
  readonly bestRank: string | null;
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

/** Writes numbers as members read them. Amounts and volumes are ten-thousandths. */
export class Words implements NumberWords {
  private readonly volumes = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
  private readonly amounts: Intl.NumberFormat;

  /** @param currency ISO 4217 */
  constructor(currency: string) {
    this.amounts = new Intl.NumberFormat('en', { style: 'currency', currency, signDisplay: 'negative' });
  }

  /** Such as `1,234.5`. */
  volume(value: Fixed): string {
    return this.volumes.format(exactText(value));
  }

  /** Such as `$12.40`: with the decimals of the currency, rounded half away from zero. */
  money(value: Fixed): string {
    return this.amounts.format(exactText(value));
  }

  number(value: Fixed): number {
    return fixedNumber(value);
  }
}

/**
 * Such as `8 October 2026`.
 * @param timeZone of the plan
 */
export function dayOf(at: Date, timeZone: string): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}

/** A bonus by its id: `fast start` of `fast_start`, and what lines of caps and clawbacks are. */
export function bonusWords(id: string): string {
  if (id === 'cap') return 'caps';
  return id === 'clawback' ? 'what was taken back' : id.replaceAll('_', ' ');
}

function exactText(value: Fixed): `${number}` {
  return fixedText(value) as `${number}`;
}
