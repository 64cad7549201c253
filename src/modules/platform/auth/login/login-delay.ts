import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';

/** Failures for one account over all addresses that cause no delay. */
export const FREE_FAILURES = 20;

/** Milliseconds that each further failure adds to the delay, and the longest delay. */
const STEP_MS = 50;
const MAX_DELAY_MS = 5_000;

/** How many attempts may wait in this instance. */
const MAX_WAITING = 1_000;

/** Attempts that wait together. */
export interface DelayQueue {
  key: string;
  /** How many may wait in this instance. */
  capacity: number;
}

/** Delays attempts to log in. A waiting attempt costs memory and a connection, so their number is limited. */
@Injectable()
export class LoginDelay {
  private readonly waiting = new Map<string, number>();
  private total = 0;

  constructor(private readonly db: Database) {}

  /**
   * Waits.
   * @param ms 0 returns at once
   * @throws AppError TOO_MANY_REQUESTS when the queue is full, or the request would hold a transaction while it waits
   */
  async wait(ms: number, { key, capacity }: DelayQueue): Promise<void> {
    if (ms === 0) return;
    const ahead = this.waiting.get(key) ?? 0;
    if (ahead >= capacity || this.total >= MAX_WAITING || this.db.isAmbient) throw tooManyLogins(MAX_DELAY_MS);
    this.waiting.set(key, ahead + 1);
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

/**
 * The delay of an attempt, in milliseconds.
 * @param free failures that cause no delay
 */
export function delayAfter(failures: number, free: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, failures - free) * STEP_MS);
}

/**
 * The refusal of an attempt to log in.
 * @param ms time until the next attempt may succeed
 */
export function tooManyLogins(ms: number): AppError {
  return AppError.later('TOO_MANY_REQUESTS', 'too many failed logins; try again in {seconds} seconds', ms / 1000);
}
