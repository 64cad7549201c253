import type { Requirements, SmallMember } from '@commerce/commission-engine';
import { type Network } from './network.js';
import { lowerOf, Rational, sum, ZERO } from './rational.js';

const TEN_THOUSAND = Rational.of(10_000);
const HUNDRED = Rational.of(100);

/** Measures, activity and ranks of the members of a small period. */
export class Evaluator {
  private readonly actives = new Map<number, boolean>();
  private readonly ranks = new Map<number, number>();

  constructor(private readonly network: Network) {}

  /** Own qualifying volume, with that of the customers whose nearest distributor above is the member, if the plan says so. */
  personal(member: SmallMember): Rational {
    const own = this.network.qualifying(member);
    return own.plus(sum(this.countedCustomers(member).map((customer) => this.network.qualifying(customer))));
  }

  group(member: SmallMember): Rational {
    return sum(this.network.group(member).map((one) => this.network.qualifying(one)));
  }

  isActive(member: SmallMember): boolean {
    let active = this.actives.get(member.uid);
    if (active === undefined) {
      const may = this.network.isDistributor(member) && (member.status ?? 'active') === 'active';
      active = may && this.holds(this.network.period.plan.active, member);
      this.actives.set(member.uid, active);
    }
    return active;
  }

  /** The number of the paid-as rank; -1 for none. */
  paidAs(member: SmallMember): number {
    let rank = this.ranks.get(member.uid);
    if (rank === undefined) this.ranks.set(member.uid, (rank = this.evaluatedRank(member)));
    return rank;
  }

  title(member: SmallMember): number {
    const before = this.numberOf(member.title);
    return Math.max(before, this.paidAs(member));
  }

  numberOf(name: string | undefined): number {
    return this.network.period.plan.ranks.findIndex((rank) => rank.name === name);
  }

  private evaluatedRank(member: SmallMember): number {
    if (!this.network.isPayee(member)) return -1;
    if (!this.isActive(member)) return 0;
    const { ranks } = this.network.period.plan;
    return ranks.findLastIndex(({ requires }, rank) => rank === 0 || this.holds(requires, member));
  }

  /** Customers and preferred customers that count in the personal volume of a member. */
  private countedCustomers(member: SmallMember): readonly SmallMember[] {
    if (!this.network.period.plan.personal_volume_includes_customers || !this.network.isDistributor(member)) return [];
    const below = (one: SmallMember): readonly SmallMember[] =>
      this.network
        .frontline(one)
        .filter((child) => !this.network.isDistributor(child))
        .flatMap((child) => [child, ...below(child)]);
    return below(member);
  }

  private holds(wanted: Requirements, member: SmallMember): boolean {
    const { personal_volume, group_volume, leg_cap_percent, active_frontline, customers, legs, any } = wanted;
    const frontline = this.network.frontline(member);
    if (personal_volume !== undefined && this.personal(member).isBelow(Rational.decimal(personal_volume))) return false;
    if (group_volume !== undefined) {
      const required = Rational.decimal(group_volume);
      const has =
        leg_cap_percent === undefined
          ? this.group(member)
          : this.cappedGroup(member, required.times(Rational.decimal(leg_cap_percent)).over(HUNDRED));
      if (has.isBelow(required)) return false;
    }
    if (active_frontline !== undefined && frontline.filter((one) => this.isActive(one)).length < active_frontline)
      return false;
    if (customers !== undefined) {
      const buying = frontline.filter(
        (one) => !this.network.isDistributor(one) && this.network.qualifying(one).isAbove(ZERO),
      );
      if (buying.length < customers) return false;
    }
    for (const { rank, count } of legs ?? []) {
      const least = this.numberOf(rank);
      const found = frontline.filter((head) => this.network.group(head).some((one) => this.paidAs(one) >= least));
      if (found.length < count) return false;
    }
    return any === undefined || any.some((one) => this.holds(one, member));
  }

  /** Each leg, without what is in the personal volume already, and the personal volume count for so much at most. */
  private cappedGroup(member: SmallMember, most: Rational): Rational {
    const cap = most.times(TEN_THOUSAND).floor().over(TEN_THOUSAND);
    const counted = new Set(this.countedCustomers(member).map(({ uid }) => uid));
    const legs = this.network.frontline(member).map((head) => {
      const rest = this.network.group(head).filter(({ uid }) => !counted.has(uid));
      return sum(rest.map((one) => this.network.qualifying(one)));
    });
    return sum([this.personal(member), ...legs].map((volume) => lowerOf(volume, cap)));
  }
}
