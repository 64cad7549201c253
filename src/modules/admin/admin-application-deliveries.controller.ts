import { Body, Controller, Get, Param, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import {
  DeliveriesQuery,
  DeliveryDetailView,
  DeliveryView,
  QueuedView,
  RedeliverSinceDto,
  WebhookDeliveries,
  WebhookReplay,
} from '../webhooks/index.js';

/** The delivery log of an application's webhook in the admin module. Sections 7 and 8 of the decisions. */
@ApiTags('Admin: webhooks')
@Access('super_admin')
@Controller({ path: 'admin/api/applications/:id/deliveries', version: VERSION_NEUTRAL })
export class AdminApplicationDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly replay: WebhookReplay,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListDeliveries',
    summary: 'List the deliveries to an application',
    description: 'Newest first; `search` is part of an event’s type or id. Deliveries are kept for 30 days.',
  })
  @ApiAnswer(DeliveryView, { paged: true })
  @ApiFailures('NOT_FOUND')
  list(@Param('id') id: string, @Query() query: DeliveriesQuery): Promise<Page<DeliveryView>> {
    return this.deliveries.list(id, query);
  }

  @Post('redeliver')
  @ApiOperation({
    operationId: 'adminRedeliverSince',
    summary: 'Send all events since a time again',
    description:
      'Every event since then of the types that the webhook lists is sent again, in order and with the id that it had, those too that were missed while the webhook was disabled, not registered, or did not list them. `failed_only` leaves out what was delivered. One request queues at most 100,000, the oldest first; `next_since` says where to go on.',
  })
  @ApiAnswer(QueuedView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the webhook is disabled; enable it first' })
  redeliverSince(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Body() dto: RedeliverSinceDto,
  ): Promise<QueuedView> {
    return this.replay.since(caller, id, dto);
  }

  @Get(':delivery_id')
  @ApiOperation({
    operationId: 'adminGetDelivery',
    summary: 'Read a delivery with its attempts',
    description: 'And what is sent.',
  })
  @ApiAnswer(DeliveryDetailView)
  @ApiFailures('NOT_FOUND')
  read(@Param('id') id: string, @Param('delivery_id') deliveryId: string): Promise<DeliveryDetailView> {
    return this.deliveries.read(id, deliveryId);
  }

  @Post(':delivery_id/redeliver')
  @ApiOperation({
    operationId: 'adminRedeliver',
    summary: 'Send an event again',
    description:
      'Now, whatever became of the delivery before, with the same event id, and from the start of the retry schedule.',
  })
  @ApiAnswer(DeliveryView)
  @ApiFailures('NOT_FOUND', { code: 'CONFLICT', message: 'the webhook is disabled; enable it first' })
  redeliver(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Param('delivery_id') deliveryId: string,
  ): Promise<DeliveryView> {
    return this.replay.one(caller, id, deliveryId);
  }
}
