import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionByTime, unpartition } from '@commerce/postgres';

const TABLE = { table: 'refresh_tokens' };

const OF_SESSIONS = `SELECT t.* FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id`;

/**
 * Refresh tokens are partitioned by the week when they expire. They are found by their hash alone, and no longer tied to
 * sessions by a foreign key: those of a deleted session find none, and go with their week. Old sessions are found by an index.
 */
export class RefreshTokensByWeek1790712000000 implements MigrationInterface {
  name = 'RefreshTokensByWeek1790712000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP CONSTRAINT refresh_tokens_session_fkey');
    const key = ['token_hash', 'expires_at'];
    await partitionByTime(runner, { ...TABLE, key, indexes: {}, column: 'expires_at', width: 'week' });
    await runner.query('CREATE INDEX sessions_end ON sessions ((coalesce(ended_at, expires_at)))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_end');
    const indexes = { refresh_tokens_session: '(session_id)' };
    await unpartition(runner, { ...TABLE, key: ['token_hash'], indexes }, OF_SESSIONS);
    await runner.query(
      'ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_session_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE',
    );
  }
}
