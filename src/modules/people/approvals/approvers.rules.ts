import type { ApprovalMode } from './settings/approval-settings.entity.js';

/** Somebody with the right to approve an action, or who took part in it. */
export interface Person {
  readonly uid: number;
  readonly username: string;
  /** Active, and with the permission. */
  readonly hasRight: boolean;
  /** Had the permission, and lost it to somebody in the last days: a role was taken away, or the account deactivated. */
  readonly hadRight: boolean;
  /** Got the permission in the last days, on an account that nobody made in the admin module: anybody may be behind it. */
  readonly isNewcomer: boolean;
  /** Who has had power over the account in the last days, also through others; with the person. */
  readonly controllers: readonly number[];
  /** Those of them through whom alone the account has the right at all. */
  readonly creators: readonly number[];
  /** Those of them who could know its password, and act by it. */
  readonly insiders: readonly number[];
}

/** What is to be decided. */
export interface Matter {
  /** Who proposed it, and who took part in what it contains. */
  readonly makers: readonly number[];
  /** Whom it is about: they decide nothing about themselves. */
  readonly concerned: readonly number[];
  /** Those with the right, and the makers. */
  readonly people: readonly Person[];
}

/** What decides whether an action needs a second person. */
export interface Involved {
  /**
   * Who took part in what it contains: they do not approve it. Taking part counts as proposing, unless it is only prepared: if
   * another person asks for the action, that approves it.
   */
  readonly contributors: readonly number[];
  /** Whether those who took part have not proposed it by that: whoever asks for it proposes it. */
  readonly isOnlyPrepared?: boolean;
  /** Whether it needs two people in every mode. */
  readonly isBound?: boolean;
  /** Whether it is not asked for at all: an amount up to the limit, or a change that takes no right to approve from anybody. */
  readonly isExempt?: boolean;
}

/** An action that somebody asks for. */
export interface AskedAction extends Involved, Pick<Matter, 'concerned' | 'people'> {}

/** What asking for an action leads to: it is done at once, by one person or as the second one, or it waits. */
export interface Outcome {
  readonly status: 'waiting' | 'approved' | 'alone';
  readonly makerUid: number;
  /** Why who asks can neither do nor propose it; null if they can. */
  readonly objection: Objection | null;
}

/** Why somebody cannot approve; null when they can. */
export type Objection = 'maker' | 'concerned' | 'no_right' | 'dependent' | 'related';

/** Whether an action that `uid` asks for needs a second person, in a mode of the settings. */
export function outcomeOf(
  uid: number,
  { contributors, isOnlyPrepared = false, isBound = false, concerned, people }: AskedAction,
  mode: ApprovalMode,
): Outcome {
  const isOfOthers = !isOnlyPrepared && contributors.length > 0 && !contributors.includes(uid);
  // Who asks for what others have made could be the second person, but for what stands against them.
  const makerUid = isOfOthers ? contributors[0]! : uid;
  const needsTwo = isBound || mode === 'on' || (mode === 'auto' && isAnybodyThere(makerUid, people));
  const objection = objectionTo(uid, { makers: contributors, concerned, people });
  if (isOfOthers && (needsTwo || objection === null)) return { status: 'approved', makerUid, objection };
  return { status: needsTwo ? 'waiting' : 'alone', makerUid: uid, objection: null };
}

/**
 * What stands against an approver: that they made it or a part of it, that it is about them, that they lack the right, or have
 * an account over which a maker has had power in the last days. Also one that depends on the same person as a maker's, or that
 * has power over a maker's, as long as anybody else has the right; and always where that person could act by an account that
 * had the right before, whose password was reset through them. Anybody could be a newcomer: while two others have the right,
 * nobody approves what a newcomer made.
 */
export function objectionTo(uid: number, matter: Matter): Objection | null {
  const own = objectionOf(uid, matter);
  if (own !== null) return own;
  const { makers, people } = matter;
  const person = people.find((one) => one.uid === uid)!;
  if (isTakenOver(person, makers, people)) return 'related';
  const isByNewcomer = people.some((one) => makers.includes(one.uid) && one.isNewcomer);
  const others = people.filter((one) => hasOrHadRight(one) && !one.isNewcomer);
  if (isByNewcomer && others.length > 1) return 'related';
  const related = relatedMakers(person, makers, people);
  // Of each maker by itself: the approver may just have given a role to another one.
  const pairs = related.length === 0 && person.isNewcomer ? [[]] : related.map((maker) => [maker]);
  return pairs.some((pair) => hasColleague(person, pair, matter)) ? 'related' : null;
}

/** Those who can approve. */
export function approversOf(matter: Matter): Person[] {
  return matter.people.filter(({ uid }) => objectionTo(uid, matter) === null);
}

/**
 * Whether anybody else is there, so that a maker is not alone. Something may stand against that person now: that they
 * took part in it, are whom it is about, or were reset by the maker. It waits then until nothing does, or until a third
 * person has the right. An account that has the right by the maker's hand only does not count.
 */
function isAnybodyThere(maker: number, people: readonly Person[]): boolean {
  return people.some((one) => hasOrHadRight(one) && one.uid !== maker && !one.creators.includes(maker));
}

/** Who lost the right in the last days counts too, or taking it would be the way to be alone. */
function hasOrHadRight({ hasRight, hadRight }: Person): boolean {
  return hasRight || hadRight;
}

function objectionOf(uid: number, { makers, concerned, people }: Matter): Objection | null {
  if (makers.includes(uid)) return 'maker';
  if (concerned.includes(uid)) return 'concerned';
  const person = people.find((one) => one.uid === uid);
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

/** Makers who may be the same person: somebody, or the person, has had power over both accounts. */
function relatedMakers({ controllers }: Person, makers: readonly number[], people: readonly Person[]): Person[] {
  return people.filter((one) => makers.includes(one.uid) && controllers.some((by) => one.controllers.includes(by)));
}

/**
 * Whether anybody else has the right, apart from accounts that may be of the same person. These are the person's own, those of
 * related makers, and those of who has had power over both, unless that is the person; and all that have the right only from
 * them. It does not matter what stands against that colleague: otherwise a maker could reset them to be alone.
 */
function hasColleague({ uid, controllers }: Person, related: readonly Person[], { makers, people }: Matter): boolean {
  const behind = related.flatMap((maker) => maker.controllers);
  const suspects = behind.includes(uid) ? [uid] : [uid, ...controllers.filter((by) => behind.includes(by))];
  const samePerson = [...suspects, ...(related.length === 0 ? makers : related.map((maker) => maker.uid))];
  return people.some(
    (one) => hasOrHadRight(one) && !samePerson.includes(one.uid) && !one.creators.some((by) => suspects.includes(by)),
  );
}
