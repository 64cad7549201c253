/** Somebody with the right to approve an action, or who made a part of it. */
export interface Person {
  readonly uid: number;
  readonly username: string;
  /** Active, and with the permission. */
  readonly hasRight: boolean;
  /** Who has had power over the account in the last days, also through others; with the person. */
  readonly controllers: readonly number[];
  /** Those of them through whom alone the account has the right at all. */
  readonly creators: readonly number[];
  /** Those of them who could know its password, and act by it. */
  readonly insiders: readonly number[];
}

/** What is to be decided. */
export interface Matter {
  /** Who proposed it, and who made a part of what it contains. */
  readonly makers: readonly number[];
  /** Those with the right, and the makers. */
  readonly people: readonly Person[];
}

/** Why somebody cannot approve; null when they can. */
export type Objection = 'maker' | 'no_right' | 'dependent' | 'related';

/**
 * What stands against an approver: that they made it or a part of it, lack the right, or have an account over which a maker
 * has had power in the last days; also one that depends on the same person as a maker's, or that has power over a maker's,
 * as long as somebody independent could approve; and always where that person could act by an account that had the right
 * before, whose password was reset through them.
 */
export function objectionTo(uid: number, { makers, people }: Matter): Objection | null {
  const own = objectionOf(
    people.find((one) => one.uid === uid),
    makers,
  );
  if (own !== null) return own;
  const person = people.find((one) => one.uid === uid)!;
  if (isTakenOver(person, makers, people)) return 'related';
  if (isIndependent(person, makers, people)) return null;
  const others = people.filter((one) => objectionOf(one, makers) === null);
  return others.some((one) => isIndependent(one, makers, people)) ? 'related' : null;
}

/** Those who can approve. */
export function approversOf(matter: Matter): Person[] {
  return matter.people.filter(({ uid }) => objectionTo(uid, matter) === null);
}

/**
 * Whether anybody exists who could approve. An account that is only for the maker's sake there does not count; one that the
 * maker has reset or given another role to does, or that would be the way to be alone.
 */
export function isAnybodyThere({ makers, people }: Matter): boolean {
  return people.some(
    ({ uid, hasRight, creators }) => hasRight && !makers.includes(uid) && !creators.some((one) => makers.includes(one)),
  );
}

function objectionOf(person: Person | undefined, makers: readonly number[]): Objection | null {
  if (person !== undefined && makers.includes(person.uid)) return 'maker';
  if (person?.hasRight !== true) return 'no_right';
  return person.controllers.some((one) => makers.includes(one)) ? 'dependent' : null;
}

/** Whether somebody could act by the account and by that of a maker, one of which they have not created. */
function isTakenOver({ insiders, creators }: Person, makers: readonly number[], people: readonly Person[]): boolean {
  return people
    .filter(({ uid }) => makers.includes(uid))
    .some((maker) =>
      maker.insiders.some((one) => insiders.includes(one) && !(creators.includes(one) && maker.creators.includes(one))),
    );
}

/** Whether nobody has power over the account and over that of a maker. */
function isIndependent({ controllers }: Person, makers: readonly number[], people: readonly Person[]): boolean {
  const behind = people.filter(({ uid }) => makers.includes(uid)).flatMap((maker) => maker.controllers);
  return !controllers.some((one) => behind.includes(one));
}
