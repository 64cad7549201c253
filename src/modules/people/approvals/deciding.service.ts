import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Caller, may } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '@commerce/postgres';
import { Approval } from './approval.entity.js';
import { BUSY, LAPSED, NOT_WAITING, UNKNOWN_APPROVAL } from './approvals.failures.js';
import { Approvals, Lapse } from './approvals.service.js';
import { ApprovalViews } from './approvals.reader.js';
import type { ApprovalForecastQuery, ApprovalForecastView, ApprovalView } from './approvals.dto.js';
import { Approvers } from './approvers.js';
import { ApprovableActions, type ApprovableAction, type Described } from './action.js';
import { digestOf, Proposals } from './proposals.js';

/** Approves and refuses proposals. See docs/spec/service.md#11. */
@Injectable()
export class Deciding {
  constructor(
    private readonly db: Database,
    private readonly approvals: Approvals,
    private readonly proposals: Proposals,
    private readonly approvers: Approvers,
    private readonly actions: ApprovableActions,
    private readonly views: ApprovalViews,
  ) {}

  /**
   * Whether an action would wait for a second person, before it is asked for; nothing is changed.
   * @throws AppError VALIDATION for a kind that has no forecast; NOT_FOUND; CONFLICT if the subject is in another state,
   *   or another change of it waits
   */
  async forecast(caller: Caller, asked: ApprovalForecastQuery): Promise<ApprovalForecastView> {
    const action = this.actions.all.get(asked.kind);
    if (action?.subjectOf === undefined || action.involved === undefined) {
      const kinds = [...this.actions.all.values()].filter((one) => one.subjectOf !== undefined);
      throw AppError.ofField(
        'VALIDATION',
        'kind',
        `must be one of ${kinds
          .map((one) => one.kind)
          .sort()
          .join(', ')}`,
      );
    }
    if (!may(caller, action.permission)) return { status: null, objection: 'no_right', replaces: null, waits_for: [] };
    const { manager } = this.db;
    const subject = await action.subjectOf(asked, manager);
    return this.approvals.forecast(action, subject, await action.involved(manager, subject, caller.uid), caller);
  }

  /**
   * Approves a proposal, and carries it out; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for who cannot approve it; CONFLICT for one that is decided, and for one of
   *   which the subject has changed or the maker has lost the right, which lapses; whatever carrying it out throws
   */
  async approve(caller: Caller, id: number): Promise<ApprovalView> {
    return this.decide(caller, id, async (tx, { found, action }) => {
      const { subject } = found;
      await this.approvals.assertNoObjection(tx, caller, { action, subject }, [found.madeByUid, ...found.contributors]);
      const described = await this.described(tx, action, found);
      const digest = digestOf({ subject, seen: described.lookedAt });
      const waiting = await this.lock(tx, found.id);
      if (digest !== waiting.digest) throw new Lapse(found.id, LAPSED.changed);
      return (await this.approvals.approve(tx, caller, waiting, { action, subject, described, digest })).approval;
    });
  }

  /**
   * Refuses a proposal; its maker may, too; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED without the right, and for those whom it is about; CONFLICT for one that is
   *   decided, and for one that nobody decided in time, which lapses
   */
  async refuse(caller: Caller, id: number, reason: string): Promise<ApprovalView> {
    return this.decide(caller, id, async (tx, { found, action }) => {
      // Who proposed it may take it back, and who has the right may stop it, whoever made it, but not about themselves.
      if (found.madeByUid !== caller.uid)
        await this.approvals.assertNoObjection(tx, caller, { action, subject: found.subject }, []);
      const waiting = await this.lock(tx, found.id);
      return this.views.of(tx, caller, await this.proposals.decide(tx, caller, waiting, 'refused', reason));
    });
  }

  private async decide(
    caller: Caller,
    id: number,
    work: (tx: EntityManager, about: { found: Approval; action: ApprovableAction }) => Promise<ApprovalView>,
  ): Promise<ApprovalView> {
    return this.approvals.transaction(caller, async (tx) => {
      const found = await tx.findOneBy(Approval, { id });
      if (found === null) throw AppError.of(UNKNOWN_APPROVAL);
      if (found.status !== 'waiting') throw AppError.of(NOT_WAITING, { id: found.id, status: found.status });
      await this.approvers.hold(tx, caller.uid);
      return work(tx, { found, action: this.actions.of(found.kind) }).catch((error: unknown) => {
        throw isLockedByOthers(error) ? AppError.of(BUSY, { id: found.id }) : error;
      });
    });
  }

  /** What cannot be done any more has changed. It is locked before the proposal, as by who asks for it. */
  private async described(tx: EntityManager, action: ApprovableAction, { id, subject }: Approval): Promise<Described> {
    try {
      return await action.describe(tx, subject);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        // Another person may have decided it meanwhile, which changes its subject, too.
        await this.lock(tx, id);
        throw new Lapse(id, `${LAPSED.changed}: ${error.message}`.slice(0, 500));
      }
      throw error;
    }
  }

  private async lock(tx: EntityManager, id: number): Promise<Approval> {
    const found = await tx.findOneOrFail(Approval, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (found.status !== 'waiting') throw AppError.of(NOT_WAITING, { id, status: found.status });
    if (found.lapsesAt <= new Date()) throw new Lapse(id, LAPSED.late);
    return found;
  }
}
