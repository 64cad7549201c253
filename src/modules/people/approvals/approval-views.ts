import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller, Permission } from '#common/access/index.js';
import type { Approval } from './approval.entity.js';
import { toApprovalView, type ApprovalView } from './approvals.dto.js';
import { Approvers } from './approvers.js';
import { approversOf, objectionTo, type Matter, type Person } from './approvers.rules.js';
import { ApprovableActions } from './action.js';
import { ApprovalSettingsStore } from './settings/approval-settings.store.js';

/** Tells of proposals, and whom they wait for. */
@Injectable()
export class ApprovalViews {
  constructor(
    private readonly approvers: Approvers,
    private readonly actions: ApprovableActions,
    private readonly settings: ApprovalSettingsStore,
  ) {}

  /** One proposal, for a caller. */
  async of(tx: EntityManager, caller: Caller, one: Approval): Promise<ApprovalView> {
    return (await this.all(tx, caller, [one]))[0]!;
  }

  /** Proposals, for a caller. */
  async all(tx: EntityManager, { uid }: Caller, all: readonly Approval[]): Promise<ApprovalView[]> {
    const matters = await this.matters(tx, all);
    return all.map((one) => {
      const matter = matters.get(one.id);
      return toApprovalView(one, {
        permission: this.actions.of(one.kind).permission,
        uid,
        approvers: matter === undefined ? [] : approversOf(matter),
        objection: matter === undefined ? null : objectionTo(uid, matter),
      });
    });
  }

  /** The ids of those that somebody can approve. */
  async idsFor(tx: EntityManager, { uid }: Caller, all: readonly Waiting[]): Promise<number[]> {
    const matters = await this.matters(tx, all);
    return [...matters].filter(([, matter]) => objectionTo(uid, matter) === null).map(([id]) => id);
  }

  /** What is to be decided of each that waits; people are read once for each permission. */
  private async matters(tx: EntityManager, all: readonly Waiting[]): Promise<ReadonlyMap<number, Matter>> {
    const waiting = all.filter(({ status }) => status === 'waiting');
    if (waiting.length === 0) return new Map();
    const { newAccountDays } = await this.settings.read(tx);
    const byPermission = Map.groupBy(waiting, ({ kind }) => this.actions.of(kind).permission);
    const found = await Promise.all(
      [...byPermission].map(async ([permission, some]: [Permission, Waiting[]]) => {
        const people = await this.approvers.people(
          tx,
          permission,
          [...new Set(some.flatMap(makersOf))],
          newAccountDays,
        );
        return some.map((one): [number, Matter] => [one.id, this.matterOf(one, people)]);
      }),
    );
    return new Map(found.flat());
  }

  private matterOf(one: Waiting, people: readonly Person[]): Matter {
    return { makers: makersOf(one), concerned: this.actions.of(one.kind).concerned(one.subject), people };
  }
}

type Waiting = Pick<Approval, 'id' | 'kind' | 'subject' | 'status' | 'madeByUid' | 'contributors'>;

function makersOf({ madeByUid, contributors }: Waiting): number[] {
  return [madeByUid, ...contributors];
}
