import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import type { Plan } from '@commerce/commission-engine';
import { CommissionPlan } from '../plan.entity.js';
import { dayOf, periodWith, startOfDay, type Period } from './period.rules.js';

/** The period that is going on, and the version that holds for it. */
export interface OpenPeriod {
  readonly planId: number;
  readonly plan: Plan;
  readonly period: Period;
  readonly from: Date;
  /** Not a part of it. */
  readonly to: Date;
}

/** Which period is open: that of the plan in force, in its time zone. */
@Injectable()
export class OpenPeriods {
  /** The document that was read last; what is published never changes. */
  private read: { readonly id: number; readonly plan: Plan } | undefined;

  constructor(private readonly db: Database) {}

  /** The period at an instant; undefined where no version holds. It may be asked every second. */
  async at(instant: Date): Promise<OpenPeriod | undefined> {
    const version = await this.db.manager
      .createQueryBuilder(CommissionPlan, 'p')
      .select(['p.id', 'p.fromDay', 'p.fromAt'])
      .where('p.from_at <= :instant AND (p.until_at IS NULL OR p.until_at > :instant)', { instant })
      .orderBy('p.from_at', 'DESC')
      .limit(1)
      .getOne();
    if (version === null) return undefined;
    const plan = await this.planOf(version.id);
    const [fromDay, today] = [version.fromDay!, dayOf(instant, plan.time_zone)];
    // The first period may begin while it is still the day before in the time zone of this version.
    const period = periodWith(plan.period, today < fromDay ? fromDay : today);
    const isFirst = period.firstDay === fromDay;
    return {
      planId: version.id,
      plan,
      period,
      from: isFirst ? version.fromAt! : startOfDay(period.firstDay, plan.time_zone),
      to: startOfDay(period.nextDay, plan.time_zone),
    };
  }

  private async planOf(id: number): Promise<Plan> {
    if (this.read?.id !== id) {
      const { document: plan } = await this.db.manager.findOneByOrFail(CommissionPlan, { id });
      this.read = { id, plan };
    }
    return this.read.plan;
  }
}
