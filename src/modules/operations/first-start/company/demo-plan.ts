import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
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
