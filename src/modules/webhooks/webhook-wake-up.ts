import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../common/database/index.js';

/** Wakes the delivery of an application's webhooks. Best effort: what it misses is found by the sweep, within seconds. */
@Injectable()
export class WebhookWakeUp {
  constructor(private readonly db: Database) {}

  /** Wakes the delivery to an application once a transaction that made or changed deliveries has committed. */
  afterCommit(tx: EntityManager, applicationId: string): void {
    this.db.afterCommit(tx, () => void applicationId);
  }
}
