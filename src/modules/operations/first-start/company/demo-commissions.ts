import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Batches, ItemMarking, PayoutHolds, PayoutRelease } from '#commissions/payouts/index.js';
import { PostingAtOnce } from '#commissions/runs/index.js';
import { monthOfStory } from './calendar.js';
import { DemoMembers } from './demo-members.js';
import { FAILED, HELD } from './story.js';
import { HYBRID, PlansService, Publication } from '#commissions/plans/index.js';

/** Makes the demo's plan: a ready one, which one person may run, since a demo has one super admin. */
@Injectable()
export class DemoPlan {
  constructor(
    private readonly plans: PlansService,
    private readonly publication: Publication,
  ) {}

  /** @param period the first for which it holds */
  async publish(superAdmin: Caller, period: string): Promise<void> {
    const { id } = await this.plans.create(superAdmin, { ...HYBRID.plan, four_eyes: false });
    await this.publication.publish(superAdmin, id, { from_period: period }, undefined);
  }
}

/** Months of the story that are posted. The last one that is over is left to whoever tries the demo. */
const POSTED_MONTHS = [0, 1];

/** What the company of the demo has paid, told by the services that do it in earnest. */
@Injectable()
export class DemoCommissions {
  private readonly logger = new Logger(DemoCommissions.name);

  constructor(
    private readonly members: DemoMembers,
    private readonly posting: PostingAtOnce,
    private readonly holds: PayoutHolds,
    private readonly batches: Batches,
    private readonly payoutRelease: PayoutRelease,
    private readonly marking: ItemMarking,
  ) {}

  /** Posts the first months, and pays out once. With a warning, where an extension has refused the company. */
  async pay(superAdmin: Caller, now: Date): Promise<void> {
    try {
      for (const month of POSTED_MONTHS) await this.posting.close(superAdmin, monthOfStory(month, now));
      const { who, ...hold } = HELD;
      await this.holds.begin(superAdmin, { uid: this.members.named(who).uid, ...hold });
      await this.payOut(superAdmin);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(`the demo has no commissions: ${error.message}`);
    }
  }

  /** One transfer fails; its amount is in the balance again. */
  private async payOut(superAdmin: Caller): Promise<void> {
    const { id } = await this.batches.make(superAdmin, {});
    // The first hundred, and there are fewer people.
    const { items } = await this.payoutRelease.release(superAdmin, id);
    const marks = items.map((item, at) => {
      if (item.username === FAILED.who) return { id: item.id, status: 'failed' as const, reason: FAILED.reason };
      return { id: item.id, status: 'paid' as const, reference: `DEMO-${id}-${at + 1}` };
    });
    await this.marking.markAll(superAdmin, id, { items: marks });
  }
}
