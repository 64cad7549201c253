import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users do with their own account. */
export class SelfService1790800000000 implements MigrationInterface {
  name = 'SelfService1790800000000';

  async up(runner: QueryRunner): Promise<void> {
    // Null: asked for by the user.
    await runner.query('ALTER TABLE password_resets ALTER COLUMN made_by_uid DROP NOT NULL');
    await runner.query('ALTER TABLE applications ADD COLUMN self_sign_up boolean NOT NULL DEFAULT false');
    await runner.query(
      `CREATE TABLE pending_sign_ups (
         id             uuid PRIMARY KEY,
         token_hash     bytea,
         application_id uuid         NOT NULL,
         email          varchar(254) NOT NULL,
         password_hash  text         NOT NULL,
         details        jsonb        NOT NULL,
         expires_at     timestamptz  NOT NULL)`,
    );
    await runner.query('CREATE UNIQUE INDEX pending_sign_ups_token ON pending_sign_ups (token_hash)');
    await runner.query('CREATE INDEX pending_sign_ups_email ON pending_sign_ups (lower(email))');
    await runner.query('CREATE INDEX pending_sign_ups_expiry ON pending_sign_ups (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pending_sign_ups');
    await runner.query('ALTER TABLE applications DROP COLUMN self_sign_up');
    await runner.query('DELETE FROM password_resets WHERE made_by_uid IS NULL');
    await runner.query('ALTER TABLE password_resets ALTER COLUMN made_by_uid SET NOT NULL');
  }
}
