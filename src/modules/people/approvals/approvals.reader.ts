import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import type { Caller, Permission } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { sorted } from '#common/http/sorting.js';
import { Approval, usernameOfMaker } from './approval.entity.js';
import { type ApprovalsQuery, ApprovalView, toApprovalView } from './approvals.dto.js';
import { LAPSED, UNKNOWN_APPROVAL } from './approvals.failures.js';
import { Approvers } from './approvers.js';
import { approversOf, type Matter, objectionTo, type Person } from './approvers.rules.js';
import { ApprovableActions } from './action.js';
import { ApprovalSettingsStore } from './settings/approval-settings.store.js';

/** Reads proposals, and whom they wait for. */
@Injectable()
export class ApprovalViews {
  constructor(
    private readonly approvers: Approvers,
    private readonly actions: ApprovableActions,
    private readonly settings: ApprovalSettingsStore,
  ) {}

  /** One proposal, for a caller. */
  async of(tx: EntityManager, caller: Caller, one: Approval, languages: readonly string[] = []): Promise<ApprovalView> {
    return (await this.all(tx, caller, [one], languages))[0]!;
  }

  /** Proposals, for a caller. @param languages that they prefer for sentences */
  async all(
    tx: EntityManager,
    { uid }: Caller,
    all: readonly Approval[],
    languages: readonly string[],
  ): Promise<ApprovalView[]> {
    const matters = await this.matters(tx, all);
    return all.map((one) => {
      const matter = matters.get(one.id);
      return toApprovalView(one, {
        permission: this.actions.of(one.kind).permission,
        uid,
        approvers: matter === undefined ? [] : approversOf(matter),
        objection: matter === undefined ? null : objectionTo(uid, matter),
        languages,
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

/** Most waiting proposals among which those are looked for that the caller can approve. */
const MOST_WAITING = 5_000;

/** The status of one that is late is written by a job, and read as what it will be. */
const STATUS_NOW = `CASE WHEN a.status = 'waiting' AND a.lapses_at <= clock_timestamp() THEN 'lapsed' ELSE a.status END`;

/** What a search looks through: its sentence in both languages, and the username of its maker. */
const SEARCHED = `concat_ws(' ', a.effect ->> 'summary', a.effect ->> 'summary_de', (${usernameOfMaker('a')}))`;

/** Reads proposals. See docs/spec/service.md#11. */
@Injectable()
export class ApprovalsReader {
  constructor(
    private readonly db: Database,
    private readonly views: ApprovalViews,
    private readonly lists: AdminLists,
  ) {}

  /** Proposals and what was done alone, newest first. @param languages that the caller prefers for sentences */
  async list(
    caller: Caller,
    query: ApprovalsQuery,
    languages: readonly string[],
    reader?: Caller,
  ): Promise<ListAnswer<ApprovalView>> {
    const approvals = this.db.manager.createQueryBuilder(Approval, 'a');
    const all = sorted(approvals, query.sort ?? '-made_at', { made_at: 'a.id' }, 'a.id');
    if (query.for_me === 'true') all.andWhere('a.id = ANY (:ids)', { ids: await this.idsFor(caller) });
    const filters = { status: `${STATUS_NOW} = :status`, kind: 'a.kind = :kind', search: `${SEARCHED} ILIKE :search` };
    const views = (some: readonly Approval[]) => this.views.all(this.db.manager, caller, some.map(asOfNow), languages);
    const file = { name: 'approvals', entityType: 'approval', of: ApprovalView };
    return this.lists.answer({ query, all, filters, views, file }, reader);
  }

  /**
   * One proposal.
   * @throws AppError NOT_FOUND
   */
  async read(caller: Caller, id: number, languages: readonly string[]): Promise<ApprovalView> {
    const found = await this.db.manager.findOneBy(Approval, { id });
    if (found === null) throw AppError.of(UNKNOWN_APPROVAL);
    return this.views.of(this.db.manager, caller, asOfNow(found), languages);
  }

  /** The ids of the proposals that somebody can approve, the newest first. */
  async idsFor(caller: Caller): Promise<number[]> {
    const { manager } = this.db;
    const waiting = await manager.find(Approval, {
      select: { id: true, kind: true, subject: true, status: true, madeByUid: true, contributors: true },
      where: { status: 'waiting', lapsesAt: MoreThan(new Date()) },
      order: { id: 'DESC' },
      take: MOST_WAITING,
    });
    return this.views.idsFor(manager, caller, waiting);
  }
}

function asOfNow(one: Approval): Approval {
  if (one.status !== 'waiting' || one.lapsesAt > new Date()) return one;
  return Object.assign(one, { status: 'lapsed', reason: LAPSED.late, decidedAt: one.lapsesAt });
}
