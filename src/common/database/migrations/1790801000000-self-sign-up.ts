import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applications through which people sign up by themselves. */
export class SelfSignUp1790801000000 implements MigrationInterface {
  name = 'SelfSignUp1790801000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications ADD COLUMN self_sign_up boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications DROP COLUMN self_sign_up');
  }
}
