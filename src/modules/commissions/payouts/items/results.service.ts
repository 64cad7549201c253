import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { type Streamed, unsupported, WORKBOOK } from '#common/http/streamed-body.js';
import { Currency } from '#common/money/currency.js';
import { EMPTY, recordsOf, TOO_LARGE } from '#platform/imports/index.js';
import { PayoutsReader } from '../payouts.reader.js';
import type { PayoutItem } from '../payouts.entity.js';
import { ItemMarking } from './marking.service.js';
import { outcomesOf, resultColumns, toResultRow, type ResultRow } from './results.rules.js';
import { toResultsView, type PayoutResultsView, type ResultsQuery } from './results.dto.js';

/** Most bytes and rows of a file; a bank that sends more sends several. */
const MAX_RESULT_BYTES = 2 * 1024 ** 2;
const MAX_RESULT_ROWS = 20_000;

export const TOO_MANY_RESULTS = failure(COMMISSIONS.too_many_results, {
  field: 'detail',
  example: { max: MAX_RESULT_ROWS },
});

/** The items `$2` of payout `$1`. */
const FIND_ITEMS = statement(
  'payouts.find-items',
  `SELECT i.id, i.amount, i.status FROM payout_items i WHERE i.id = ANY ($2::bigint[]) AND i.payout_id = $1`,
);

/** What of payout `$1` is neither paid nor failed. */
const PENDING = statement(
  'payouts.pending',
  `SELECT count(*)::int AS items, coalesce(sum(amount), 0)::text AS amount FROM payout_items WHERE payout_id = $1 AND status = 'pending'`,
);

/** Marks items of released payouts by files that banks send back. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutResults {
  constructor(
    private readonly db: Database,
    private readonly payouts: PayoutsReader,
    private readonly marking: ItemMarking,
    private readonly currency: Currency,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Marks the items that a file names, or says what it would mark; audited with the hash of the file. Of a file with a row that
   * does not match nothing is marked, unless only those that match are asked for. The same file again changes nothing.
   * @throws AppError NOT_FOUND; CONFLICT for a payout that is not released; VALIDATION for a file that is empty, lacks a
   * column or has too many rows; PAYLOAD_TOO_LARGE
   */
  async mark(
    caller: Caller,
    payoutId: number,
    { dry_run: isDryRun = false, matching_only: isMatchingOnly = false }: ResultsQuery,
    { type, charset, bytes }: Streamed,
  ): Promise<PayoutResultsView> {
    // A workbook is read as a whole, which only a job does.
    if (type === WORKBOOK) throw unsupported();
    await this.payouts.assertExists(payoutId);
    const hash = createHash('sha256');
    const rows: ResultRow[] = [];
    const format = { charset, columns: resultColumns };
    for await (const read of recordsOf({ type, format }, bounded(bytes, hash), [])) {
      if (rows.length === MAX_RESULT_ROWS) throw AppError.of(TOO_MANY_RESULTS, { max: MAX_RESULT_ROWS });
      const { line } = read;
      if ('record' in read) rows.push(toResultRow(payoutId, line, read.record, this.currency.digits));
      else rows.push({ line, reference: '', problem: Object.values(read.errors)[0]![0]!.message });
    }
    return this.db.transaction(async (tx) => {
      await this.payouts.lock(tx, payoutId, 'released');
      const outcomes = outcomesOf(rows, await this.find(tx, payoutId, rows), this.currency.digits);
      const marks = outcomes.filter(({ outcome }) => outcome === 'marked').map(({ row }) => row.mark!);
      const isMatched = outcomes.every(({ outcome }) => outcome === 'marked' || outcome === 'same');
      const isWritten = !isDryRun && (isMatched || isMatchingOnly);
      const pending = (await this.db.queryOne<{ items: number; amount: string }>(tx, PENDING, [payoutId]))!;
      if (isWritten) await this.marking.write(tx, caller, marks);
      const view = toResultsView(outcomes, pending, { isDryRun, isWritten });
      if (isWritten && marks.length > 0) {
        const { problems: _, ...after } = view;
        const act = { action: 'payout.mark-by-file', entityType: 'payout', entityId: payoutId };
        await this.audit.record(tx, caller, { ...act, after: { ...after, sha256: hash.digest('hex') } });
      }
      return view;
    });
  }

  private async find(
    tx: EntityManager,
    payoutId: number,
    rows: readonly ResultRow[],
  ): Promise<Pick<PayoutItem, 'id' | 'amount' | 'status'>[]> {
    const ids = [...new Set(rows.flatMap(({ mark }) => mark?.id ?? []))];
    return this.db.query<Pick<PayoutItem, 'id' | 'amount' | 'status'>>(tx, FIND_ITEMS, [payoutId, ids]);
  }
}

/** The pieces of a file, up to its limit. */
async function* bounded(
  bytes: AsyncIterable<Buffer>,
  hash: { update(bytes: Buffer): unknown },
): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > MAX_RESULT_BYTES) throw AppError.of(TOO_LARGE, { bytes: MAX_RESULT_BYTES });
    hash.update(chunk);
    yield chunk;
  }
  if (total === 0) throw AppError.of(EMPTY);
}
