import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, TextField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import type { Plan } from '@commerce/commission-engine';
import {
  PLAN_STATUSES,
  statusOf,
  type PlanStatus,
  type CarriedMapping,
  type CommissionPlan,
  type RankMapping,
} from './plan.entity.js';
import { PLAN_COMPONENT } from './document/json-schema.js';
import { periodBefore, periodWith } from './periods/period.rules.js';
import { numberInPath } from '#common/http/path-params.js';

export const PlanIdParam = numberInPath('id', 'id of the commission plan', 1);
export const OtherPlanIdParam = numberInPath('other', 'id of the commission plan to compare it with', 2);

/** Filters of the list of plans. */
export class PlansQuery extends SearchQuery {
  @ChoiceField(PLAN_STATUSES, { optional: true, description: 'only versions with this status', example: 'published' })
  status?: PlanStatus;

  @TextField({
    optional: true,
    max: 8,
    description: 'only the version that is effective in this period, such as `2026-11` or `2026-W47`',
    example: '2026-11',
  })
  period?: string;
}

/** A version of the commission plan, without its document. */
export class PlanSummaryView {
  @ApiProperty({ example: 1 })
  id!: number;

  @ApiProperty({ example: 'Hybrid 2027' })
  name!: string;

  @ApiProperty({
    enum: PLAN_STATUSES,
    example: 'draft',
    description: '`retired`: its last period is over, or another version took its place before the first began',
  })
  status!: PlanStatus;

  @ApiProperty({
    example: 1,
    description: 'increases with each change of a draft, and when it is published; for `If-Match`',
  })
  version!: number;

  @ApiProperty({ enum: ['month', 'week'], example: 'month' })
  period!: Plan['period'];

  @ApiProperty({ example: 'UTC' })
  time_zone!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'the first period in which it is effective',
  })
  from_period!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'the last period in which it is effective; null while no other version is published after it',
  })
  to_period!: string | null;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-21T08:00:00.000Z' })
  updated_at!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  published_at!: string | null;
}

/** What stands against a plan, though it is valid. */
export class PlanWarningView {
  @ApiProperty({ example: 'bonuses[2]' })
  path!: string;

  @ApiProperty({ example: 'pays nobody: the network has no binary placement tree' })
  message!: string;
}

/** A version of the commission plan. */
export class PlanView extends PlanSummaryView {
  @ApiProperty({
    allOf: [{ $ref: `#/components/schemas/${PLAN_COMPONENT}` }],
    description: 'with its defaults filled in',
  })
  plan!: Plan;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: {},
    description: 'the new names of title ranks that it does not have',
  })
  ranks!: RankMapping;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: ['string', 'null'] as never },
    example: {},
    description: 'the bonuses that take the volumes carried by the previous version',
  })
  carried!: CarriedMapping;

  @ApiProperty({ type: PlanWarningView, isArray: true })
  warnings!: PlanWarningView[];
}

/** A version as lists show it. */
export function toPlanSummaryView(plan: CommissionPlan, now: Date): PlanSummaryView {
  const { id, name, version, document, fromPeriod, fromDay, untilDay } = plan;
  const hasLast = untilDay !== null && untilDay !== fromDay;
  return {
    id,
    name,
    status: statusOf(plan, now),
    version,
    period: document.period,
    time_zone: document.time_zone,
    from_period: fromPeriod,
    to_period: hasLast ? periodBefore(periodWith(document.period, untilDay)).name : null,
    created_at: plan.createdAt.toISOString(),
    updated_at: plan.updatedAt.toISOString(),
    published_at: plan.publishedAt?.toISOString() ?? null,
  };
}

/** A version after it was published, or while that waits. */
export class PublishedPlanView extends PlanView {
  @ApprovalProperty()
  approval!: ApprovalView;
}

/** A version as it is read. */
export function toPlanView(plan: CommissionPlan, warnings: PlanWarningView[], now: Date): PlanView {
  const { document, ranks, carried } = plan;
  return { ...toPlanSummaryView(plan, now), plan: document, ranks, carried, warnings };
}

/** The part of a version that the audit log keeps. */
export function toAudited({ name, version, document, fromPeriod, ranks, carried }: CommissionPlan): object {
  return { name, version, plan: document, ...(fromPeriod === null ? {} : { from_period: fromPeriod, ranks, carried }) };
}
