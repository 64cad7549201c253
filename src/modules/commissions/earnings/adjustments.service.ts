import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../common/access/index.js';
import { AuditLog } from '../../../common/audit/index.js';
import { Database } from '../../../common/database/index.js';
import { AppError, type FieldErrors } from '../../../common/errors/app-error.js';
import { Currency } from '../../../common/money/currency.js';
import { accept, addProblem } from '../../../common/validation/index.js';
import type { AdjustEarningsDto, WriteOffDto } from './earnings.dto.js';
import { EarningsLedger, type Adjustment } from './earnings.ledger.js';
import { FIND_BALANCE, FIND_EARNING, type BalanceRow, type EarningRow } from './earnings.queries.js';
import { amountOf, hasLeft, judgeAmount } from './earnings.rules.js';
import { toAdminEarningView, type AdminEarningView } from './earnings.view.js';

const NO_MEMBER = 'is no member';

export const STILL_PAID = {
  code: 'CONFLICT',
  message: 'the member is a distributor in the status {status}; only balances of those who have left are written off',
  example: { status: 'active' },
} as const;
export const NOTHING_LEFT = { code: 'CONFLICT', message: 'the balance is 0' } as const;

/** Adjusts earnings, and writes balances off. Section 5 of the decisions on commissions. */
@Injectable()
export class AdjustmentsService {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {}

  /**
   * Adds to a member's balance, or takes off; audited.
   * @throws AppError VALIDATION for who is no member, and an amount of 0 or with more decimals than the currency has
   */
  async adjust(caller: Caller, dto: AdjustEarningsDto): Promise<AdminEarningView> {
    const { uid, reason } = dto;
    const amount = amountOf(dto.amount);
    return this.db.transaction(async (tx) => {
      const errors: FieldErrors = {};
      const problem = judgeAmount(amount, this.currency.digits);
      if (problem !== undefined) addProblem(errors, 'amount', problem);
      if ((await this.member(tx, uid)) === undefined) addProblem(errors, 'uid', NO_MEMBER);
      accept({ dto, errors });
      await this.ledger.hold(tx);
      return this.write(tx, caller, 'earnings.adjust', { uid, amount, reason, byUid: caller.uid });
    });
  }

  /**
   * Brings the balance of a member who has left to 0; audited.
   * @throws AppError VALIDATION for who is no member; CONFLICT for a distributor who is not terminated, and a balance of 0
   */
  async writeOff(caller: Caller, { uid, reason }: WriteOffDto): Promise<AdminEarningView> {
    return this.db.transaction(async (tx) => {
      await this.ledger.lock(tx);
      const member = await this.member(tx, uid);
      if (member === undefined) throw AppError.ofField('VALIDATION', 'uid', NO_MEMBER);
      if (!hasLeft(member)) throw AppError.of(STILL_PAID, { status: member.status });
      const balance = await this.ledger.balance(tx, uid);
      if (balance === 0n) throw AppError.of(NOTHING_LEFT);
      return this.write(tx, caller, 'earnings.write-off', { uid, amount: -balance, reason, byUid: caller.uid });
    });
  }

  private member(tx: EntityManager, uid: number): Promise<BalanceRow | undefined> {
    return this.db.queryOne<BalanceRow>(tx, FIND_BALANCE, [uid]);
  }

  private async write(tx: EntityManager, caller: Caller, action: string, adjustment: Adjustment) {
    const id = await this.ledger.adjust(tx, adjustment);
    const view = toAdminEarningView((await this.db.queryOne<EarningRow>(tx, FIND_EARNING, [id]))!);
    const act = { action, entityType: 'earning', entityId: id, after: view };
    await this.audit.record(tx, { ...caller, actsFor: adjustment.uid }, act);
    return view;
  }
}
