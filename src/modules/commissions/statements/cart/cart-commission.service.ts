import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { fixed } from '#common/money/fixed.js';
import { NamesBelow } from '#network/live/index.js';
import { CartService } from '#sales/orders/index.js';
import { MemberProgress } from '../progress/progress.service.js';
import { legsIn, toConditionViews, toNextRankView, toOpenPeriodView, volumeOf } from '../progress/progress.dto.js';
import { evaluateMember } from '../progress/conditions.rules.js';
import type { CartCommissionView } from './cart-commission.dto.js';

/** What a cart would change if it were paid now. See docs/spec/commissions.md#5. */
@Injectable()
export class CartCommissionService {
  constructor(
    private readonly cart: CartService,
    private readonly progress: MemberProgress,
    private readonly names: NamesBelow,
  ) {}

  /**
   * What the cart of the member would change; an empty one changes nothing. Reading another user's cart is audited.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async read(caller: Caller): Promise<CartCommissionView> {
    const { totals } = await this.cart.read(caller);
    const { business_volume, points, cumulative_volume } = totals;
    const { standing, open } = await this.progress.of(caller.actsFor);
    const more = tenThousandthsOf([business_volume, points, cumulative_volume][standing.measured.qualifying]!);
    const { personal, group } = standing.member;
    const change = (volume: number) => ({ before: volumeOf(volume), after: volumeOf(volume + more) });
    const measures = {
      ...toOpenPeriodView(standing, open),
      volumes: { business_volume, points, cumulative_volume },
      personal_volume: change(personal),
      group_volume: change(group),
    };
    if (open === undefined) return { ...measures, ...NO_PLAN };
    const [before, after] = [evaluateMember(open.plan, standing), evaluateMember(open.plan, standing, more)];
    const shown = [...after.activeConditions, ...(after.next?.conditions ?? [])];
    const usernames = await this.names.of(caller.actsFor, legsIn(shown));
    return {
      ...measures,
      active: { before: before.active, after: after.active },
      rank: { before: before.rank, after: after.rank },
      active_conditions: toConditionViews(after.activeConditions, usernames),
      next_rank: toNextRankView(after.next, usernames),
    };
  }
}

const NOTHING = { before: null, after: null };
const NO_PLAN = { active: NOTHING, rank: NOTHING, active_conditions: [], next_rank: null };

/** An exact JSON number, which may have more digits than a double, in whole ten-thousandths. */
function tenThousandthsOf(amount: number): number {
  return Number(fixed(JSON.stringify(amount)));
}
