import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { StatementsService } from './statements.service.js';

/** The posted periods of a member in their export. */
@Injectable()
export class StatementsPersonalData {
  constructor(private readonly statements: StatementsService) {}

  @Hook('account.export')
  async export(_tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    const { rows } = await this.statements.periods(uid, { limit: 100, offset: 0 });
    add(
      'statements',
      rows.map(({ run_id: _, ...period }) => period),
    );
  }
}
