import { describe, expect, it } from '@jest/globals';
import { approversOf, objectionTo, outcomeOf, type Person, type AskedAction } from './approvers.rules.js';

const [MAKER, MADE, MADE_BY_THAT, COLLEAGUE, RESET] = [1, 2, 3, 4, 5];

const person = (uid: number, more: Partial<Person> = {}): Person => ({
  uid,
  username: `admin-${uid}`,
  hasRight: true,
  hadRight: false,
  isNewcomer: false,
  controllers: [uid],
  creators: [uid],
  insiders: [uid],
  ...more,
});
const made = (uid: number, ...by: number[]): Person =>
  person(uid, { controllers: [uid, ...by], creators: [uid, ...by], insiders: [uid, ...by] });

const maker = person(MAKER);
const colleague = person(COLLEAGUE);
const reset = person(RESET, { controllers: [RESET, MAKER], insiders: [RESET, MAKER] });
const matter = (people: readonly Person[], makers = [MAKER]) => ({ makers, concerned: [] as number[], people });

describe('who approves what somebody proposes', () => {
  it('is another person with the right', () => {
    const people = [maker, colleague, person(6, { hasRight: false })];
    expect(objectionTo(MAKER, matter(people))).toBe('maker');
    expect(objectionTo(6, matter(people))).toBe('no_right');
    expect(objectionTo(7, matter(people))).toBe('no_right');
    expect(approversOf(matter(people))).toEqual([colleague]);
    expect(approversOf(matter(people, [MAKER, COLLEAGUE]))).toEqual([]);
  });

  it('is nobody whom it is about', () => {
    const about = { ...matter([maker, colleague, person(6)]), concerned: [COLLEAGUE] };
    expect(objectionTo(COLLEAGUE, about)).toBe('concerned');
    expect(approversOf(about)).toEqual([person(6)]);
    expect(objectionTo(MAKER, { ...about, concerned: [MAKER] })).toBe('maker');
  });

  it('is nobody over whose account a maker has had power, also through others', () => {
    const people = [maker, made(MADE, MAKER), made(MADE_BY_THAT, MADE, MAKER), reset];
    for (const uid of [MADE, MADE_BY_THAT, RESET]) expect(objectionTo(uid, matter(people))).toBe('dependent');
  });

  it('is who is independent of the maker, and the one behind the maker only where nobody else is there', () => {
    const proposed = [MADE];
    const people = [maker, made(MADE, MAKER), made(MADE_BY_THAT, MAKER)];
    expect(approversOf(matter([...people, colleague], proposed))).toEqual([colleague]);
    expect(objectionTo(MAKER, matter([...people, colleague], proposed))).toBe('related');
    expect(approversOf(matter(people, proposed)).map(({ uid }) => uid)).toEqual([MAKER, MADE_BY_THAT]);
  });

  it('is not the one behind the maker while anybody else is there, whatever stands against that one', () => {
    const dependent = person(COLLEAGUE, { controllers: [COLLEAGUE, MADE, MAKER] });
    const deactivated = person(COLLEAGUE, { hasRight: false, hadRight: true });
    for (const one of [dependent, deactivated])
      expect(approversOf(matter([maker, made(MADE, MAKER), one], [MADE]))).toEqual([]);
    const people = [maker, made(MADE, MAKER), colleague];
    expect(approversOf({ ...matter(people, [MADE]), concerned: [COLLEAGUE] })).toEqual([]);
    expect(approversOf(matter(people, [MADE, COLLEAGUE]))).toEqual([]);
    // Whom the colleague has let in is no part of who that is.
    const letIn = made(MAKER, COLLEAGUE);
    const two = [letIn, made(MADE, MAKER, COLLEAGUE), colleague];
    expect(objectionTo(MAKER, { ...matter(two, [MADE]), concerned: [COLLEAGUE] })).toBe('related');
  });

  it('is not the one behind a maker either who has just given a role to another maker', () => {
    const promoted = person(COLLEAGUE, { controllers: [COLLEAGUE, MAKER] });
    expect(objectionTo(MAKER, matter([maker, made(MADE, MAKER), promoted], [MADE, COLLEAGUE]))).toBe('related');
    expect(objectionTo(MAKER, matter([maker, promoted], [COLLEAGUE]))).toBeNull();
  });

  it('is one of two whom the same person has let in, where nobody but that person is there', () => {
    const two = [made(MADE, MAKER), made(MADE_BY_THAT, MAKER)];
    expect(objectionTo(MADE_BY_THAT, matter([maker, ...two], [MADE]))).toBeNull();
    expect(objectionTo(MADE_BY_THAT, matter([maker, ...two, colleague], [MADE]))).toBe('related');
  });

  it('is never who could act by an account of a maker that they have reset, nor one that they could act by', () => {
    const proposed = [RESET];
    const others = [made(MADE, MAKER), person(6, { controllers: [6, MAKER], insiders: [6, MAKER] })];
    for (const { uid } of [maker, ...others])
      expect(objectionTo(uid, matter([maker, reset, ...others], proposed))).toBe('related');
    const promoted = person(RESET, { controllers: [RESET, MAKER] });
    expect(objectionTo(MAKER, matter([maker, promoted], proposed))).toBeNull();
  });
});

describe('a newcomer, who could be anybody', () => {
  const newcomer = person(6, { isNewcomer: true });

  it('approves only where nobody else has the right', () => {
    expect(objectionTo(6, matter([maker, colleague, newcomer]))).toBe('related');
    expect(objectionTo(6, matter([maker, newcomer]))).toBeNull();
  });

  it('makes nothing that is approved while two others have the right', () => {
    expect(approversOf(matter([maker, colleague, newcomer], [6]))).toEqual([]);
    expect(approversOf(matter([maker, newcomer], [6]))).toEqual([maker]);
    expect(approversOf(matter([maker, colleague, newcomer], [6, COLLEAGUE]))).toEqual([]);
  });
});

/** What comes of it when the maker asks for an action. */
const asked = (people: readonly Person[], more: Partial<AskedAction> = {}) => ({
  contributors: [],
  concerned: [],
  people,
  ...more,
});
const alone = { status: 'alone', makerUid: MAKER, objection: null };
const waiting = { ...alone, status: 'waiting' };

describe('the outcome of asking for an action', () => {
  it('waits if two people are wanted, if anybody else could approve, or if the action always needs two', () => {
    expect(outcomeOf(MAKER, asked([maker]), 'on')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker, colleague]), 'auto')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker, colleague]), 'off')).toEqual(alone);
    expect(outcomeOf(MAKER, asked([maker], { isBound: true }), 'off')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker]), 'auto')).toEqual(alone);
  });

  it('is an approval of what others have made, but for what stands against it', () => {
    const approved = { status: 'approved', makerUid: COLLEAGUE, objection: null };
    const ofColleague = { contributors: [COLLEAGUE] };
    expect(outcomeOf(MAKER, asked([maker, colleague], ofColleague), 'auto')).toEqual(approved);
    expect(outcomeOf(MAKER, asked([maker, colleague], { contributors: [COLLEAGUE, MAKER] }), 'auto')).toEqual(waiting);
    const aboutMaker = asked([maker, colleague], { ...ofColleague, concerned: [MAKER] });
    expect(outcomeOf(MAKER, aboutMaker, 'auto')).toEqual({ ...approved, objection: 'concerned' });
    expect(outcomeOf(MAKER, aboutMaker, 'off')).toEqual(alone);
  });

  it('is a proposal where others only prepared it, whoever else is there', () => {
    const prepared = { contributors: [COLLEAGUE], isOnlyPrepared: true };
    expect(outcomeOf(MAKER, asked([maker, colleague, person(6)], prepared), 'auto')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker, colleague], prepared), 'auto')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker, person(COLLEAGUE, { hasRight: false })], prepared), 'auto')).toEqual(alone);
    expect(outcomeOf(MAKER, asked([maker, colleague], prepared), 'off')).toEqual(alone);
  });

  it('does not count who is there only by the maker’s hand', () => {
    expect(outcomeOf(MAKER, asked([maker, made(MADE, MAKER), made(MADE_BY_THAT, MADE, MAKER)]), 'auto')).toEqual(alone);
    expect(outcomeOf(MAKER, asked([maker, person(COLLEAGUE, { hasRight: false })]), 'auto')).toEqual(alone);
  });

  it('counts who lost the right in the last days, but for who had it only by the maker’s hand', () => {
    const lost = { hasRight: false, hadRight: true };
    expect(outcomeOf(MAKER, asked([maker, person(COLLEAGUE, lost)]), 'auto')).toEqual(waiting);
    expect(outcomeOf(MAKER, asked([maker, { ...made(MADE, MAKER), ...lost }]), 'auto')).toEqual(alone);
    expect(objectionTo(COLLEAGUE, matter([maker, person(COLLEAGUE, lost)]))).toBe('no_right');
  });

  it('counts who was there before the maker reset the account, or a reset would be the way to be alone', () => {
    expect(outcomeOf(MAKER, asked([maker, reset]), 'auto')).toEqual(waiting);
    expect(approversOf(matter([maker, reset]))).toEqual([]);
  });
});
