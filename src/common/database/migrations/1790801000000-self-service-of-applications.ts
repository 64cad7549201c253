import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applications at which users sign up, and set forgotten passwords, by themselves. */
export class SelfServiceOfApplications1790801000000 implements MigrationInterface {
  name = 'SelfServiceOfApplications1790801000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications ADD COLUMN self_service boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications DROP COLUMN self_service');
  }
}
