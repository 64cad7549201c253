import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NotificationFeed } from '@commerce/postgres';
import { DatabaseAddress } from './connections.js';
import { Database, statement } from './database.js';

const CHANNEL = 'commerce_changes';
const NOTIFY = statement('change-feed.notify', 'SELECT pg_notify($1, $2)');

type Topic = 'application' | 'session' | 'user' | 'signing-key' | (string & {});

/** Notifies all instances of changes, within 2 seconds (docs/spec/service.md#3 and #4). */
@Injectable()
export class ChangeFeed extends NotificationFeed implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly db: Database,
    { url }: DatabaseAddress,
  ) {
    const logger = new Logger(ChangeFeed.name);
    super({ url, name: 'commerce-change-feed', channel: CHANNEL, warn: (line) => logger.warn(line) });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  /** Notifies every instance when the transaction commits; this instance immediately. */
  async publish(tx: EntityManager, topic: Topic, key: string): Promise<void> {
    const message = `${topic}:${key}`;
    await this.db.query(tx, NOTIFY, [CHANNEL, message]);
    this.db.afterCommit(tx, () => this.receive(message));
  }
}
