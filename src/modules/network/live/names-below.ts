import { Injectable } from '@nestjs/common';
import { AppError } from '../../../common/errors/app-error.js';
import { LiveThread } from './live-thread.js';
import { People } from './people.js';

/** Milliseconds that what only adds names waits for the network: without them it is shown all the same. */
const PATIENCE_MS = 2_000;

/** Names of people, for who may see them: a member sees who stands below. Section 2 of the network's decisions. */
@Injectable()
export class NamesBelow {
  constructor(
    private readonly live: LiveThread,
    private readonly people: People,
  ) {}

  /**
   * Usernames by uid, of those of `uids` who stand below a member now; none while the network is loaded.
   * @param uid who looks
   */
  async of(uid: number, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const others = [...new Set(uids)];
    if (others.length === 0) return new Map();
    const below = await this.below(uid, others);
    const people = await this.people.of(below.map((one) => ({ uid: one })));
    return new Map(below.map((one) => [one, people({ uid: one }).username]));
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
