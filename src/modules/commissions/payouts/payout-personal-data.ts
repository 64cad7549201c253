import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { PayoutItem } from './payouts.entity.js';

/** Nobody is erased to whom money is on its way: a bank may send it back. */
@Injectable()
export class PayoutPersonalData {
  @Hook('account.erase')
  async refuse(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    if (await tx.existsBy(PayoutItem, { uid, status: 'pending' }))
      throw new AppError('CONFLICT', 'a payout is under way to you: try again when it has arrived');
  }
}
