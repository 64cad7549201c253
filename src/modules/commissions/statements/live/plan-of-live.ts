import { Injectable, Global, Module } from '@nestjs/common';
import { LivePlans, type OpenPlan } from '#network/live/index.js';
import { OpenPeriods, PlansModule, type OpenPeriod } from '../../plans/index.js';

/** The volumes of a ledger row, as the live network counts them. */
const VOLUMES = ['business_volume', 'points', 'cumulative_volume'] as const;

/** What the live network knows a plan in its open period by. */
export function keyOf({ planId, from, to }: OpenPeriod): string {
  return `plan ${planId} ${from.getTime()} ${to.getTime()}`;
}

/** Tells the live network which plan is in force, and how it evaluates. Decision 72. */
@Injectable()
class PlanOfLive extends LivePlans {
  override readonly program = new URL('./plan-evaluator.js', import.meta.url).href;

  constructor(private readonly periods: OpenPeriods) {
    super();
  }

  override async inForce(now: Date): Promise<OpenPlan | undefined> {
    const open = await this.periods.at(now);
    if (open === undefined) return undefined;
    const period = { from: open.from.getTime(), to: open.to.getTime() };
    return { key: keyOf(open), period, qualifying: VOLUMES.indexOf(open.plan.volumes.qualifying), document: open.plan };
  }
}

/** The plan by which the live network measures. Global, because that room is below and asks for {@link LivePlans}. */
@Global()
@Module({ imports: [PlansModule], providers: [{ provide: LivePlans, useClass: PlanOfLive }], exports: [LivePlans] })
export class PlanOfLiveModule {}
