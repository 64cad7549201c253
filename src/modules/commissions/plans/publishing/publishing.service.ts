import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import type { IfMatch } from '#common/http/if-match.js';
import { Approvals } from '#people/approvals/index.js';
import { CommissionPlan } from '../plan.entity.js';
import { PlansService } from '../plans.service.js';
import type { PublishedPlanView } from '../plans.view.js';
import { PublishedPlans } from '../published-plans.js';
import type { PublishPlanDto } from './publish.dto.js';
import { Publication } from './publication.action.js';

/** Publishes drafts from a period on. See docs/spec/commissions.md#3, and decision 66. */
@Injectable()
export class Publishing {
  constructor(
    private readonly plans: PlansService,
    private readonly published: PublishedPlans,
    private readonly approvals: Approvals,
    private readonly action: Publication,
  ) {}

  /**
   * Publishes a draft, or proposes to; audited. It holds from the period on until another version does; a version from the
   * same period on is replaced by it.
   * @throws AppError NOT_FOUND; VALIDATION on the period, on titles and carried volumes that are not mapped, and on the
   * document, if it is not valid any more; CONFLICT if the draft is published, the client's version stale, the period posted,
   * or if a version that is published from later on does not fit
   */
  async publish(caller: Caller, id: string, dto: PublishPlanDto, expected: IfMatch): Promise<PublishedPlanView> {
    return this.approvals.transaction(caller, async (tx) => {
      await this.published.lock(tx);
      const draft = await this.plans.draft(tx, id, expected);
      const { from_period, ranks = {}, carried = {} } = dto;
      const subject = { plan_id: draft.id, name: draft.name, from_period, ranks, carried };
      const { approval } = await this.approvals.ask(tx, this.action, subject, caller);
      const after = await tx.findOneByOrFail(CommissionPlan, { id: draft.id });
      return { ...(await this.plans.view(after)), approval };
    });
  }
}
