import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/index.js';
import { Pager, type Page } from '../../../../common/http/pagination.js';
import { Currency } from '../../../../common/money/currency.js';
import type { PageRow } from '../../earnings/index.js';
import { PayoutsReader } from '../payouts.reader.js';
import type { ItemsQuery } from './items.dto.js';
import { searchItems, type ItemRow } from './items.queries.js';
import { toPayoutItemView, type PayoutItemView } from './items.view.js';

/** Reads the items of payouts. Section 5 of the decisions on commissions. */
@Injectable()
export class PayoutItems {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
    private readonly payouts: PayoutsReader,
    private readonly currency: Currency,
  ) {}

  /**
   * Items of a payout, by uid.
   * @param idText from the path
   * @throws AppError NOT_FOUND for an unknown payout
   */
  async list(idText: string, query: ItemsQuery): Promise<Page<PayoutItemView>> {
    const { status, uid } = query;
    const { limit, offset } = Pager.bounds(query);
    const { id: payoutId } = await this.payouts.find(null, idText);
    const { sql, values } = searchItems({ payoutId, status, uid });
    const rows = await this.db.query<PageRow<ItemRow>>(null, sql, [...values, limit, offset]);
    const found = rows.filter((row): row is { count: number } & ItemRow => row.uid !== null);
    const views = found.map((row) => toPayoutItemView(row, this.currency.code));
    return this.pager.page(`/admin/api/payouts/${payoutId}/items/`, query, { rows: views, count: rows[0]?.count ?? 0 });
  }
}
