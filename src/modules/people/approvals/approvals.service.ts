import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { SessionsService } from '../sessions/index.js';
import type { Approval } from './approval.entity.js';
import {
  HAS_LAPSED,
  IS_CONCERNED,
  IS_DEPENDENT,
  IS_MAKER,
  IS_RELATED,
  LAPSED,
  NO_RIGHT,
  TOO_MANY_WAIT,
  WAITS_ALREADY,
} from './approvals.failures.js';
import { ApprovalViews } from './approvals.reader.js';
import { type ApprovalForecastView, type ApprovalView, toApproverViews } from './approvals.dto.js';
import { Approvers } from './approvers.js';
import {
  approversOf,
  type Involved,
  type Objection,
  objectionTo,
  type Outcome,
  outcomeOf,
  type Person,
} from './approvers.rules.js';
import type { Decided, ApprovableAction, Described } from './action.js';
import { digestOf, Proposals } from './proposals.js';
import { ApprovalSettingsStore } from './settings/approval-settings.store.js';
import type { ApprovalSettings } from './settings/approval-settings.entity.js';

/** What came of asking for an action. */
export interface Asked<Result> {
  readonly approval: ApprovalView;
  /** What carrying it out gave; undefined while it waits. */
  readonly done?: { readonly result: Result };
}

/** Proposals of one maker that may wait: of so many, others still find those of all other makers. */
const MOST_OF_MAKER = 1_000;

/** An action with its subject, as it stands. */
interface Matter {
  readonly action: ApprovableAction;
  readonly subject: object;
  readonly described: Described;
  readonly digest: string;
}

/** A proposal turns out to be about what has changed: it lapses, though the request is refused. */
export class Lapse extends Error {
  constructor(
    readonly id: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/**
 * Whether somebody may do alone what needs a second person. Rooms ask for their actions; whatever is decided, it is by these
 * rules. See docs/spec/service.md#11.
 */
@Injectable()
export class Approvals {
  constructor(
    private readonly db: Database,
    private readonly proposals: Proposals,
    private readonly approvers: Approvers,
    private readonly settings: ApprovalSettingsStore,
    private readonly views: ApprovalViews,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Runs work that asks or decides in a transaction. A proposal that turns out to have lapsed does so, though the request is
   * refused.
   * @throws AppError CONFLICT for one that has lapsed; whatever the work throws
   */
  async transaction<T>(caller: Caller, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(work);
    } catch (error) {
      if (!(error instanceof Lapse)) throw error;
      const { id, reason } = error;
      await this.db.outsideAmbient(() => this.db.transaction((tx) => this.proposals.lapse(tx, caller, id, reason)));
      throw AppError.of(HAS_LAPSED, { id, reason });
    }
  }

  /**
   * Asks for an action: it is carried out at once, or waits for another person; one that waits already is approved by who asks
   * for the same. Call it in {@link transaction}.
   * @throws AppError whatever the action's description and carrying out throw; PERMISSION_DENIED for who cannot approve what
   *   waits, or what others have made; CONFLICT while another change of the same waits, or too much of who asks
   */
  async ask<Subject extends object, Result>(
    tx: EntityManager,
    action: ApprovableAction<Subject, Result>,
    subject: Subject,
    caller: Caller,
  ): Promise<Asked<Result>> {
    await this.approvers.hold(tx, caller.uid);
    const described = await action.describe(tx, subject);
    const matter: Matter = { action, subject, described, digest: digestOf({ subject, seen: described.lookedAt }) };
    const settings = await this.settings.hold(tx);
    const people = await this.people(tx, matter, [caller.uid], settings);
    if (!hasRight(people, caller.uid)) throw AppError.of(NO_RIGHT, { permission: action.permission });
    const waiting = await this.proposals.waiting(tx, action.kind, action.keyOf(subject));
    const asked =
      waiting !== null && (await this.isMeant(tx, caller, waiting, matter))
        ? await this.approve(tx, caller, waiting, matter)
        : await this.propose(tx, caller, matter, settings, people);
    return asked as Asked<Result>;
  }

  /**
   * Says whether an action would need a second person, and who could approve it; nothing is changed or locked.
   * @param involved what the action says of its subject
   * @throws AppError CONFLICT while another change of the same waits, which its maker may replace
   */
  async forecast(
    action: ApprovableAction,
    subject: object,
    involved: Involved,
    caller: Caller,
  ): Promise<ApprovalForecastView> {
    const none: ApprovalForecastView = { status: null, objection: null, replaces: null, waits_for: [] };
    if (involved.isExempt === true) return none;
    const { manager: tx } = this.db;
    const settings = await this.settings.read(tx);
    const found = await this.proposals.find(tx, action.kind, action.keyOf(subject));
    const waiting = found !== null && isSame(found, subject) ? found : null;
    if (found !== null && waiting === null && found.madeByUid !== caller.uid)
      throw AppError.of(WAITS_ALREADY, { id: found.id });
    const makers = [...(waiting === null ? [] : [waiting.madeByUid]), ...involved.contributors];
    const people = await this.people(tx, { action, described: involved }, [caller.uid, ...makers], settings);
    const concerned = action.concerned(subject);
    const { status, objection } =
      waiting === null
        ? outcomeOf(caller.uid, { ...involved, concerned, people }, settings.mode)
        : { status: 'approved' as const, objection: objectionTo(caller.uid, { makers, concerned, people }) };
    if (!hasRight(people, caller.uid)) return { ...none, objection: 'no_right' };
    if (objection !== null) return { ...none, objection };
    const replaces = waiting === null ? (found?.id ?? null) : null;
    if (status !== 'waiting') return { ...none, status, replaces };
    const approvers = approversOf({ makers: [caller.uid, ...makers], concerned, people });
    return { ...none, status, replaces, waits_for: toApproverViews(approvers) };
  }

  /**
   * Approves what waits, and carries it out; it is locked, and so is what it is about.
   * @throws Lapse if its maker was deactivated since, or lost the right
   * @throws AppError PERMISSION_DENIED; REAUTHENTICATION_REQUIRED; whatever carrying it out throws
   */
  async approve(tx: EntityManager, caller: Caller, waiting: Approval, matter: Matter): Promise<Asked<unknown>> {
    const makers = [waiting.madeByUid, ...matter.described.contributors];
    await this.approvers.hold(tx, waiting.madeByUid);
    const people = await this.assertNoObjection(tx, caller, matter, makers);
    if (!hasRight(people, waiting.madeByUid)) throw new Lapse(waiting.id, LAPSED.maker);
    await this.sessions.assertConfirmed(tx, caller);
    const approved = await this.proposals.decide(tx, caller, waiting, 'approved');
    return this.carryOut(tx, caller, approved, matter);
  }

  /**
   * Asserts that somebody may decide.
   * @returns those with the right, and the makers
   * @throws AppError PERMISSION_DENIED
   */
  async assertNoObjection(
    tx: EntityManager,
    { uid }: Caller,
    { action, subject }: Pick<Matter, 'action' | 'subject'>,
    makers: readonly number[],
  ): Promise<readonly Person[]> {
    const settings = await this.settings.hold(tx);
    const people = await this.approvers.people(tx, action.permission, makers, settings.newAccountDays);
    throwObjection(objectionTo(uid, { makers, concerned: action.concerned(subject), people }), settings, action);
    return people;
  }

  /** Whether the request is about what waits; if its maker proposes something else, that lapses. */
  private async isMeant(tx: EntityManager, caller: Caller, waiting: Approval, matter: Matter): Promise<boolean> {
    const isMaker = waiting.madeByUid === caller.uid;
    const isLate = waiting.lapsesAt <= new Date();
    if (!isLate && waiting.digest === matter.digest) return true;
    const isReplaced = !isSame(waiting, matter.subject);
    if (!isLate && isReplaced && !isMaker) throw AppError.of(WAITS_ALREADY, { id: waiting.id });
    const reason = isLate ? LAPSED.late : isReplaced ? LAPSED.replaced : LAPSED.changed;
    if (!isMaker && !isLate) throw new Lapse(waiting.id, reason);
    await this.proposals.lapse(tx, caller, waiting.id, reason);
    return false;
  }

  private async propose(
    tx: EntityManager,
    caller: Caller,
    matter: Matter,
    settings: ApprovalSettings,
    people: readonly Person[],
  ): Promise<Asked<unknown>> {
    const { action, subject, described } = matter;
    const asked = { ...described, concerned: action.concerned(subject), people };
    const { status, makerUid: madeByUid, objection } = outcomeOf(caller.uid, asked, settings.mode);
    throwObjection(objection, settings, action);
    if (status === 'approved') await this.sessions.assertConfirmed(tx, caller);
    if (status === 'waiting' && (await this.proposals.countOf(tx, caller.uid)) >= MOST_OF_MAKER)
      throw AppError.of(TOO_MANY_WAIT, { max: MOST_OF_MAKER });
    const { lapseDays } = settings;
    const added = await this.add(tx, caller, matter, { madeByUid, status, lapseDays });
    if (status === 'waiting') return { approval: await this.views.of(tx, caller, added) };
    return this.carryOut(tx, caller, added, matter);
  }

  private add(
    tx: EntityManager,
    caller: Caller,
    { action, subject, digest, described }: Matter,
    how: { madeByUid: number; status: Outcome['status']; lapseDays: number },
  ): Promise<Approval> {
    const { effect, contributors } = described;
    return this.proposals.add(tx, caller, {
      kind: action.kind,
      subjectKey: action.keyOf(subject),
      subject,
      digest,
      effect,
      contributors: [...new Set(contributors)],
      ...how,
    });
  }

  private async carryOut(
    tx: EntityManager,
    caller: Caller,
    approval: Approval,
    { action, subject }: Matter,
  ): Promise<Asked<unknown>> {
    const { id: approvalId, madeByUid: makerUid, status } = approval;
    const result = await action.carryOut(tx, subject, {
      by: caller,
      makerUid,
      approvalId,
      status: status as Decided['status'],
    });
    return { approval: await this.views.of(tx, caller, approval), done: { result } };
  }

  private people(
    tx: EntityManager,
    { action, described }: Pick<Matter, 'action'> & { described: Involved },
    makers: readonly number[],
    { newAccountDays }: ApprovalSettings,
  ): Promise<Person[]> {
    return this.approvers.people(tx, action.permission, [...makers, ...described.contributors], newAccountDays);
  }
}

function isSame({ subject }: Approval, asked: object): boolean {
  return digestOf(subject) === digestOf(asked);
}

function hasRight(people: readonly Person[], uid: number): boolean {
  return people.some((one) => one.uid === uid && one.hasRight);
}

/** @throws AppError PERMISSION_DENIED with the objection, if there is one */
function throwObjection(
  objection: Objection | null,
  { newAccountDays: days }: Pick<ApprovalSettings, 'newAccountDays'>,
  { permission }: Pick<ApprovableAction, 'permission'>,
): void {
  switch (objection) {
    case 'maker':
      throw AppError.of(IS_MAKER);
    case 'concerned':
      throw AppError.of(IS_CONCERNED);
    case 'no_right':
      throw AppError.of(NO_RIGHT, { permission });
    case 'dependent':
      throw AppError.of(IS_DEPENDENT, { days });
    case 'related':
      throw AppError.of(IS_RELATED, { days });
    case null:
  }
}
