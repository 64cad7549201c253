/** A place in the placement tree. */
export interface Place {
  readonly parentUid: number;
  /** From 1 on. */
  readonly leg: number;
}

/** Who stands directly below a member. */
export interface PlacedChild {
  readonly leg: number;
  readonly uid: number;
  readonly isTerminated: boolean;
}

/** From which side legs are taken. */
export type Side = 'left' | 'right';

/** A leg of a member: free, or with somebody at its head. */
export interface Leg {
  readonly leg: number;
  /** Undefined: free. */
  readonly head: number | undefined;
}

/**
 * The legs of a member that a new one may come into, from left to right: those without a head, and those whose head is neither
 * terminated nor closed.
 * @param closed members below whom no place is free any more
 */
export function openLegs(children: readonly PlacedChild[], width: number, closed: ReadonlySet<number>): Leg[] {
  const heads = new Map(children.map((child) => [child.leg, child]));
  return Array.from({ length: width }, (_, index) => ({ leg: index + 1, child: heads.get(index + 1) }))
    .filter(({ child }) => child === undefined || (!child.isTerminated && !closed.has(child.uid)))
    .map(({ leg, child }) => ({ leg, head: child?.uid }));
}

/** The outermost of the open legs, if there is any. */
export function outermost(legs: readonly Leg[], side: Side): Leg | undefined {
  return side === 'left' ? legs[0] : legs.at(-1);
}

/** The free places directly below a member, from left to right. */
export function freePlaces(parentUid: number, children: readonly PlacedChild[], width: number): Place[] {
  return openLegs(children, width, new Set())
    .filter(({ head }) => head === undefined)
    .map(({ leg }) => ({ parentUid, leg }));
}
