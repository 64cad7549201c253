import type { AskName, Asks } from './asks.js';

/** What the thread is told. */
export type ToThread =
  | { [Name in AskName]: { id: number; name: Name; ask: Asks[Name]['ask']; isHurried: boolean } }[AskName]
  | { renamed: number }
  | { stop: true };

/** What the thread tells. */
export type FromThread =
  { id: number; answer: unknown } | { id: number; error: string } | { log: 'info' | 'warn'; message: string };

/** What the thread is started with. */
export interface ThreadData {
  readonly url: string;
}
