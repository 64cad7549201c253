import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { Currency } from '#common/money/currency.js';
import { fixedText, fixedNumber } from '#common/money/fixed.js';
import { EarningsLedger } from '../../earnings/index.js';
import { PREVIEW_PAYABLE, type PreviewRow } from './batches.queries.js';
import { Pager } from '#common/http/pagination.js';
import { toPreviewView, type PayoutPreviewView, type PreviewPayoutDto } from './preview.dto.js';
import { Batches } from './batches.service.js';

/** Says what a batch would be, and writes nothing. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutPreview {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly batches: Batches,
    private readonly currency: Currency,
  ) {}

  /**
   * Whom a batch that were made now would pay, and whom it would leave out, for which reason. Balances may change until it is made.
   * @throws AppError VALIDATION as {@link Batches.termsOf}
   */
  async of(dto: PreviewPayoutDto): Promise<PayoutPreviewView> {
    const { limit, offset } = Pager.bounds(dto);
    const missing = await this.batches.withoutAccount(dto);
    return this.db.transaction(async (tx) => {
      const { minimum, fourEyes } = await this.batches.termsOf(tx, dto);
      await this.ledger.takeTime(tx);
      const values = [fixedText(minimum), dto.failed_of ?? null, dto.reason ?? null, limit, offset, missing];
      const row = (await this.db.queryOne<PreviewRow>(tx, PREVIEW_PAYABLE, values))!;
      const terms = { minimum: fixedNumber(minimum), four_eyes: fourEyes, currency_code: this.currency.code };
      return toPreviewView(terms, row);
    });
  }
}
