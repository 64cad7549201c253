import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE applications
      ADD COLUMN webhook_failing_since timestamptz,
      ADD COLUMN webhook_disabled_at timestamptz,
      ADD COLUMN webhook_disabled_reason varchar(20)`,
  `CREATE TABLE webhook_secrets (
      id uuid NOT NULL,
      application_id uuid NOT NULL,
      secret varchar(80) NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      expires_at timestamptz,
      PRIMARY KEY (id)
    )`,
  `CREATE INDEX webhook_secrets_application ON webhook_secrets (application_id, created_at)`,
  `CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (application_id) WHERE expires_at IS NULL`,
  `CREATE TABLE webhook_deliveries (
      id uuid NOT NULL,
      sequence BIGSERIAL NOT NULL,
      application_id uuid NOT NULL,
      event_id uuid NOT NULL,
      status varchar(20) NOT NULL DEFAULT 'pending',
      tries integer NOT NULL DEFAULT '0',
      next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      finished_at timestamptz,
      CONSTRAINT webhook_deliveries_status CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
      PRIMARY KEY (id)
    )`,
  `CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, application_id)`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (application_id, next_attempt_at, sequence) WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_log ON webhook_deliveries (application_id, created_at, id)`,
  `CREATE TABLE webhook_attempts (
      delivery_id uuid NOT NULL,
      number integer NOT NULL,
      started_at timestamptz NOT NULL,
      duration_ms integer NOT NULL,
      status_code integer,
      error varchar(300),
      response text,
      PRIMARY KEY (delivery_id, number)
    )`,
  `ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_fkey
      FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE`,
  `CREATE INDEX events_timestamp ON events (timestamp)`,
  `CREATE TABLE job_workers (
      id varchar(100) NOT NULL PRIMARY KEY,
      seen_at timestamptz NOT NULL
    )`,
  `CREATE TABLE sso_tickets (
      token_hash bytea NOT NULL,
      application_id uuid NOT NULL,
      session_id uuid NOT NULL,
      uid bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (token_hash)
    )`,
  `CREATE INDEX sso_tickets_expiry ON sso_tickets (expires_at)`,
  `CREATE INDEX sessions_sign_on ON sessions (sign_on_id) WHERE ended_at IS NULL`,
  `CREATE TABLE encryption_keys (
      kid uuid NOT NULL,
      application_id uuid NOT NULL,
      platform varchar(10) NOT NULL,
      key bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      retired_at timestamptz,
      CONSTRAINT encryption_keys_platform CHECK (platform IN ('android', 'ios', 'web', 'server')),
      PRIMARY KEY (kid)
    )`,
  `CREATE INDEX encryption_keys_application ON encryption_keys (application_id, created_at)`,
];

const DOWN = [
  `DROP TABLE webhook_attempts, webhook_deliveries, webhook_secrets, job_workers, sso_tickets, encryption_keys`,
  `DROP INDEX events_timestamp, sessions_sign_on`,
  `ALTER TABLE applications
      DROP COLUMN webhook_failing_since, DROP COLUMN webhook_disabled_at, DROP COLUMN webhook_disabled_reason`,
];

/** Webhooks, single sign-on and encryption keys. See docs/spec/service.md#7. */
export class WebhooksSignOnEncryption1790200000000 implements MigrationInterface {
  name = 'WebhooksSignOnEncryption1790200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
