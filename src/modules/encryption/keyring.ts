import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ChangeFeed, Database } from '../../common/database/index.js';
import type { Platform } from './encryption-key.entity.js';
import { LIVE_KEYS, type EncryptionKeyRow } from './encryption-keys.queries.js';

const MAX_APPLICATIONS = 10_000;

/** A key that bodies may be encrypted with, made ready. */
export interface LiveKey {
  readonly kid: string;
  readonly platform: Platform;
  readonly secret: KeyObject;
  /** When it retires, in milliseconds since 1970; Infinity for never. */
  readonly retiresAt: number;
}

/** The live keys of applications, cached on each instance and dropped when their application changes anywhere. */
@Injectable()
export class Keyring implements OnModuleInit {
  private readonly cache = new LRUCache<string, readonly LiveKey[]>({ max: MAX_APPLICATIONS });

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.on('application', (id) => this.cache.delete(id));
    this.feed.onReset(() => this.cache.clear());
  }

  /** The keys of an application that are not retired, the newest first. */
  async live(applicationId: string): Promise<readonly LiveKey[]> {
    const cached = this.feed.isLive() ? this.cache.get(applicationId) : undefined;
    const keys = cached ?? (await this.load(applicationId));
    const now = Date.now();
    return keys.filter(({ retiresAt }) => retiresAt > now);
  }

  private async load(applicationId: string): Promise<readonly LiveKey[]> {
    const { generation } = this.feed;
    const rows = await this.db.query<EncryptionKeyRow>(null, LIVE_KEYS, [applicationId]);
    const keys = rows.map(({ kid, platform, key, retired_at }) => {
      return { kid, platform, secret: createSecretKey(key), retiresAt: retired_at?.getTime() ?? Infinity };
    });
    // A change that came while the rows were read may not be in them.
    if (generation === this.feed.generation) this.cache.set(applicationId, keys);
    return keys;
  }
}
