import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { LiveThread } from './live-thread.js';
import { USERNAMES } from './people.queries.js';

/** Milliseconds that what only adds names waits for the network: without them it is shown all the same. */
const PATIENCE_MS = 2_000;

/** Names of people, for who may see them: a member sees who stands below. See docs/spec/commissions.md#2. */
@Injectable()
export class NamesBelow {
  constructor(
    private readonly live: LiveThread,
    private readonly db: Database,
  ) {}

  /**
   * Usernames by uid, of those of `uids` who stand below a member now; none while the network is loaded.
   * @param uid who looks
   */
  async of(uid: number, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const others = [...new Set(uids)];
    if (others.length === 0) return new Map();
    const below = await this.below(uid, others);
    const found = await this.db.queryOne<{ uids: number[]; usernames: string[] }>(null, USERNAMES, [below]);
    const { uids: named, usernames } = found!;
    return new Map(named.map((one, at) => [one, usernames[at]!]));
  }

  private async below(uid: number, others: readonly number[]): Promise<readonly number[]> {
    try {
      return await this.live.ask('below', { uid, others }, { patienceMs: PATIENCE_MS });
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return [];
      throw error;
    }
  }
}
