import {
  enrolledAt,
  PERIOD_BEGINS,
  type SmallMember,
  type SmallPeriod,
  type SmallRow,
} from '@commerce/commission-engine';
import { Rational, sum, ZERO } from './rational.js';

const DAY_MS = 86_400_000;
const TEN_THOUSAND = 10_000;

/** The network and the ledger of a small period, read again for every question. */
export class Network {
  constructor(readonly period: SmallPeriod) {}

  get members(): readonly SmallMember[] {
    return this.period.members;
  }

  member(uid: number): SmallMember {
    return this.members.find((member) => member.uid === uid)!;
  }

  isDistributor({ kind = 'distributor' }: SmallMember): boolean {
    return kind === 'distributor';
  }

  isPayee(member: SmallMember): boolean {
    return this.isDistributor(member) && member.status !== 'terminated';
  }

  sponsorOf({ sponsor }: SmallMember): SmallMember | undefined {
    return sponsor === undefined ? undefined : this.member(sponsor);
  }

  frontline({ uid }: SmallMember): readonly SmallMember[] {
    return this.members.filter(({ sponsor }) => sponsor === uid);
  }

  /** A member and all below, in the sponsor tree. */
  group(member: SmallMember): readonly SmallMember[] {
    return [member, ...this.frontline(member).flatMap((child) => this.group(child))];
  }

  /** The member above in the placement tree; who is not placed hangs below the nearest placed sponsor above. */
  placementParent(member: SmallMember): SmallMember | undefined {
    if (member.placed === 'root') return undefined;
    if (member.placed !== undefined) return this.member(member.placed.below);
    let sponsor = this.sponsorOf(member);
    while (sponsor !== undefined && sponsor.placed === undefined) sponsor = this.sponsorOf(sponsor);
    return sponsor;
  }

  /** A member and all below, in the placement tree, with those who are not placed. */
  placementGroup(member: SmallMember): readonly SmallMember[] {
    const below = this.members.filter((other) => this.placementParent(other)?.uid === member.uid);
    return [member, ...below.flatMap((child) => this.placementGroup(child))];
  }

  /** The payees above a member, the nearest first. */
  payeesAbove(member: SmallMember, tree: 'sponsor' | 'placement'): SmallMember[] {
    const above = tree === 'sponsor' ? this.sponsorOf(member) : this.placementParent(member);
    if (above === undefined) return [];
    return [...(this.isPayee(above) ? [above] : []), ...this.payeesAbove(above, tree)];
  }

  qualifying({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ qualifying }) => qualifying);
  }

  commissionable({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ commissionable }) => commissionable);
  }

  /** All commissionable volume. */
  allVolume(): Rational {
    return sum(this.members.map((member) => this.commissionable(member)));
  }

  /** Volume of the rows that count in the base of a source. */
  base({ uid }: SmallMember, counts: (row: SmallRow) => boolean): Rational {
    return this.sumOf(uid, (row) => (row.takesBack !== 'earlier' && counts(row) ? row.commissionable : 0));
  }

  /** What was paid above wholesale, of the rows that count in the base of a source. */
  margin({ uid }: SmallMember): Rational {
    return this.sumOf(uid, ({ takesBack, price = 0, wholesale = 0 }) =>
      takesBack === 'earlier' ? 0 : price - wholesale,
    );
  }

  /** Whether a row was dated before its member had been there for so many days; a return belongs to what it takes back. */
  isInFirstDays(row: SmallRow, days: number): boolean {
    const dated = typeof row.takesBack === 'number' ? this.period.rows[row.takesBack]! : row;
    return PERIOD_BEGINS + (dated.at ?? 0) < enrolledAt(this.member(row.member)) + days * DAY_MS;
  }

  private sumOf(uid: number, amount: (row: SmallRow) => number): Rational {
    const rows = this.period.rows.filter(({ member }) => member === uid);
    return rows.reduce((total, row) => total.plus(Rational.of(amount(row), TEN_THOUSAND)), ZERO);
  }
}
