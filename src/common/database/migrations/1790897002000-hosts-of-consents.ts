import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where users were told that answers to log-ins go. Who allowed something before is asked once more. */
export class HostsOfConsents1790897002000 implements MigrationInterface {
  name = 'HostsOfConsents1790897002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE consents ADD COLUMN hosts text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consents DROP COLUMN hosts');
  }
}
