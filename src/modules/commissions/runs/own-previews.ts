import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { Job, JobType, Retention } from '#common/jobs/index.js';
import { dayOf, periodWith, PublishedPlans } from '../plans/index.js';
import { CommissionSettingsService } from '../settings/index.js';
import { CommissionRun } from './run.entity.js';
import { ResultsDropping } from './writing/result-partitions.js';
import { RunsReader } from './runs.reader.js';
import { RunsService } from './runs.service.js';

/** Comes every minute, and looks whether a preview is due. */
const LOOK = new JobType('commissions.own-preview', { schedule: '* * * * *', retries: 0 });

const MINUTE_MS = 60_000;

/** Discards own previews but the newest of each period, and all of periods that are posted. */
const DISCARD_OLD = statement(
  'own-previews.discard-old',
  `UPDATE commission_runs r SET status = 'discarded', ended_at = clock_timestamp()
    WHERE r.is_automatic AND r.status = 'calculated'
      AND (EXISTS (SELECT FROM commission_runs n
                    WHERE n.is_automatic AND n.status = 'calculated' AND n.period = r.period AND n.id > r.id)
        OR EXISTS (SELECT FROM commission_runs p WHERE p.status = 'posted' AND p.to_at >= r.to_at))
   RETURNING r.id`,
);

/** Deletes own previews that ended a day ago, once nothing is left of their results. */
const FORGET = statement(
  'own-previews.forget',
  `DELETE FROM commission_runs r
    WHERE r.is_automatic AND r.status IN ('failed', 'cancelled', 'discarded') AND r.ended_at < now() - interval '1 day'
      AND coalesce(to_regclass('commission_lines_' || r.id), to_regclass('commission_members_' || r.id),
                   to_regclass('commission_legs_' || r.id)) IS NULL`,
);

/** The service's own previews of the open period, from which members' estimates come. See docs/spec/commissions.md#5. */
@Injectable()
export class OwnPreviews {
  constructor(
    private readonly db: Database,
    private readonly settings: CommissionSettingsService,
    private readonly reader: RunsReader,
    private readonly runs: RunsService,
    private readonly published: PublishedPlans,
    private readonly dropping: ResultsDropping,
  ) {}

  /** Drops what newer previews have replaced, and starts one if it is time and a plan is in force. One at a time. */
  @Job(LOOK)
  async look(): Promise<void> {
    await this.reader.settle();
    await this.db.transaction(async (tx) => {
      const now = await this.runs.lockStarting(tx);
      for (const { id } of await this.db.query<{ id: number }>(tx, DISCARD_OLD)) await this.dropping.request(tx, id);
      const { previewMinutes } = await this.settings.current(tx);
      if (previewMinutes === 0 || !(await isDue(tx, now.getTime() - previewMinutes * MINUTE_MS))) return;
      const plan = (await this.published.at(tx, now))?.document;
      if (plan === undefined) return;
      const { name } = periodWith(plan.period, dayOf(now, plan.time_zone));
      const inForce = await this.published.inForce(tx, name);
      if (inForce !== undefined && inForce.from <= now) await this.runs.startOwn(tx, name);
    });
  }

  @Retention('own previews of commissions a day after newer ones have replaced them')
  async forget(): Promise<void> {
    await this.db.change(null, FORGET);
  }
}

/** Whether the last one was started long enough ago, whatever happened to it, and none is at work. */
async function isDue(tx: EntityManager, before: number): Promise<boolean> {
  const where = { isAutomatic: true };
  if (await tx.existsBy(CommissionRun, { ...where, status: In(['queued', 'running']) })) return false;
  const [last] = await tx.find(CommissionRun, {
    select: { id: true, createdAt: true },
    where,
    order: { id: 'DESC' as const },
    take: 1,
  });
  return last === undefined || last.createdAt.getTime() <= before;
}
