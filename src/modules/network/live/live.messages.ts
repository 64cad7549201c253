import type { AskName, Asks } from './asks.js';
import type { OpenPlan } from './open-plan.js';

/** What the thread is told. */
export type ToThread =
  | { [Name in AskName]: { id: number; name: Name; ask: Asks[Name]['ask']; isHurried: boolean } }[AskName]
  | { plan: OpenPlan }
  | { renamed: number }
  | { stop: true };

/** What volumes are of: a period, and a column of the ledger. */
export type Measured = Pick<OpenPlan, 'key' | 'period' | 'qualifying'>;

/** What the thread tells. */
export type FromThread =
  | { id: number; answer: unknown; measured: Measured }
  | { id: number; error: string }
  | { log: 'info' | 'warn'; message: string }
  /** After each try to follow the database: whether the network is known, and whose volumes are in no sum. */
  | { isLoaded: boolean; leftOut: readonly number[] };

/** What the thread is started with. */
export interface ThreadData {
  readonly url: string;
  /** Where the module is that evaluates by plans. */
  readonly program: string | undefined;
}
