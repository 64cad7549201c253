import { Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { COMMON } from '#common/errors/common.messages.js';
import { EventRecorder } from '#common/events/index.js';
import { Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { UsersService } from '#people/users/index.js';
import { validateAbove } from '../members.rules.js';
import { Members } from '../members.service.js';
import { Placement } from '../placement.service.js';
import { WaitingMembers } from '../provided-from-above.js';
import { NetworkSettings } from '../settings/network-settings.entity.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import {
  AdminWaitingView,
  type HoldingTankQuery,
  type PlacedMemberView,
  type PlaceMemberDto,
  toWaitingView,
  type WaitingMemberView,
  type WaitingRow,
} from './holding-tank.dto.js';
import { LIST_WAITING, COUNT_WAITING, IS_WAITING, READ_WAITING } from './holding-tank.queries.js';

export const NOT_PLACED = failure(NETWORK.sponsor_not_placed);
export const LEG_TAKEN = failure(COMMON.is_taken, { field: 'leg' });

/** Distributors who wait for their sponsor to place them. See docs/spec/commissions.md#2. */
@Injectable()
export class HoldingTank {
  constructor(
    private readonly db: Database,
    private readonly members: Members,
    private readonly placement: Placement,
    private readonly settings: NetworkSettingsService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** Who waits in the caller's holding tank, who is placed first by the service first. Reading another's is audited. */
  async list(caller: Caller, query: PageQuery): Promise<Page<WaitingMemberView>> {
    const uid = caller.actsFor;
    const { limit, offset } = Pager.bounds(query);
    const rows = await this.db.query<WaitingRow<WaitingMemberView>>(null, LIST_WAITING, [uid, limit, offset]);
    const { count } = (await this.db.queryOne<{ count: number }>(null, COUNT_WAITING, [uid]))!;
    const act = { action: 'network.read-holding-tank', entityType: 'member', entityId: uid };
    await this.audit.recordRead(caller, act);
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    return new Page(kept, { rows: rows.map(toWaitingView), count });
  }

  /**
   * Places a member of the caller's holding tank below the caller.
   * @throws AppError NOT_FOUND for who does not wait there, and for a parent who is not placed below the caller; VALIDATION on
   *   `leg` (taken, or beyond the width) and `parent_uid` (terminated); CONFLICT when the caller is not placed, or terminated
   */
  async place(caller: Caller, { uid, parent_uid: parentUid, leg }: PlaceMemberDto): Promise<PlacedMemberView> {
    const sponsorUid = caller.actsFor;
    return this.db.transaction(async (tx) => {
      const { width } = await this.settings.hold(tx);
      await this.members.lock(tx, [uid]);
      const waiting = await this.db.queryOne<{ isWaiting: boolean }>(tx, IS_WAITING, [sponsorUid, uid]);
      if (!waiting!.isWaiting) throw AppError.notFound('member');
      await this.validateParent(tx, sponsorUid, parentUid);
      if (leg > width) throw AppError.ofField('VALIDATION', 'leg', `must be between 1 and ${width}`);
      const at = await this.placement.place(tx, uid, { parentUid, leg }, { byUid: caller.uid, reason: null });
      if (at === undefined) throw AppError.of(LEG_TAKEN);
      await this.recordPlaced(tx, uid, { parentUid, leg }, at);
      const act = {
        action: 'network.place',
        entityType: 'member',
        entityId: uid,
        after: { parent_uid: parentUid, leg },
      };
      await this.audit.recordForAnother(tx, caller, act);
      return { uid, parent_uid: parentUid, leg };
    });
  }

  /** Records that a member was placed who was not before; null: as a root. */
  async recordPlaced(
    tx: EntityManager,
    uid: number,
    place: { parentUid: number; leg: number } | null,
    at: Date,
  ): Promise<void> {
    const to = { parent_uid: place?.parentUid ?? null, leg: place?.leg ?? null };
    const data = { uid, tree: 'placement' as const, from: null, to, reason: null, at: at.toISOString() };
    await this.events.record(tx, 'member.moved', uid, data);
  }

  private async validateParent(tx: EntityManager, sponsorUid: number, parentUid: number): Promise<void> {
    const sponsor = await this.members.hold(tx, sponsorUid);
    if (!sponsor?.isPlaced || sponsor.status === 'terminated') throw AppError.of(NOT_PLACED);
    const parent = await this.members.hold(tx, parentUid);
    const isBelow = parent?.isPlaced && (await this.members.isWithin(tx, 'placement', parentUid, sponsorUid));
    if (!isBelow) throw AppError.notFound('member');
    const refusal = validateAbove(parent);
    if (refusal !== undefined) throw AppError.ofField('VALIDATION', 'parent_uid', refusal);
  }
}

/** The holding tanks of all sponsors, for super admins. */
@Injectable()
export class AdminHoldingTank {
  constructor(
    private readonly db: Database,
    private readonly waiting: WaitingMembers,
    private readonly users: UsersService,
    private readonly lists: AdminLists,
  ) {}

  /**
   * Who waits, who enrolled first first. Whoever has been placed a moment ago is left out.
   * @throws AppError SERVICE_UNAVAILABLE while the network is being loaded
   */
  async list(query: HoldingTankQuery, reader?: Caller): Promise<ListAnswer<AdminWaitingView>> {
    const { sponsor_uid: sponsorUid, search } = query;
    const hasTree = await this.db.manager.existsBy(NetworkSettings, { placement: Not('none') });
    const exact = search ? await this.users.findExact(search) : [];
    const read = async (bounds: { limit: number; offset: number }) => {
      if (!hasTree) return { rows: [], count: 0 };
      const { uids, count } = await this.waiting.find({ sponsorUid, search, exact, ...bounds });
      const rows = await this.db.query<WaitingRow<AdminWaitingView>>(null, READ_WAITING, [uids]);
      return { rows: rows.map(toWaitingView), count: count - (uids.length - rows.length) };
    };
    const uidOf = ({ uid }: AdminWaitingView) => uid;
    const file = { name: 'holding-tank', entityType: 'member', of: AdminWaitingView, uidOf };
    return this.lists.answer({ query, read, file }, reader);
  }
}
