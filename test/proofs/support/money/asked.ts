import type { Item } from './rows.js';

/** What a client asked for, as far as it can be found again. */
type Change =
  | { what: 'adjust'; reason: string }
  | { what: 'mark'; item: number; status: Item['status']; said: string }
  | { what: 'hold'; uid: number; hold?: number }
  | { what: 'end hold'; uid: number; hold: number }
  | { what: 'make'; payout?: number }
  | { what: 'release' | 'cancel' | 'last' | 'write off' | 'stand' };

/** A change, and what came of it as far as the client can know; times are those of `performance.now()`. */
export type Asked = Change & {
  outcome: 'acknowledged' | 'refused' | 'unknown';
  start: number;
  end: number;
};

/** A change that is still to be asked for. */
export type Wish = Change;
