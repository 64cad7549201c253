import { Injectable } from '@nestjs/common';
import { Database, Hook, statement, type HookPoints } from 'direct-selling-commerce-api';
import type { EntityManager } from 'typeorm';
import { Ledger } from './ledger.js';

const ERASE = statement('loyalty.erase', 'DELETE FROM loyalty_accounts WHERE uid = $1');

/** What users may have and erase of their data. */
@Injectable()
export class PersonalData {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
  ) {}

  @Hook('account.export')
  async export(tx: EntityManager, { uid, add }: HookPoints['account.export']): Promise<void> {
    add('loyalty', await this.ledger.read(tx, uid));
  }

  @Hook('account.erase')
  async erase(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    await this.db.query(tx, ERASE, [uid]);
  }
}
