import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Log-in by authorization code: what users let applications do, and sessions that may do only that. */
export class AuthorizationCode1790897000000 implements MigrationInterface {
  name = 'AuthorizationCode1790897000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN scopes text[]');
    await runner.query(
      `CREATE TABLE authorizations (
         token_hash      bytea        PRIMARY KEY,
         step            varchar(10)  NOT NULL,
         uid             bigint       NOT NULL,
         application_id  uuid         NOT NULL,
         redirect_uri    text         NOT NULL,
         state           text,
         scopes          text[]       NOT NULL,
         code_challenge  varchar(43)  NOT NULL,
         password_digest bytea        NOT NULL,
         session_id      uuid,
         expires_at      timestamptz  NOT NULL,
         CONSTRAINT authorizations_step CHECK (step IN ('factor', 'consent', 'code', 'used')))`,
    );
    await runner.query('CREATE INDEX authorizations_user ON authorizations (uid, application_id)');
    await runner.query('CREATE INDEX authorizations_expiry ON authorizations (expires_at)');
    await runner.query(
      `CREATE TABLE consents (
         uid            bigint      NOT NULL,
         application_id uuid        NOT NULL,
         scopes         text[]      NOT NULL,
         created_at     timestamptz NOT NULL DEFAULT now(),
         updated_at     timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (uid, application_id))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consents, authorizations');
    await runner.query('ALTER TABLE sessions DROP COLUMN scopes');
  }
}
