import { type Plan, MAX_BONUSES } from '@commerce/commission-engine';
import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { BooleanField, ChoiceField, TextField, Field, isPlainObject } from '#common/validation/index.js';
import {
  ANY_VALUE,
  ApiProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { type ApprovalView, NullableApprovalProperty } from '#people/approvals/index.js';
import { numberInPath } from '#common/http/path-params.js';
import {
  PLAN_STATUSES,
  statusOf,
  type PlanStatus,
  type CarriedMapping,
  type CommissionPlan,
  type RankMapping,
} from './plan.entity.js';
import { PLAN_COMPONENT } from './document/json-schema.js';
import { periodBefore, periodWith } from './period.rules.js';
import type { Difference } from './diff.rules.js';

export const PlanIdParam = numberInPath('id', 'id of the commission plan', 1);
export const OtherPlanIdParam = numberInPath('other', 'id of the commission plan to compare it with', 2);

/** Filters of the list of plans. */
export class PlansQuery extends SearchQuery {
  @FormatField() format?: Format;
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
  @NumberProperty(1) id!: number;
  @TextProperty('Hybrid 2027') name!: string;

  @ChoiceProperty(
    PLAN_STATUSES,
    'draft',
    '`retired`: its last period is over, or another version took its place before the first began',
  )
  status!: PlanStatus;

  @NumberProperty(1, 'increases with each change of a draft, and when it is published; for `If-Match`')
  version!: number;

  @ChoiceProperty(['month', 'week'], 'month') period!: Plan['period'];
  @TextProperty('UTC') time_zone!: string;
  @TextProperty(null, 'the first period in which it is effective', { nullable: true }) from_period!: string | null;

  @TextProperty(null, 'the last period in which it is effective; null while no other version is published after it', {
    nullable: true,
  })
  to_period!: string | null;

  @TextProperty('2026-11-21T08:00:00.000Z') created_at!: string;
  @TextProperty('2026-11-21T08:00:00.000Z') updated_at!: string;
  @TextProperty(null, { nullable: true }) published_at!: string | null;
}

/** What stands against a plan, though it is valid. */
class PlanWarningView {
  @TextProperty('bonuses[2]') path!: string;
  @TextProperty('pays nobody: the network has no binary placement tree') message!: string;
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

  @ListProperty(PlanWarningView) warnings!: PlanWarningView[];
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
  @NullableApprovalProperty() approval!: ApprovalView | null;
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

/** Most title ranks that one version maps. */
const MAX_MAPPED = 200;
const MAX_NAME = 100;

function MappingField(
  what: { most: number; isValue: (value: unknown) => boolean; message: string },
  api: { description: string; example: object; values: object },
): PropertyDecorator {
  const validate = (value: unknown): string | undefined => {
    if (!isPlainObject(value)) return 'must be an object';
    const entries = Object.entries(value);
    if (entries.length > what.most) return `must have at most ${what.most} keys`;
    if (entries.some(([key]) => key.length > MAX_NAME)) return `must have keys of at most ${MAX_NAME} characters`;
    return entries.every(([, one]) => what.isValue(one)) ? undefined : what.message;
  };
  const { description, example, values } = api;
  return Field(
    'json',
    validate,
    { type: 'object', additionalProperties: values },
    { optional: true, description, example },
  );
}

/** Body of `POST plans/:id/publish`. */
export class PublishPlanDto {
  @TextField({
    max: 8,
    description: 'the first period in which the plan is effective: `2027-01`, or `2027-W01` for a plan of weeks',
    example: '2027-01',
  })
  from_period!: string;

  @MappingField(
    { most: MAX_MAPPED, isValue: (value) => typeof value === 'string', message: 'must have names of ranks as values' },
    {
      description: 'what replaces title ranks that this plan does not have: the old name, and the rank of this plan',
      example: { ruby: 'gold' },
      values: { type: 'string' },
    },
  )
  ranks?: RankMapping;

  @MappingField(
    {
      most: MAX_BONUSES,
      isValue: (value) => value === null || typeof value === 'string',
      message: 'must have ids of bonuses, or null, as values',
    },
    {
      description:
        'what happens to the volumes that binary bonuses of the previous plan carry: the id of the binary bonus that takes them, or null where they lapse. Needed for bonuses that this plan does not have, and for all if `period` or `time_zone` changes',
      example: { team: 'team_2027', pairs: null },
      values: { type: ['string', 'null'] },
    },
  )
  carried?: CarriedMapping;

  @BooleanField({ optional: true, description: 'check only; publish nothing', example: true }) dry_run?: boolean;
}

/** A difference between two plans. */
class PlanDifferenceView {
  @ChoiceProperty(
    ['added', 'removed', 'changed', 'moved'],
    'changed',
    '`moved`: only its place in the list has changed',
  )
  kind!: Difference['kind'];

  @TextProperty('ranks[1].requires.group_volume', 'the place in the other plan; of removed values, in the first plan')
  path!: string;

  @TextProperty('ranks › silver › requires › group volume', 'the place in words') label!: string;

  @ApiProperty({
    ...ANY_VALUE,
    example: 1000,
    description: 'the value in the first plan, null if it has none; of a moved value its index there',
  })
  old!: unknown;

  @ApiProperty({
    ...ANY_VALUE,
    example: 1500,
    description: 'the value in the other plan, null if it has none; of a moved value its index there',
  })
  new!: unknown;
}

/** What is different in another version of the plan. */
export class PlanDiffView {
  @NumberProperty(1) id!: number;
  @NumberProperty(2, 'the plan that it is compared with') other_id!: number;
  @ListProperty(PlanDifferenceView) changes!: PlanDifferenceView[];
}

/** The differences as clients see them. */
export function toPlanDiffView(id: number, otherId: number, found: readonly Difference[]): PlanDiffView {
  const changes = found.map(({ kind, path, label, ...values }) => {
    return { kind, path, label, old: values.old ?? null, new: values.new ?? null };
  });
  return { id, other_id: otherId, changes };
}
