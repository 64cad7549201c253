import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { CommissionInput } from './input.entity.js';

/** Most values in an export. */
const MOST = 1_000;

/** What was put in for a member, in their export. It stays when they are erased: posted periods were calculated from it. */
@Injectable()
export class InputsPersonalData {
  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const rows = await tx.find(CommissionInput, { where: { uid }, order: { id: 'DESC' }, take: MOST });
    if (rows.length > 0)
      add(
        'commission_inputs',
        rows.map(({ name, value, at }) => ({ name, value, at: at.toISOString() })),
      );
  }
}
