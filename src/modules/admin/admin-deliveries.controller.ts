import { Controller, Get, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { AllDeliveriesQuery, ApplicationDeliveryView, WebhookDeliveries } from '../webhooks/index.js';

/** The delivery log of all applications in the admin module. Sections 7 and 8 of the decisions. */
@ApiTags('Admin: webhooks')
@Access('super_admin')
@Controller({ path: 'admin/api/deliveries', version: VERSION_NEUTRAL })
export class AdminDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListAllDeliveries',
    summary: 'List the deliveries to all applications',
    description:
      'Newest first; `search` is part of an event’s type or id. `status=failed` with `since` says what was given up since then. Deliveries are kept for 30 days.',
  })
  @ApiAnswer(ApplicationDeliveryView, { paged: true })
  @ApiFailures('NOT_FOUND')
  list(@Query() query: AllDeliveriesQuery): Promise<Page<ApplicationDeliveryView>> {
    return this.deliveries.listAll(query);
  }
}
