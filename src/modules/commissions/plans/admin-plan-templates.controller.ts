import { Query } from '@nestjs/common';
import { ApiProperty, TextProperty } from '#common/openapi/decorators.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Pager, SearchQuery, type Page } from '#common/http/pagination.js';
import type { PlanDocument } from '@commerce/commission-engine';
import { PLAN_COMPONENT } from './document/json-schema.js';
import { TEMPLATES } from './templates.js';

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

const PATH = '/admin/api/plan-templates/';

/** Ready plans in the admin module. See docs/spec/commissions.md#3. */
@AdminController('plan-templates', 'Admin: commission plans', 'plans.read')
export class AdminPlanTemplatesController {
  constructor(private readonly pager: Pager) {}

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
    return this.pager.page(PATH, query, { rows: found.slice(offset, offset + limit), count: found.length });
  }
}
