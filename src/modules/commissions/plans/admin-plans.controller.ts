import { Body, Query } from '@nestjs/common';
import type { PlanDocument } from '@commerce/commission-engine';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { failure, notFound } from '#common/errors/failures.js';
import { PLANS } from '#commissions/plans.messages.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IfMatchParam, STALE_VERSION, type IfMatch } from '#common/http/if-match.js';
import { Page, Pager, SearchQuery } from '#common/http/pagination.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { ApiProperty, TextProperty } from '#common/openapi/decorators.js';
import {
  PlanDiffView,
  PlansQuery,
  PlanSummaryView,
  PlanView,
  PublishedPlanView,
  PlanIdParam,
  OtherPlanIdParam,
  PublishPlanDto,
} from './plans.dto.js';
import { PLAN_COMPONENT, planComponents } from './document/json-schema.js';
import { DocumentPipe } from './document/plan.pipe.js';
import { NO_DRAFT, PlansService } from './plans.service.js';
import { POSTED, Publication, UNFIT } from './publishing/publication.action.js';
import { TEMPLATES } from './templates.js';

const UNKNOWN = notFound('plan');
const DOCUMENT = {
  component: PLAN_COMPONENT,
  components: planComponents,
  examples: Object.fromEntries(TEMPLATES.map(({ name, title, plan }) => [name, { summary: title, value: plan }])),
};
const WRONG = failure(PLANS.not_rank, { field: 'bonuses' });

/** Versions of the commission plan in the admin module. See docs/spec/commissions.md#3. */
@AdminController(
  'plans',
  {
    name: 'Admin: commission plans',
    order: 185,
    description: 'Commission plans: ranks, bonuses and caps, in versions.',
  },
  { read: 'plans.read', write: 'plans.write' },
)
export class AdminPlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly publication: Publication,
  ) {}

  @Endpoint('GET', {
    id: 'adminListPlans',
    summary: 'List commission plans',
    description:
      'Newest first; `search` is part of the name, or the number of a version. With `period` the one version that is effective in it, if any.',
    answer: PlanSummaryView,
    paged: true,
    csv: true,
  })
  list(@Query() query: PlansQuery, @FileFor() reader?: Caller): Promise<ListAnswer<PlanSummaryView>> {
    return this.plans.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminCreatePlan',
    summary: 'Create a draft of a commission plan',
    description:
      'The body is the plan itself; `GET /plan.schema.json` has its JSON Schema. It is validated strictly: unknown and repeated keys are refused, and each problem is named by its path, such as `bonuses[2].percents.silver[0]`.',
    answer: PlanView,
    body: DOCUMENT,
    failures: [WRONG],
  })
  create(@CallerParam() caller: Caller, @Body(DocumentPipe) document: object): Promise<PlanView> {
    return this.plans.create(caller, document);
  }

  @Endpoint('GET :id', {
    id: 'adminGetPlan',
    summary: 'Read a commission plan',
    description: 'With its document, and warnings about what it cannot do in the network as it is.',
    answer: PlanView,
    failures: [UNKNOWN],
  })
  read(@PlanIdParam() id: number): Promise<PlanView> {
    return this.plans.read(id);
  }

  @Endpoint('PUT :id', {
    id: 'adminChangePlan',
    summary: 'Change a draft of a commission plan',
    description: 'The body is the whole plan. Only drafts change.',
    answer: PlanView,
    body: DOCUMENT,
    ifMatch: true,
    failures: [UNKNOWN, WRONG, NO_DRAFT, STALE_VERSION],
  })
  change(
    @CallerParam() caller: Caller,
    @PlanIdParam() id: number,
    @Body(DocumentPipe) document: object,
    @IfMatchParam() expected: IfMatch,
  ): Promise<PlanView> {
    return this.plans.change(caller, id, document, expected);
  }

  @Endpoint('DELETE :id', {
    id: 'adminDeletePlan',
    summary: 'Delete a draft of a commission plan',
    description: 'Only drafts are deleted.',
    answer: null,
    ifMatch: true,
    failures: [UNKNOWN, NO_DRAFT, STALE_VERSION],
  })
  delete(@CallerParam() caller: Caller, @PlanIdParam() id: number, @IfMatchParam() expected: IfMatch): Promise<void> {
    return this.plans.delete(caller, id, expected);
  }

  @Endpoint('POST :id/publish', {
    id: 'adminPublishPlan',
    permission: 'plans.publish',
    summary: 'Publish a commission plan',
    description:
      'It is effective from the given period until another version replaces it; a version with the same first period is replaced. A published version never changes. `ranks` and `carried` are needed where the previous version had ranks or binary bonuses that this one does not have, or another `period` or `time_zone`. It may need a second person: then it stays a draft until another approves it, here with the same body or at `approvals/`. With `dry_run` nothing changes: the response is the error that publishing would get for the plan or the period, or else the draft.',
    answer: PublishedPlanView,
    ifMatch: true,
    failures: [
      UNKNOWN,
      failure(PLANS.rank_mapping_needed, { field: 'ranks' }),
      NO_DRAFT,
      STALE_VERSION,
      POSTED,
      UNFIT,
      ...CANNOT_APPROVE,
    ],
  })
  publish(
    @CallerParam() caller: Caller,
    @PlanIdParam() id: number,
    @Body() dto: PublishPlanDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<PublishedPlanView> {
    return this.publication.publish(caller, id, dto, expected);
  }

  @Endpoint('GET :id/diff/:other', {
    id: 'adminComparePlans',
    summary: 'Compare two commission plans',
    description:
      'The differences of the other plan, by path. Ranks are compared by name and bonuses by id, wherever they stand.',
    answer: PlanDiffView,
    failures: [UNKNOWN],
  })
  diff(@PlanIdParam() id: number, @OtherPlanIdParam() other: number): Promise<PlanDiffView> {
    return this.plans.diff(id, other);
  }
}

/** A ready plan to begin with. */
export class PlanTemplateView {
  @TextProperty('hybrid') name!: string;
  @TextProperty('Hybrid: unilevel and binary') title!: string;
  @TextProperty('Unilevel pays those who sponsor, binary those who build two teams.') description!: string;

  @ApiProperty({
    allOf: [{ $ref: `#/components/schemas/${PLAN_COMPONENT}` }],
    description: 'ready to be edited and saved as a draft',
  })
  plan!: PlanDocument;
}

/** Ready plans in the admin module. See docs/spec/commissions.md#3. */
@AdminController('plan-templates', 'Admin: commission plans', 'plans.read')
export class AdminPlanTemplatesController {
  @Endpoint('GET', {
    id: 'adminListPlanTemplates',
    summary: 'List templates of commission plans',
    description:
      'Ready plans to begin with: send `plan`, changed as you like, to `POST plans/`. `search` is part of the title.',
    answer: PlanTemplateView,
    paged: true,
  })
  list(@Query() query: SearchQuery): Page<PlanTemplateView> {
    const words = (query.search ?? '').toLowerCase();
    const found = TEMPLATES.filter(({ title }) => title.toLowerCase().includes(words));
    const { limit, offset } = Pager.bounds(query);
    return new Page(query, { rows: found.slice(offset, offset + limit), count: found.length });
  }
}
