import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/index.js';
import { MAX_DELAY_MS } from './login-slowing.rules.js';
import { tooManyLogins } from './too-many-logins.js';

/** How many attempts may wait in this instance. */
const MAX_WAITING = 1_000;

/** A line of attempts that wait. */
export interface Line {
  key: string;
  /** How many may wait in it in this instance. */
  places: number;
}

/**
 * Lets attempts to log in wait. What waits costs memory and a connection, so places are limited; who finds none is to come
 * again soon.
 */
@Injectable()
export class LoginSlowing {
  private readonly waiting = new Map<string, number>();
  private total = 0;

  constructor(private readonly db: Database) {}

  /**
   * Waits.
   * @param ms 0 passes at once
   * @throws AppError TOO_MANY_REQUESTS when the line is full, or the request would hold a transaction while it waits
   */
  async wait(ms: number, { key, places }: Line): Promise<void> {
    if (ms === 0) return;
    const inLine = this.waiting.get(key) ?? 0;
    if (inLine >= places || this.total >= MAX_WAITING || this.db.isAmbient) throw tooManyLogins(MAX_DELAY_MS);
    this.waiting.set(key, inLine + 1);
    this.total += 1;
    try {
      await pause(ms);
    } finally {
      this.leave(key);
    }
  }

  private leave(key: string): void {
    this.total -= 1;
    const left = this.waiting.get(key)! - 1;
    if (left === 0) this.waiting.delete(key);
    else this.waiting.set(key, left);
  }
}
