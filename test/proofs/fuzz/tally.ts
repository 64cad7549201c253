import type { Role } from './people.js';
import type { Problem } from './checker.js';
import type { Wire } from './wire.js';

/** How many of the slowest answers are named. */
const SLOWEST = 3;

/** A kind of failure: the first request that had it, made small, and how often it was seen. */
export interface Failure {
  problem: Problem;
  operationId: string;
  /** Which of the drawn requests it was; with the seed it is drawn again. */
  index: number;
  role: Role;
  wire: Wire;
  count: number;
}

/** What was seen in a run. */
export class Tally {
  /** Requests that have been drawn, and those that were answered or cut. */
  drawn = 0;
  requests = 0;
  /** Cases that were tried at the raw socket. */
  sockets = 0;
  /** The ids of all operations of the document. */
  known: readonly string[] = [];
  readonly statuses = new Map<number, number>();
  /** Statuses by operation. */
  readonly operations = new Map<string, Map<number, number>>();
  readonly roles = new Map<Role, number>();
  readonly failures = new Map<string, Failure>();
  /** The slowest answers, the slowest first. */
  slowest: { operationId: string; status: number; ms: number }[] = [];

  /** The number of the next request, by which it can be drawn again. */
  next(): number {
    this.drawn += 1;
    return this.drawn - 1;
  }

  /** Counts an answer. */
  count(operationId: string, role: Role, status: number, ms: number): void {
    this.requests += 1;
    increase(this.statuses, status);
    increase(this.roles, role);
    let seen = this.operations.get(operationId);
    if (seen === undefined) this.operations.set(operationId, (seen = new Map<number, number>()));
    increase(seen, status);
    if (ms > (this.slowest.at(-1)?.ms ?? 0) || this.slowest.length < SLOWEST) {
      this.slowest = [...this.slowest, { operationId, status, ms }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    }
  }

  /** Whether an operation has succeeded. */
  hasSucceeded(operationId: string): boolean {
    return this.operations.get(operationId)?.has(200) === true;
  }
}

/** What makes two failures the same. */
export function signatureOf(operationId: string, { kind, what }: Problem): string {
  const plain = what.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}|"[^"]*"/g, '…');
  return `${operationId} ${kind} ${plain.slice(0, 160)}`;
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
