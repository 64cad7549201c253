import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { AllDeliveriesQuery, DeliveriesQuery, RedeliverAllDto, RedeliverSinceDto } from '../webhook.dto.js';
import {
  ApplicationDeliveryView,
  DeliveryDetailView,
  DeliveryView,
  QueuedView,
  ResentView,
  DeliveryIdParam,
} from './webhook-delivery.dto.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookReplay } from './webhook-replay.service.js';
import { HAS_SECRET, WEBHOOK_DISABLED } from '../webhook-partitions.js';
import { ApplicationIdParam } from '../../client-apps/index.js';

/** The delivery log of an application's webhook in the admin module. See docs/spec/service.md#7 and #8. */
@AdminController('applications/:id/deliveries', 'Admin: webhooks', {
  read: 'deliveries.read',
  write: 'deliveries.write',
})
export class AdminApplicationDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly replay: WebhookReplay,
  ) {}

  @Endpoint('GET', {
    id: 'adminListDeliveries',
    summary: 'List the deliveries to an application',
    description:
      'Newest first; `search` is part of an event’s type, or its id or the first 8 characters or more of that. `count` is at most 50,000. Except on the last page it may be too high, because it includes resent deliveries of events that are no longer kept. Deliveries are kept for 30 days.',
    answer: DeliveryView,
    paged: true,
    csv: true,
  })
  list(
    @ApplicationIdParam() id: string,
    @Query() query: DeliveriesQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<DeliveryView>> {
    return this.deliveries.list(id, query, reader);
  }

  @Endpoint('POST redeliver', {
    id: 'adminRedeliverSince',
    summary: 'Resend all events since a time',
    description:
      'Resends all events since `since` of the types that the webhook subscribes to, in order and with their original ids, including events missed while the webhook was disabled, not registered, or not subscribed to them. `failed_only` skips delivered events. One request queues at most 100,000 events, oldest first; continue with `next_since`.',
    answer: QueuedView,
    failures: [WEBHOOK_DISABLED],
  })
  redeliverSince(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body() dto: RedeliverSinceDto,
  ): Promise<QueuedView> {
    return this.replay.since(caller, id, dto);
  }

  @Endpoint('GET :delivery_id', {
    id: 'adminGetDelivery',
    summary: 'Read a delivery with its attempts',
    description: 'Includes the payload.',
    answer: DeliveryDetailView,
  })
  read(@ApplicationIdParam() id: string, @DeliveryIdParam() deliveryId: string): Promise<DeliveryDetailView> {
    return this.deliveries.read(id, deliveryId);
  }

  @Endpoint('POST :delivery_id/redeliver', {
    id: 'adminRedeliver',
    summary: 'Resend an event',
    description:
      'Sent immediately, whatever its status, with the same event id; the retry schedule starts over. 409 for an event with a secret.',
    answer: DeliveryView,
    failures: [WEBHOOK_DISABLED, HAS_SECRET],
  })
  redeliver(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @DeliveryIdParam() deliveryId: string,
  ): Promise<DeliveryView> {
    return this.replay.one(caller, id, deliveryId);
  }
}

/** The delivery log of all applications in the admin module. See docs/spec/service.md#7 and #8. */
@AdminController('deliveries', 'Admin: webhooks', { read: 'deliveries.read', write: 'deliveries.write' })
export class AdminDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly replay: WebhookReplay,
  ) {}

  @Endpoint('GET', {
    id: 'adminListAllDeliveries',
    summary: 'List the deliveries to all applications',
    description:
      'Newest first; `search` is part of an event’s type, or its id or the first 8 characters or more of that. `count` is at most 50,000. Except on the last page it may be too high, because it includes resent deliveries of events that are no longer kept. Use `status=failed` with `since` for deliveries that failed since then. Deliveries are kept for 30 days.',
    answer: ApplicationDeliveryView,
    paged: true,
    csv: true,
    failures: ['NOT_FOUND'],
  })
  list(@Query() query: AllDeliveriesQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ApplicationDeliveryView>> {
    return this.deliveries.listAll(query, reader);
  }

  @Endpoint('POST redeliver', {
    id: 'adminRedeliverAll',
    summary: 'Resend deliveries to all applications',
    description:
      'Resends the deliveries of one state, by the filters of their list, oldest first, with their original ids; the retry schedule starts over. One request queues at most 10,000, behind single new events. Those to webhooks that are disabled or removed are left out, and those with a secret. `dry_run` only counts.',
    answer: ResentView,
    failures: ['NOT_FOUND'],
  })
  redeliver(@CallerParam() caller: Caller, @Body() dto: RedeliverAllDto): Promise<ResentView> {
    return this.replay.all(caller, dto);
  }
}
