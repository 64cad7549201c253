import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database, Replica } from '#common/database/index.js';
import { DOWNLOADED_ROWS, Downloads, plainColumn, type StreamedAnswer, textColumn } from '#common/http/downloads.js';
import { type Page, Pager } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { decimal } from '#common/money/decimal.js';
import type { PageRow } from '../../earnings/index.js';
import { PayoutsReader } from '../payouts.reader.js';
import { type ItemRow, type ItemsQuery, type PayoutItemView, toPayoutItemView } from './items.dto.js';
import { itemsBehind, searchItems } from './items.queries.js';

/** An example of the file of a payout. */
export const ITEMS_FILE = [
  'id,uid,username,name,email,amount,currency_code,status,reference,reason',
  '101,5,maria,Maria Schmidt,maria@example.com,125.5,USD,pending,,',
  '',
].join('\n');

/** What a bank or a payment provider needs, and what is known of the transfer. */
const columns = (currency: string) => [
  plainColumn<ItemRow>('id', ({ id }) => id),
  plainColumn<ItemRow>('uid', ({ uid }) => uid),
  textColumn<ItemRow>('username', ({ username }) => username),
  textColumn<ItemRow>('name', ({ name }) => name),
  textColumn<ItemRow>('email', ({ email }) => email),
  plainColumn<ItemRow>('amount', ({ amount }) => decimal(amount).toFixed()),
  plainColumn<ItemRow>('currency_code', () => currency),
  plainColumn<ItemRow>('status', ({ status }) => status),
  textColumn<ItemRow>('reference', ({ reference }) => reference),
  textColumn<ItemRow>('reason', ({ reason }) => reason),
];

/** Reads the items of payouts. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutItems {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly pager: Pager,
    private readonly payouts: PayoutsReader,
    private readonly currency: Currency,
    private readonly downloads: Downloads,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Items of a payout, by uid.
   * @throws AppError NOT_FOUND for an unknown payout
   */
  async list(id: number, query: ItemsQuery): Promise<Page<PayoutItemView>> {
    const { status, uid } = query;
    const { limit, offset } = Pager.bounds(query);
    const { id: payoutId } = await this.payouts.find(null, id);
    const { sql, values } = searchItems({ payoutId, status, uid });
    const rows = await this.replica.query<PageRow<ItemRow>>(sql, [...values, limit, offset]);
    const found = rows.filter((row): row is { count: number } & ItemRow => row.uid !== null);
    const views = found.map((row) => toPayoutItemView(row, this.currency.code));
    return this.pager.page(`/admin/api/payouts/${payoutId}/items/`, query, { rows: views, count: rows[0]?.count ?? 0 });
  }

  /**
   * All items that match as a CSV file, by uid, with e-mail addresses; audited.
   * @throws AppError NOT_FOUND for an unknown payout; TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, id: number, { status, uid }: ItemsQuery): Promise<StreamedAnswer> {
    const { id: payoutId } = await this.payouts.find(null, id);
    const search = { payoutId, status, uid };
    const act = { action: 'payout.download', entityType: 'payout', entityId: payoutId };
    return this.downloads.csv<ItemRow>(caller, {
      begin: () => this.db.transaction((tx) => this.audit.record(tx, caller, act)),
      name: `payout-${payoutId}`,
      columns: columns(this.currency.code),
      next: (last) => {
        const { sql, values } = itemsBehind(search);
        return this.replica.query<ItemRow>(sql, [...values, last?.uid ?? 0, DOWNLOADED_ROWS]);
      },
    });
  }
}
