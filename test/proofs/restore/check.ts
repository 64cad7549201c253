import type { Change, Kind } from './client.js';

/** A moment that the server's clock told: when it was asked, and when the answer was there. */
export interface Moment {
  readonly at: Date;
  readonly asked: number;
  readonly answered: number;
}

/** What is left of acknowledged changes. */
export interface Loss {
  /** Acknowledged before the moment, and how many of them are lost: defects. */
  readonly before: number;
  readonly lostBefore: readonly Change[];
  /** Asked for after the moment, and how many of them are there all the same: defects. */
  readonly after: number;
  readonly keptAfter: readonly Change[];
  /** On their way at that moment, and how many of them are there: either is right. */
  readonly meanwhile: number;
  readonly keptMeanwhile: number;
}

/** Says what a restore to a moment has lost. */
export function lossAt(moment: Moment, changes: readonly Change[], isThere: (change: Change) => boolean): Loss {
  const before = changes.filter(({ acknowledged }) => acknowledged < moment.asked);
  const after = changes.filter(({ sent }) => sent > moment.answered);
  const meanwhile = changes.filter(({ sent, acknowledged }) => acknowledged >= moment.asked && sent <= moment.answered);
  return {
    before: before.length,
    lostBefore: before.filter((change) => !isThere(change)),
    after: after.length,
    keptAfter: after.filter(isThere),
    meanwhile: meanwhile.length,
    keptMeanwhile: meanwhile.filter(isThere).length,
  };
}

/** What is left when all that was archived is restored. */
export interface Tail {
  readonly kept: number;
  readonly lost: readonly Change[];
  /** Changes that are there though one was lost that had been acknowledged before they were asked for: defects. */
  readonly holes: readonly Change[];
  /** Seconds from the first lost change until the end. */
  readonly seconds: number;
}

/**
 * Says what a restore of all that was archived has lost.
 * @param end when the server ended, on the clock of the changes
 */
export function tailOf(end: number, changes: readonly Change[], isThere: (change: Change) => boolean): Tail {
  const lost = changes.filter((change) => !isThere(change));
  const first = Math.min(end, ...lost.map(({ acknowledged }) => acknowledged));
  return {
    kept: changes.length - lost.length,
    lost,
    holes: changes.filter((change) => change.sent > first && isThere(change)),
    seconds: (end - first) / 1000,
  };
}

/** The rows that changes leave, by kind. */
export type Rows = Readonly<Record<Kind, ReadonlyMap<string, number>>>;

/** Whether a change is in the rows; of a cart, whether its version or a later one is. */
export function isIn(rows: Rows, { kind, key }: Change): boolean {
  if (kind !== 'cart') return rows[kind].has(key);
  const [cart, version] = key.split(' ');
  return (rows.cart.get(cart!) ?? -1) >= Number(version);
}

/** Counts changes by kind, as words. */
export function countKinds(changes: readonly Change[]): string {
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, { length }]) => `${length} ${kind}`);
  return kinds.length === 0 ? 'none' : kinds.sort().join(', ');
}
