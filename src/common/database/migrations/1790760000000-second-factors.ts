import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors, challenges of log-ins, links that set a password, and what sessions know of them. See docs/spec/service.md#11. */
export class SecondFactors1790760000000 implements MigrationInterface {
  name = 'SecondFactors1790760000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz, ADD COLUMN user_agent varchar(300), ADD COLUMN has_factor boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE TABLE second_factors (
         id uuid PRIMARY KEY,
         uid bigint NOT NULL,
         kind varchar(10) NOT NULL CONSTRAINT second_factors_kind CHECK (kind IN ('totp', 'passkey')),
         name varchar(100) NOT NULL,
         secret bytea,
         last_step bigint,
         credential_id text,
         public_key bytea,
         counter bigint,
         transports text[],
         challenge text,
         created_at timestamptz NOT NULL DEFAULT now(),
         confirmed_at timestamptz,
         last_used_at timestamptz
       )`,
    );
    await runner.query(`CREATE INDEX second_factors_user ON second_factors (uid)`);
    await runner.query(`CREATE UNIQUE INDEX second_factors_credential ON second_factors (credential_id)`);
    await runner.query(
      `CREATE TABLE recovery_codes (
         uid bigint NOT NULL,
         code_hash bytea NOT NULL,
         used_at timestamptz,
         PRIMARY KEY (uid, code_hash)
       )`,
    );
    await runner.query(
      `CREATE TABLE login_challenges (
         token_hash bytea PRIMARY KEY,
         uid bigint NOT NULL,
         purpose varchar(10) NOT NULL CONSTRAINT login_challenges_purpose CHECK (purpose IN ('log-in', 'set-up', 'confirm')),
         password_digest bytea NOT NULL,
         session_id uuid,
         passkey_challenge text,
         attempts smallint NOT NULL DEFAULT 0,
         expires_at timestamptz NOT NULL
       )`,
    );
    await runner.query(`CREATE INDEX login_challenges_expiry ON login_challenges (expires_at)`);
    await runner.query(
      `CREATE TABLE password_resets (
         token_hash bytea PRIMARY KEY,
         uid bigint NOT NULL,
         made_by_uid bigint NOT NULL,
         expires_at timestamptz NOT NULL
       )`,
    );
    await runner.query(`CREATE INDEX password_resets_user ON password_resets (uid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE password_resets, login_challenges, recovery_codes, second_factors`);
    await runner.query(`ALTER TABLE sessions DROP COLUMN confirmed_at, DROP COLUMN user_agent, DROP COLUMN has_factor`);
  }
}
