import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeFeed, Database, hasNotExpired } from '#common/database/index.js';
import { FeedCache } from '@commerce/postgres';
import { EncryptionKey, type Platform } from './encryption-key.entity.js';

const MAX_APPLICATIONS = 10_000;

/** A key for encrypting bodies. */
export interface LiveKey {
  readonly kid: string;
  readonly platform: Platform;
  readonly secret: KeyObject;
  /** When it retires, in milliseconds since 1970; Infinity for never. */
  readonly retiresAt: number;
}

/** The live keys of applications, cached until their application changes on any instance. */
@Injectable()
export class Keyring implements OnModuleInit {
  private readonly cache: FeedCache<readonly LiveKey[]>;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {
    this.cache = new FeedCache(feed, { max: MAX_APPLICATIONS });
  }

  onModuleInit(): void {
    this.feed.on('application', (id) => this.cache.delete(id));
  }

  /** The keys of an application that are not retired, the newest first. */
  async live(applicationId: string): Promise<readonly LiveKey[]> {
    const keys =
      this.cache.get(applicationId) ?? (await this.cache.load(applicationId, () => this.read(applicationId)));
    const now = Date.now();
    return keys.filter(({ retiresAt }) => retiresAt > now);
  }

  private async read(applicationId: string): Promise<readonly LiveKey[]> {
    const found = await this.db.manager.find(EncryptionKey, {
      where: { applicationId, retiredAt: hasNotExpired() },
      order: { createdAt: 'DESC', kid: 'DESC' },
    });
    return found.map(({ kid, platform, key, retiredAt }) => {
      return { kid, platform, secret: createSecretKey(key), retiresAt: retiredAt?.getTime() ?? Infinity };
    });
  }
}
