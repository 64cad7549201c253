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
