import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { decimal } from '#common/money/decimal.js';
import { fixedText, type Fixed, fixedOfNumber } from '#common/money/fixed.js';
import { EarningsLedger, hasLeft, validateDecimals } from '../../earnings/index.js';
import { PublishedPlans } from '../../plans/index.js';
import { PayoutAccounts } from '../details/payout-details.js';
import { Payout } from '../payouts.entity.js';
import type { CreatePayoutDto, LastPayoutDto, PayoutTermsDto, PayoutWithItemsView } from '../payouts.dto.js';
import {
  BELOW_MINIMUM,
  NO_BALANCE,
  NO_MEMBER,
  NO_PAYOUT,
  NOT_LEFT,
  NOTHING_PAYABLE,
  OTHER_AMOUNT,
  ON_HOLD,
  PAID_LAST,
} from '../payouts.failures.js';
import { PayoutsReader } from '../payouts.reader.js';
import {
  FIND_LEAVER,
  FIND_PAYABLE,
  GIVE_ALL_BACK,
  TAKE_ALL,
  TAKE_PAYABLE,
  type ItemSum,
  type LeaverRow,
} from './batches.queries.js';
import { PayoutRelease } from './release.action.js';

/** What the plan in force says of payouts. */
export interface Terms {
  readonly minimum: Fixed;
  readonly fourEyes: boolean;
}

/** Without a plan: nothing is too little, and two people are asked for. */
const NO_PLAN: Terms = { minimum: 0n, fourEyes: true };

/** What members read of amounts that are given back. */
const CANCELLED = 'the payout was cancelled';

/** Makes payouts, which takes balances into batches, and cancels them. See docs/spec/commissions.md#5. */
@Injectable()
export class Batches {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly published: PublishedPlans,
    private readonly payouts: PayoutsReader,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
    private readonly release: PayoutRelease,
    private readonly accounts: PayoutAccounts,
  ) {}

  /**
   * Takes the payable balance of each active distributor with at least the minimum, or of those alone whose transfer of an
   * earlier payout has failed; audited.
   * @throws AppError VALIDATION as {@link termsOf}; CONFLICT when nobody has so much, or it is not the amount that was expected
   */
  async make(caller: Caller, dto: CreatePayoutDto): Promise<PayoutWithItemsView> {
    const missing = await this.withoutAccount(dto);
    return this.db.transaction(async (tx) => {
      const terms = await this.termsOf(tx, dto);
      const { minimum } = terms;
      await this.ledger.takeTime(tx);
      await this.ledger.lock(tx);
      const id = await this.begin(tx, caller, terms, false);
      const values = [id, fixedText(minimum), caller.uid, dto.failed_of ?? null, missing];
      const { items, amount } = (await this.db.queryOne<ItemSum>(tx, TAKE_PAYABLE, values))!;
      if (items === 0) throw AppError.of(NOTHING_PAYABLE, { minimum: worded(minimum) });
      const [now, then] = [decimal(amount), decimal(dto.expected_amount ?? amount)];
      if (!now.eq(then)) throw AppError.of(OTHER_AMOUNT, { now: now.toFixed(), then: then.toFixed() });
      return this.made(tx, caller, 'payout.create', id);
    });
  }

  /**
   * Takes the whole balance of a member who has left, also what is not payable yet, and whatever the minimum; once; audited.
   * @throws AppError VALIDATION for who is no member; CONFLICT for a distributor who is not terminated, who is on hold, who had
   * a last payout, and a balance that is not above 0
   */
  async makeLast(caller: Caller, { uid }: LastPayoutDto): Promise<PayoutWithItemsView> {
    return this.db.transaction(async (tx) => {
      const { fourEyes } = await this.terms(tx);
      await this.ledger.lock(tx);
      const leaver = await this.db.queryOne<LeaverRow>(tx, FIND_LEAVER, [uid]);
      if (leaver === undefined) throw AppError.of(NO_MEMBER);
      if (!hasLeft(leaver)) throw AppError.of(NOT_LEFT, { status: leaver.status });
      if (leaver.hold !== null) throw AppError.of(ON_HOLD, { reason: leaver.hold });
      if (leaver.payout_id !== null) throw AppError.of(PAID_LAST, { id: leaver.payout_id });
      const balance = await this.ledger.balance(tx, uid);
      if (balance <= 0n) throw AppError.of(NO_BALANCE);
      const id = await this.begin(tx, caller, { minimum: 0n, fourEyes }, true);
      await this.db.change(tx, TAKE_ALL, [id, uid, fixedText(balance), caller.uid]);
      return this.made(tx, { ...caller, actsFor: uid }, 'payout.create-last', id);
    });
  }

  /**
   * Cancels a payout that is not released, and gives all of it back; audited.
   * @throws AppError NOT_FOUND; CONFLICT if it is released or cancelled
   */
  async cancel(caller: Caller, payoutId: number): Promise<PayoutWithItemsView> {
    return this.db.transaction(async (tx) => {
      const { id } = await this.payouts.lock(tx, payoutId, 'created');
      const before = await this.payouts.find(tx, id);
      await this.ledger.takeTime(tx);
      await this.ledger.hold(tx);
      await this.db.query(tx, GIVE_ALL_BACK, [id, caller.uid, CANCELLED]);
      await tx.update(Payout, id, {
        status: 'cancelled',
        cancelledByUid: caller.uid,
        cancelledAt: () => 'clock_timestamp()',
      });
      await this.release.lapse(tx, caller, id);
      const after = await this.payouts.find(tx, id);
      await this.audit.record(tx, caller, {
        action: 'payout.cancel',
        entityType: 'payout',
        entityId: id,
        before,
        after,
      });
      return this.payouts.show(tx, id);
    });
  }

  /**
   * Who would be in a batch if they had an account: whoever becomes payable afterwards is not asked about.
   * @throws AppError VALIDATION as {@link termsOf}
   */
  async withoutAccount(dto: PayoutTermsDto): Promise<number[]> {
    if (!this.accounts.areKept) return [];
    const { minimum } = await this.termsOf(this.db.manager, dto);
    const values = [fixedText(minimum), dto.failed_of ?? null];
    const found = await this.db.queryOne<{ uids: number[] }>(null, FIND_PAYABLE, values);
    return this.accounts.missing(found!.uids);
  }

  /**
   * The terms of a batch that is asked for: those of the plan in force, and the minimum that was asked for.
   * @throws AppError VALIDATION on a `minimum` below that of the plan, or with more decimals than the currency has, and on
   * `failed_of` that is no payout
   */
  async termsOf(tx: EntityManager, { minimum: asked, failed_of: failedOf }: PayoutTermsDto): Promise<Terms> {
    const terms = await this.terms(tx);
    const minimum = asked === undefined ? terms.minimum : fixedOfNumber(asked);
    const problem = validateDecimals(minimum, this.currency.digits);
    if (problem !== undefined) throw AppError.ofField('VALIDATION', 'minimum', problem);
    if (minimum < terms.minimum) throw AppError.of(BELOW_MINIMUM, { minimum: worded(terms.minimum) });
    if (failedOf !== undefined && !(await tx.existsBy(Payout, { id: failedOf }))) throw AppError.of(NO_PAYOUT);
    return { ...terms, minimum };
  }

  private async terms(tx: EntityManager): Promise<Terms> {
    const plan = (await this.published.at(tx, new Date()))?.document;
    return plan === undefined ? NO_PLAN : { minimum: fixedOfNumber(plan.minimum_payout), fourEyes: plan.four_eyes };
  }

  private async begin(tx: EntityManager, { uid }: Caller, terms: Terms, isLast: boolean): Promise<number> {
    const { identifiers } = await tx.insert(Payout, {
      minimum: fixedText(terms.minimum),
      fourEyes: terms.fourEyes,
      isLast,
      createdByUid: uid,
      // Not when the transaction began: it may have waited for the ledger.
      createdAt: () => 'clock_timestamp()',
    });
    return identifiers[0]!.id as number;
  }

  private async made(tx: EntityManager, caller: Caller, action: string, id: number): Promise<PayoutWithItemsView> {
    const after = await this.payouts.find(tx, id);
    await this.audit.record(tx, caller, { action, entityType: 'payout', entityId: id, after });
    return this.payouts.show(tx, id);
  }
}

function worded(amount: Fixed): string {
  return decimal(fixedText(amount)).toFixed();
}
