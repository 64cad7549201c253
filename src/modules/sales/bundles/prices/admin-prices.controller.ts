import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { BundleIdParam } from '../admin/admin-bundles.dto.js';
import { PriceChangeIdParam, PriceChangeView, PricesQuery, SchedulePriceDto } from './prices.dto.js';
import {
  IS_SETTLED,
  NO_VARIANT,
  NOT_LATER,
  Prices,
  SAME_MOMENT,
  TOO_MANY_PRICES,
  UNKNOWN_BUNDLE,
  UNKNOWN_CHANGE,
} from './prices.service.js';

/** Prices of variants over time. See docs/spec/service.md#5. */
@AdminController('bundles', 'Admin: bundles', { read: 'bundles.read', write: 'bundles.write' })
export class AdminPricesController {
  constructor(private readonly prices: Prices) {}

  @Endpoint('GET :bundle_id/prices', {
    id: 'adminListPrices',
    summary: 'List the prices of a bundle over time',
    description:
      'What its variants will cost and have cost since prices are kept, the latest first. `search` is part of a SKU.',
    answer: PriceChangeView,
    paged: true,
    failures: [UNKNOWN_BUNDLE],
  })
  list(@BundleIdParam() bundleId: string, @Query() query: PricesQuery): Promise<Page<PriceChangeView>> {
    return this.prices.list(bundleId, query);
  }

  @Endpoint('POST :bundle_id/prices', {
    id: 'adminSchedulePrice',
    summary: 'Schedule a price',
    description:
      'A variant has the price from that moment on, within a minute. Hooks, events and the audit log are those of a change by hand. At most 20 may wait for a variant.',
    answer: PriceChangeView,
    failures: [UNKNOWN_BUNDLE, NO_VARIANT, NOT_LATER, SAME_MOMENT, TOO_MANY_PRICES],
  })
  schedule(
    @CallerParam() caller: Caller,
    @BundleIdParam() bundleId: string,
    @Body() dto: SchedulePriceDto,
  ): Promise<PriceChangeView> {
    return this.prices.schedule(caller, bundleId, dto);
  }

  @Endpoint('POST :bundle_id/prices/:id/cancel', {
    id: 'adminCancelPrice',
    summary: 'Cancel a scheduled price',
    description: 'Only before it is applied.',
    answer: PriceChangeView,
    failures: [UNKNOWN_BUNDLE, UNKNOWN_CHANGE, IS_SETTLED],
  })
  cancel(
    @CallerParam() caller: Caller,
    @BundleIdParam() bundleId: string,
    @PriceChangeIdParam() id: number,
  ): Promise<PriceChangeView> {
    return this.prices.cancel(caller, bundleId, id);
  }
}
