import type { Objects, Operation } from './operation.js';

/** A rule that is left out to see whether a history is possible without it: then it is what was broken. */
export type Leniency =
  /** A key is heeded: the same change is made once. */
  | 'keys'
  /** Of changes that exclude each other, one succeeds. */
  | 'exclusion'
  /** What is deleted is on no order, and what is on an order is not deleted. */
  | 'deletes'
  /** A refusal has a reason. */
  | 'refusals';

/** How one kind of object behaves when one thing happens after the other. */
export interface Model<Of extends keyof Objects, State> {
  /** What there is before anything was asked. */
  readonly initial: State;
  /**
   * The state after an operation, undefined when it cannot have happened in this state: what an answer says must be what
   * is there. Of an unknown one there is no answer; it is taken as made.
   */
  next(state: State, operation: Operation<Of>, leniency?: Leniency): State | undefined;
  /** The same for states that are alike. */
  keyOf(state: State): string;
}

/**
 * Orders as the database lists them. Their ids need not have the order in which they were placed: of two first changes of a
 * cart at once, the one with the smaller id may wait for the other, whose cart is placed before it goes on.
 */
export function byId<Order extends { id: number | undefined }>(orders: readonly Order[]): readonly Order[] {
  const isTold = orders.every(({ id }) => id !== undefined);
  return isTold ? orders.toSorted((one, other) => one.id! - other.id!) : orders;
}
