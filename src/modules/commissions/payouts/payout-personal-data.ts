import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { EarningsLedger } from '../earnings/index.js';
import { PayoutHold, PayoutItem } from './payouts.entity.js';

/** Nobody is erased to whom money is on its way, which a bank may send back, whose payouts are on hold, or who owes money. */
@Injectable()
export class PayoutPersonalData {
  constructor(private readonly ledger: EarningsLedger) {}

  @Hook('account.erase')
  async refuse(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    if (await tx.existsBy(PayoutItem, { uid, status: 'pending' }))
      throw new AppError('CONFLICT', 'a payout is under way to you: try again when it has arrived');
    if (await tx.existsBy(PayoutHold, { uid, toAt: IsNull() }))
      throw new AppError('CONFLICT', 'payouts to you are on hold: have the hold released first');
    if ((await this.ledger.balance(tx, uid)) < 0n)
      throw new AppError('CONFLICT', 'your balance is below 0: settle it first');
  }
}
