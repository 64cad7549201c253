import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { toEarningView } from './earnings.dto.js';
import { Earning } from './earnings.entity.js';

/** Most entries in an export. */
const MOST = 1_000;

/** Earnings in the export of their member. They stay when the member is erased: they are books. */
@Injectable()
export class EarningsPersonalData {
  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const entries = await tx.find(Earning, { where: { uid }, order: { id: 'DESC' }, take: MOST });
    add('earnings', entries.map(toEarningView));
  }
}
