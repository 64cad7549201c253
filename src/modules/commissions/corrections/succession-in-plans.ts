import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SuccessionEffects, type Succeeded } from '#network/members/index.js';
import { VolumeLedger } from '#network/volumes/index.js';
import { PostedRuns } from '../runs/index.js';
import { OpenPeriods } from '../plans/index.js';

/** What a succession does to volumes and titles, as plans see them. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class SuccessionInPlans extends SuccessionEffects {
  constructor(
    private readonly periods: OpenPeriods,
    private readonly posted: PostedRuns,
    private readonly ledger: VolumeLedger,
  ) {
    super();
  }

  async moveVolumes(tx: EntityManager, succeeded: Succeeded): Promise<number> {
    const now = new Date();
    // Without a plan, the calendar month in UTC, as the live network has it.
    const begins = (await this.periods.at(now))?.from ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const ended = (await this.posted.span(tx))?.to;
    const since = ended !== undefined && ended > begins ? ended : begins;
    return this.ledger.succeed(tx, { ...succeeded, since });
  }

  async higherTitle(one: string | null, other: string | null): Promise<string | null> {
    const ranks = (await this.periods.at(new Date()))?.plan.ranks.map(({ name }) => name) ?? [];
    if (one === null || other === null) return one ?? other;
    return ranks.indexOf(other) > ranks.indexOf(one) ? other : one;
  }
}
