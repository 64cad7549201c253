import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, Replica, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { plainColumn, textColumn, type CsvColumn } from '#common/http/csv.js';
import { Downloads, StreamedAnswer } from '#common/http/downloads.js';
import { Currency } from '#common/money/currency.js';
import { amountText } from '#common/money/decimal.js';
import { fixed } from '#common/money/fixed.js';
import { ASKED_AT_ONCE, PayoutDetails, type PayoutAccount } from '../details/payout-details.js';
import { transferReference } from '../items/results.rules.js';
import { Payout, type PayoutItem } from '../payouts.entity.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from '../payouts.failures.js';
import { BANK_COLUMNS, columnsOf, TRANSFERS_OF_PART, type BankColumn, type BankFileQuery } from './bank-files.dto.js';
import { TRANSFER_FORMATS } from './transfer-formats.js';
import type { Transfer } from './transfers.js';

export const UNKNOWN_COLUMNS = failure(COMMISSIONS.unknown_columns, {
  field: 'columns',
  example: { columns: BANK_COLUMNS.join(', ') },
});
export const OTHER_CURRENCY = failure(COMMISSIONS.file_in_other_currency, {
  example: { format: 'pain.001', wanted: 'EUR', currency: 'USD' },
});
export const NO_PAYER = failure(COMMISSIONS.no_payer, { example: { format: 'nacha' } });
export const NO_ACCOUNTS = failure(COMMISSIONS.no_accounts, { example: { count: 3, format: 'nacha' } });
export const NOTHING_LEFT = failure(COMMISSIONS.nothing_left, { example: { part: 1, id: 12 } });

interface TransferRow extends Pick<PayoutItem, 'id' | 'uid' | 'username' | 'name' | 'amount'> {
  email: string | null;
}

interface PartRow extends Pick<PayoutItem, 'id' | 'uid' | 'amount'> {
  /** From 1 on, in the part. */
  place: number;
}

const PENDING_BEHIND = statement(
  'payouts.pending-behind',
  `SELECT i.id, i.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, u.email, i.amount
     FROM (SELECT i.* FROM payout_items i WHERE i.payout_id = $1 AND i.status = 'pending' AND i.uid > $2 ORDER BY i.uid LIMIT $3) AS i
     JOIN users u ON u.uid = i.uid
    ORDER BY i.uid`,
);

/** The pending ones of some items of payout `$1`: its `$2` behind the first `$3`, whatever their status, so that parts stay. */
const PENDING_OF_PART = statement(
  'payouts.pending-of-part',
  `SELECT i.id, i.uid, i.amount, i.place
     FROM (SELECT i.*, (row_number() OVER (ORDER BY i.uid))::int AS place
             FROM (SELECT i.* FROM payout_items i WHERE i.payout_id = $1 ORDER BY i.uid LIMIT $2 OFFSET $3) AS i) AS i
    WHERE i.status = 'pending' ORDER BY i.uid`,
);

/** Makes files for banks of what is left of a released payout, with accounts that {@link PayoutDetails} gives. */
@Injectable()
export class BankFiles {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly downloads: Downloads,
    private readonly details: PayoutDetails,
    private readonly currency: Currency,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A file of the items that are neither paid nor failed; audited, without what is in it.
   * @throws AppError NOT_FOUND; CONFLICT for a payout that is not released, for a file of transfers in another currency, and for
   * one without payer or accounts; VALIDATION for an unknown column; TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, id: number, query: BankFileQuery): Promise<StreamedAnswer> {
    const payout = await this.db.manager.findOne(Payout, { select: { id: true, status: true }, where: { id } });
    if (payout === null) throw AppError.of(UNKNOWN_PAYOUT);
    // What is not released is not to be paid: nobody gets money past a second person by a file.
    if (payout.status !== 'released')
      throw AppError.of(WRONG_STATUS, { id, status: payout.status, needed: 'released' });
    const { format = 'csv' } = query;
    return format === 'csv' ? this.csv(caller, id, query) : this.transfers(caller, id, format, query);
  }

  private async csv(caller: Caller, id: number, { columns: asked }: BankFileQuery): Promise<StreamedAnswer> {
    const columns = columnsOf(asked);
    if (columns === undefined) throw AppError.of(UNKNOWN_COLUMNS, { columns: BANK_COLUMNS.join(', ') });
    const accounts = new Map<number, PayoutAccount>();
    const table = columnsOfTable(id, this.currency, accounts);
    return this.downloads.csv<TransferRow>(caller, {
      begin: () => this.record(caller, id, { format: 'csv', columns }),
      name: `bank-file-${id}`,
      columns: columns.map((name) => table[name]),
      next: async (last) => {
        const rows = await this.replica.query<TransferRow>(PENDING_BEHIND, [id, last?.uid ?? 0, ASKED_AT_ONCE]);
        accounts.clear();
        if (rows.length === 0) return rows;
        for (const [uid, account] of await this.details.of(rows.map(({ uid }) => uid))) accounts.set(uid, account);
        return rows;
      },
    });
  }

  private async transfers(
    caller: Caller,
    id: number,
    format: keyof typeof TRANSFER_FORMATS,
    { part = 1, payable_only: isPayableOnly = false }: BankFileQuery,
  ): Promise<StreamedAnswer> {
    const { currency: wanted, isPayer, mediaType, ending, write } = TRANSFER_FORMATS[format];
    const currency = this.currency.code;
    if (currency !== wanted) throw AppError.of(OTHER_CURRENCY, { format, wanted, currency });
    const payer = await this.details.payer();
    if (!isPayer(payer)) throw AppError.of(NO_PAYER, { format });
    const values = [id, TRANSFERS_OF_PART, (part - 1) * TRANSFERS_OF_PART];
    const items = await this.db.query<PartRow>(null, PENDING_OF_PART, values);
    const transfers = await this.payable(format, items);
    const left = items.length - transfers.length;
    if (left > 0 && !isPayableOnly) throw AppError.of(NO_ACCOUNTS, { count: left, format });
    if (transfers.length === 0) throw AppError.of(NOTHING_LEFT, { part, id });
    const text = write({ payoutId: id, part, payer, at: new Date() }, transfers);
    await this.record(caller, id, { format, part, transfers: transfers.length, left_out: left });
    return new StreamedAnswer(mediaType, `payout-${id}-${part}.${ending}`, Readable.from([text]));
  }

  private async payable(format: keyof typeof TRANSFER_FORMATS, items: readonly PartRow[]): Promise<Transfer[]> {
    const { isPayable, isPayableAmount } = TRANSFER_FORMATS[format];
    const transfers: Transfer[] = [];
    for (let at = 0; at < items.length; at += ASKED_AT_ONCE) {
      const some = items.slice(at, at + ASKED_AT_ONCE);
      const accounts = await this.details.of(some.map(({ uid }) => uid));
      for (const { id, uid, amount, place } of some) {
        const account = accounts.get(uid);
        if (isPayable(account) && isPayableAmount(fixed(amount))) transfers.push({ id, place, amount, account });
      }
    }
    return transfers;
  }

  private async record(caller: Caller, entityId: number, after: object): Promise<void> {
    const act = { action: 'payout.bank-file', entityType: 'payout', entityId, after };
    await this.db.transaction((tx) => this.audit.record(tx, caller, act));
  }
}

function columnsOfTable(
  payoutId: number,
  { code, digits }: Currency,
  accounts: ReadonlyMap<number, PayoutAccount>,
): Readonly<Record<BankColumn, CsvColumn<TransferRow>>> {
  const account = (name: keyof PayoutAccount) => textColumn<TransferRow>(name, ({ uid }) => accounts.get(uid)?.[name]);
  return {
    reference: plainColumn('reference', ({ id }) => transferReference(payoutId, id)),
    uid: plainColumn('uid', ({ uid }) => uid),
    username: textColumn('username', ({ username }) => username),
    name: textColumn('name', ({ name }) => name),
    email: textColumn('email', ({ email }) => email),
    holder: textColumn('holder', ({ uid, name }) => accounts.get(uid)?.holder ?? name),
    iban: account('iban'),
    bic: account('bic'),
    routing_number: account('routing_number'),
    account_number: account('account_number'),
    amount: plainColumn('amount', ({ amount }) => amountText(amount, digits)),
    currency_code: plainColumn('currency_code', () => code),
  };
}
