import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** Which members an admin has put somewhere in a period: they do not approve its run. */
export class EdgesByDoer1790780200000 implements MigrationInterface {
  name = 'EdgesByDoer1790780200000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'network_edges_by_doer',
      table: 'network_edges',
      on: '(by_uid, from_at) WHERE by_uid IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX network_edges_by_doer');
  }
}
