import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Plan } from '@commerce/commission-engine';
import { Database } from '#common/database/index.js';
import { periodOf, startOfDay, type Period, dayOf, periodWith } from './period.rules.js';
import { CommissionPlan, type CarriedMapping, type RankMapping } from './plan.entity.js';

/** The version that holds for a period, and when the period is. */
export interface PlanInForce {
  readonly id: number;
  readonly plan: Plan;
  readonly period: Period;
  /** When the period begins: where the one before ended, also if that one had another time zone. */
  readonly from: Date;
  /** When it ends; not a part of it. */
  readonly to: Date;
  /** Whether it is the first period of this version: then titles and carried volumes change as the two mappings say. */
  readonly isFirst: boolean;
  readonly ranks: RankMapping;
  readonly carried: CarriedMapping;
}

/** Which plan holds for a period: one question with one answer. See docs/spec/commissions.md#3. */
@Injectable()
export class PublishedPlans {
  constructor(private readonly db: Database) {}

  /** Sees to it that nothing is published before the transaction ends. */
  async hold(tx: EntityManager): Promise<void> {
    await this.db.hold(tx, 'plans');
  }

  /** Keeps away all who publish, and who {@link hold}, until the transaction ends. */
  async lock(tx: EntityManager): Promise<void> {
    await this.db.lock(tx, 'plans');
  }

  /**
   * The plan that holds for a period.
   * @param name `2026-11`, or `2026-W47`; undefined is the answer for what is no period of the plan that holds on its first day
   */
  async inForce(tx: EntityManager, name: string): Promise<PlanInForce | undefined> {
    const period = periodOf(name);
    const found = period === undefined ? undefined : await this.on(tx, period.firstDay);
    if (period === undefined || found === undefined || found.document.period !== period.kind) return undefined;
    const { id, document: plan, ranks, carried, fromDay, fromAt } = found;
    const isFirst = fromDay === period.firstDay;
    return {
      id,
      plan,
      period,
      isFirst,
      ranks,
      carried,
      from: isFirst ? fromAt! : startOfDay(period.firstDay, plan.time_zone),
      to: startOfDay(period.nextDay, plan.time_zone),
    };
  }

  /** A version by its id, published or not. */
  async version(tx: EntityManager, id: number): Promise<CommissionPlan | undefined> {
    return (await tx.findOneBy(CommissionPlan, { id })) ?? undefined;
  }

  /** The version that holds on a day. */
  async on(tx: EntityManager, day: string): Promise<CommissionPlan | undefined> {
    const found = await tx
      .createQueryBuilder(CommissionPlan, 'p')
      .where('p.from_day <= :day AND (p.until_day IS NULL OR p.until_day > :day)', { day })
      .getOne();
    return found ?? undefined;
  }

  /** The version that holds at an instant. */
  async at(tx: EntityManager, instant: Date): Promise<CommissionPlan | undefined> {
    const found = await tx
      .createQueryBuilder(CommissionPlan, 'p')
      .where('p.from_at <= :instant AND (p.until_at IS NULL OR p.until_at > :instant)', { instant })
      .orderBy('p.from_at', 'DESC')
      .limit(1)
      .getOne();
    return found ?? undefined;
  }

  /** The first version that holds from after a day on. */
  async after(tx: EntityManager, day: string): Promise<CommissionPlan | undefined> {
    const found = await tx
      .createQueryBuilder(CommissionPlan, 'p')
      .where('p.from_day > :day AND (p.until_day IS NULL OR p.until_day > p.from_day)', { day })
      .orderBy('p.from_day')
      .limit(1)
      .getOne();
    return found ?? undefined;
  }
}

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
