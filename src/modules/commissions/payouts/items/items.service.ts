import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { isFound, manyRowsOfUsersFound } from '#people/users/index.js';
import { Conditions, Database, FOUND_ROWS, Replica, type Statement } from '#common/database/index.js';
import { DOWNLOADED_ROWS, plainColumn, textColumn } from '#common/http/csv.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { decimal } from '#common/money/decimal.js';
import { PayoutItem } from '../payouts.entity.js';
import { PayoutsReader } from '../payouts.reader.js';
import { toPayoutItemView, type ItemsQuery, type PayoutItemView } from './items.dto.js';

/** An item in a file: of a million of them, so it is no entity. */
type FileRow = Pick<PayoutItem, 'id' | 'uid' | 'username' | 'name' | 'amount' | 'status' | 'reference' | 'reason'> & {
  email: string | null;
};

/** The statement of the items behind a uid; its values are those of the filters, then that uid and how many. */
function itemsBehind(
  payoutId: number,
  { status, uid, search }: ItemsQuery,
): { sql: Statement; values: readonly unknown[] } {
  const filters = new Conditions()
    .and('payout', (p) => `i.payout_id = ${p}`, payoutId)
    .and('status', (p) => `i.status = ${p}`, status)
    .and('uid', (p) => `i.uid = ${p}`, uid);
  const found = search ? isFound(filters, search, 'i.uid') : 'TRUE';
  const at = filters.values.length;
  const text = (
    where: string,
  ): string => `SELECT i.id, i.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, u.email, i.amount, i.status,
         i.reference, i.reason
      FROM (SELECT i.* FROM payout_items i WHERE ${where} AND ${found} AND i.uid > $${at + 1} ORDER BY i.uid LIMIT $${at + 2}) AS i
      JOIN users u ON u.uid = i.uid
     ORDER BY i.uid`;
  const sql = search ? filters.planned(text) : filters.statement('payouts.items-behind', text);
  return { sql, values: filters.values };
}

/** An example of the file of a payout. */
export const ITEMS_FILE = [
  'id,uid,username,name,email,amount,currency_code,status,reference,reason',
  '101,5,maria,Maria Schmidt,maria@example.com,125.5,USD,pending,,',
  '',
].join('\n');

/** What a bank or a payment provider needs, and what is known of the transfer. */
const columns = (currency: string) => [
  plainColumn<FileRow>('id', ({ id }) => id),
  plainColumn<FileRow>('uid', ({ uid }) => uid),
  textColumn<FileRow>('username', ({ username }) => username),
  textColumn<FileRow>('name', ({ name }) => name),
  textColumn<FileRow>('email', ({ email }) => email),
  plainColumn<FileRow>('amount', ({ amount }) => decimal(amount).toFixed()),
  plainColumn<FileRow>('currency_code', () => currency),
  plainColumn<FileRow>('status', ({ status }) => status),
  textColumn<FileRow>('reference', ({ reference }) => reference),
  textColumn<FileRow>('reason', ({ reason }) => reason),
];

/** Reads the items of payouts. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutItems {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly payouts: PayoutsReader,
    private readonly currency: Currency,
    private readonly lists: AdminLists,
  ) {}

  /**
   * Items of a payout, by uid; in the file with e-mail addresses.
   * @throws AppError NOT_FOUND for an unknown payout
   */
  async list(payoutId: number, query: ItemsQuery, reader?: Caller): Promise<ListAnswer<PayoutItemView>> {
    await this.payouts.assertExists(payoutId);
    const items = this.db.manager
      .createQueryBuilder(PayoutItem, 'i')
      .where('i.payout_id = :payoutId', { payoutId })
      .orderBy('i.uid')
      .addOrderBy('i.id');
    const filters = {
      search: manyRowsOfUsersFound('i.uid', FOUND_ROWS),
      status: 'i.status = :status',
      uid: 'i.uid = :uid',
    };
    const view = (item: PayoutItem) => toPayoutItemView(item, this.currency.code);
    const file = {
      name: 'payout-items',
      audited: 'payout',
      entityType: 'payout',
      entityId: payoutId,
      of: columns(this.currency.code),
      uidOf: (row: FileRow) => row.uid,
      next: (last: FileRow | undefined) => {
        const { sql, values } = itemsBehind(payoutId, query);
        return this.replica.query<FileRow>(sql, [...values, last?.uid ?? 0, DOWNLOADED_ROWS]);
      },
    };
    const all = this.replica.through(items);
    return this.lists.answer({ query, all, filters, view, most: COUNTED_ROWS, file }, reader);
  }
}
