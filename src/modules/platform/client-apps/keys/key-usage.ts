import { Injectable } from '@nestjs/common';
import { BackgroundWriter } from '#common/background-writer.js';
import { Database, statement } from '#common/database/index.js';

const FLUSH_MS = 5_000;

const TOUCH = statement(
  'key-usage.touch',
  `UPDATE application_keys k SET last_used_at = greatest(k.last_used_at, to_timestamp(u.at / 1000.0))
     FROM unnest($1::uuid[], $2::float8[]) AS u(id, at) WHERE k.id = u.id`,
);

/** Records the last use of keys, and writes it every few seconds in the background. */
@Injectable()
export class KeyUsage extends BackgroundWriter {
  private used = new Map<string, number>();

  constructor(private readonly db: Database) {
    super(FLUSH_MS);
  }

  /** Records that a key is used now. */
  touch(keyId: string): void {
    this.used.set(keyId, Date.now());
    this.writeSoon();
  }

  protected async write(): Promise<void> {
    const used = this.used;
    if (used.size === 0) return;
    this.used = new Map();
    try {
      await this.db.query(null, TOUCH, [[...used.keys()], [...used.values()]]);
    } catch (error) {
      this.logger.warn(`failed to write the last use of ${used.size} keys: ${String(error)}`);
    }
  }
}
