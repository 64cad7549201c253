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
    const { results } = await this.statements.listOf(uid, { limit: 100 });
    add(
      'statements',
      results.map(({ run_id: _, ...period }) => period),
    );
  }
}
