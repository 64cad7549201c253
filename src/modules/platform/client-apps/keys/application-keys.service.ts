import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '#common/ids.js';
import { SigningKeys } from '../../signing-keys/index.js';
import { ApplicationKey } from './application-key.entity.js';
import type { Application } from '../application.entity.js';
import { Database, statement } from '#common/database/index.js';

const FLUSH_MS = 5_000;

const TOUCH = statement(
  'key-usage.touch',
  `UPDATE application_keys k SET last_used_at = greatest(k.last_used_at, to_timestamp(u.at / 1000.0))
     FROM unnest($1::uuid[], $2::float8[]) AS u(id, at) WHERE k.id = u.id`,
);

/** Records the last use of keys, and writes it every few seconds in the background. */
@Injectable()
export class KeyUsage implements OnModuleDestroy {
  private readonly logger = new Logger(KeyUsage.name);
  private used = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Database) {}

  touch(keyId: string): void {
    this.used.set(keyId, Date.now());
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
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

/** The header's `typ` of application keys alone. */
export const APPLICATION_KEY_TYP = 'apikey+jwt';

/** Issues and reproduces application keys. See docs/spec/commerce-api.md#2.9; docs/spec/service.md#3. */
@Injectable()
export class ApplicationKeys {
  constructor(private readonly signingKeys: SigningKeys) {}

  async issue(tx: EntityManager, application: Application): Promise<{ key: ApplicationKey; apikey: string }> {
    const key = new ApplicationKey();
    key.id = newId();
    key.applicationId = application.id;
    key.clientType = application.clientType;
    key.kid = this.signingKeys.currentKid;
    // In seconds like `iat`: signing again must give the same text.
    key.issuedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    await tx.save(key);
    return { key, apikey: await this.text(key, application) };
  }

  /** The text of a key. */
  text(key: ApplicationKey, application: Application): Promise<string> {
    const claims = { typ: key.clientType, aud: application.id, iat: key.issuedAt.getTime() / 1000, jti: key.id };
    return this.signingKeys.signRepeatably(claims, APPLICATION_KEY_TYP, key.kid);
  }
}
