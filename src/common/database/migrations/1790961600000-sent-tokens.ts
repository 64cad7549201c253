import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of events are made when they are sent. */
export class SentTokens1790961600000 implements MigrationInterface {
  name = 'SentTokens1790961600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE sent_tokens (
         token_hash bytea       PRIMARY KEY,
         stands_for bytea       NOT NULL,
         sent_at    timestamptz NOT NULL DEFAULT now())`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sent_tokens');
  }
}
