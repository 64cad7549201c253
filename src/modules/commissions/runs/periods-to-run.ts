import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { Database } from '#common/database/index.js';
import { OpenPeriods, PublishedPlans } from '../plans/index.js';
import { CommissionRun } from './run.entity.js';
import { ENDED } from './runs.rules.js';
import type { PeriodsToRunView, PeriodToRunView } from './periods-to-run.view.js';

/** A year of weeks, and some. */
const MOST_PERIODS = 60;

/** How far back periods are offered while nothing is posted. */
const EARLIEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** Says which periods can be run: those behind the last one that is posted, up to the open one. */
@Injectable()
export class PeriodsToRun {
  constructor(
    private readonly db: Database,
    private readonly plans: PublishedPlans,
    private readonly open: OpenPeriods,
  ) {}

  /** The oldest first; the open one is the last. At most {@link MOST_PERIODS}. */
  async list(now = new Date()): Promise<PeriodsToRunView> {
    const posted = await this.db.manager.findOne(CommissionRun, {
      where: { status: 'posted' },
      order: { toAt: 'DESC' },
    });
    const finals = await this.db.manager.find(CommissionRun, {
      select: { period: true },
      where: { kind: 'final', status: Not(In([...ENDED])) },
    });
    const running = new Set(finals.map(({ period }) => period));
    const periods: PeriodToRunView[] = [];
    let from = posted?.toAt ?? (await this.first(now));
    while (from !== undefined && from <= now && periods.length < MOST_PERIODS) {
      const period = await this.open.at(from);
      if (period === undefined) break;
      // What follows the last posted one; while nothing is posted, any, unless another one is under way before it.
      const isNext = posted === null ? running.size === 0 : periods.length === 0;
      const hasEnded = period.to <= now;
      periods.push({
        period: period.period.name,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        has_ended: hasEnded,
        can_be_final: hasEnded && isNext && !running.has(period.period.name),
      });
      from = period.to;
    }
    return { periods };
  }

  /** While nothing is posted: where the first version begins, but not long ago. */
  private async first(now: Date): Promise<Date | undefined> {
    const version = await this.plans.after(this.db.manager, '1900-01-01');
    const earliest = new Date(now.getTime() - EARLIEST_DAYS * DAY_MS);
    return version === undefined || version.fromAt! > earliest ? (version?.fromAt ?? undefined) : earliest;
  }
}
