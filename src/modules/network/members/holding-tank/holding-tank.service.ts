import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { Pager, type Page, type PageQuery } from '#common/http/pagination.js';
import { Members } from '../members.service.js';
import { Placement } from '../placement/placement.service.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import type { PlaceMemberDto } from './holding-tank.dto.js';
import { COUNT_WAITING, IS_WAITING, LIST_WAITING, type WaitingRow } from './holding-tank.queries.js';
import { toWaitingMemberView, type PlacedMemberView, type WaitingMemberView } from './holding-tank.view.js';

export const NOT_PLACED = { code: 'CONFLICT', message: 'the sponsor is not placed, or terminated' } as const;
export const LEG_TAKEN = { code: 'VALIDATION', field: 'leg', message: 'is taken' } as const;

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
    private readonly pager: Pager,
    private readonly config: Config,
  ) {}

  /** Who waits in the caller's holding tank, who is placed first by the service first. Reading another's is audited. */
  async list(caller: Caller, query: PageQuery): Promise<Page<WaitingMemberView>> {
    const uid = caller.actsFor;
    const { limit, offset } = Pager.bounds(query);
    return this.db.transaction(async (tx) => {
      const rows = await this.db.query<WaitingRow>(tx, LIST_WAITING, [uid, limit, offset]);
      const { count } = (await this.db.queryOne<{ count: number }>(tx, COUNT_WAITING, [uid]))!;
      await this.audit.recordForAnother(tx, caller, {
        action: 'network.read-holding-tank',
        entityType: 'member',
        entityId: uid,
      });
      const kept = actsForAnother(caller) ? { ...query, uid } : query;
      const path = `/${this.config.apiPrefix}/${API_VERSION}/network/holding-tank/`;
      return this.pager.page(path, kept, { rows: rows.map(toWaitingMemberView), count });
    });
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
    const sponsor = await this.placement.hold(tx, sponsorUid);
    if (!sponsor?.isPlaced || sponsor.status === 'terminated') throw AppError.of(NOT_PLACED);
    const parent = await this.placement.hold(tx, parentUid);
    const isBelow = parent?.isPlaced && (await this.placement.isWithin(tx, 'placement', parentUid, sponsorUid));
    if (!isBelow) throw AppError.notFound('member');
    if (parent.status === 'terminated')
      throw AppError.ofField('VALIDATION', 'parent_uid', 'is terminated and gets no new members');
  }
}
