import type { History, Operation, Outcome } from './operation.js';

/** How many operations of one kind there were. */
export type Count = Record<Outcome | 'contended' | 'all', number>;

/**
 * Counts operations by kind, such as `cart.add`, those that had another one of the same object at the same time
 * (`contended`) too.
 */
export function countByKind({ operations }: Pick<History, 'operations'>): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const own of Object.values(operations)) {
    const contended = findContended(own);
    for (const operation of own) {
      const kind = `${operation.of}.${operation.action.kind}`;
      const count = counts.get(kind) ?? { ok: 0, failed: 0, unknown: 0, contended: 0, all: 0 };
      count.all += 1;
      count[operation.outcome] += 1;
      count.contended += Number(contended.has(operation));
      counts.set(kind, count);
    }
  }
  return counts;
}

function findContended(operations: readonly Operation[]): Set<Operation> {
  const contended = new Set<Operation>();
  for (const own of Map.groupBy(operations, ({ object }) => object).values()) {
    let longest: Operation | undefined;
    for (const operation of own.toSorted((one, other) => one.start - other.start)) {
      if (longest !== undefined && longest.end > operation.start) contended.add(longest).add(operation);
      if (longest === undefined || operation.end > longest.end) longest = operation;
    }
  }
  return contended;
}
