import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import type { ChangeStandingDto, StandingView } from './admin-members.dto.js';
import { conflictWithChange, type KindFacts } from './members.rules.js';
import { type Doer, Members, type State } from './members.service.js';
import { type Arrived, Placement } from './placement.service.js';
import { NetworkSettingsService } from './settings/network-settings.service.js';

/** Suspends, terminates and reactivates members, and changes what they are. See docs/spec/commissions.md#2. */
@Injectable()
export class StandingService {
  constructor(
    private readonly db: Database,
    private readonly members: Members,
    private readonly placement: Placement,
    private readonly settings: NetworkSettingsService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes the status or the kind of a member; audited. Who becomes a distributor is placed as a new one; who is one no more
   * has no place any more.
   * @throws AppError NOT_FOUND for who is no member; VALIDATION when not one of `status` and `kind` is asked for; CONFLICT for what
   *   changes nothing, and for another kind that others below or above forbid
   */
  async change(caller: Caller, uid: number, dto: ChangeStandingDto): Promise<StandingView> {
    if (dto.status === undefined && dto.kind === undefined)
      throw AppError.ofField('VALIDATION', 'status', 'is required without kind');
    if (dto.status !== undefined && dto.kind !== undefined)
      throw AppError.ofField('VALIDATION', 'kind', 'cannot be sent together with status');
    return this.db.transaction(async (tx) => {
      await this.settings.hold(tx);
      if ((await this.members.lock(tx, [uid])).length === 0) throw AppError.notFound('member');
      const { kind, status } = (await this.members.standing(tx, uid))!;
      const before: State = { kind, status };
      const after: State = { kind: dto.kind ?? kind, status: dto.status ?? status };
      const asked = dto.kind === undefined ? 'status' : 'kind';
      const conflict = conflictWithChange(before, after, await this.factsOf(tx, uid), asked);
      if (conflict !== undefined) throw new AppError('CONFLICT', conflict);
      const doer = { byUid: caller.uid, reason: dto.reason };
      const at = await this.members.changeState(tx, { uid, kind, status }, after, doer);
      const act = { action: 'network.change-status', entityType: 'member', entityId: uid };
      await this.audit.record(tx, caller, { ...act, before, after: { ...after, reason: dto.reason } });
      if (before.kind !== after.kind) await this.changePlace(tx, uid, after, at, doer);
      return { uid, ...after, since: at.toISOString() };
    });
  }

  private async factsOf(tx: EntityManager, uid: number): Promise<KindFacts> {
    const sponsorUid = (await this.members.position(tx, 'sponsor', uid))?.parent_uid ?? null;
    const sponsor = sponsorUid === null ? undefined : await this.members.hold(tx, sponsorUid);
    return {
      sponsorKind: sponsor?.kind,
      sponsored: (await this.members.frontline(tx, 'sponsor', uid)).distributors,
      placedBelow: (await this.members.frontline(tx, 'placement', uid)).members,
    };
  }

  /** Places members who have become distributors, and removes the places of members who no longer are. */
  private async changePlace(
    tx: EntityManager,
    uid: number,
    { kind, status }: State,
    since: Date,
    { byUid, reason }: Doer,
  ): Promise<void> {
    const from = await this.members.position(tx, 'placement', uid);
    if (kind !== 'distributor' && from === null) return;
    const to = kind === 'distributor' && status !== 'terminated' ? await this.arrive(tx, uid, byUid) : null;
    // At no instant is anybody placed who is no distributor.
    const left = kind === 'distributor' ? undefined : await this.members.leave(tx, 'placement', uid, since);
    const at = to?.at ?? left;
    if (at === undefined) return;
    await this.events.record(tx, 'member.moved', uid, {
      uid,
      tree: 'placement',
      from,
      to: to?.position ?? null,
      reason,
      at: at.toISOString(),
    });
  }

  private async arrive(tx: EntityManager, uid: number, byUid: number | null): Promise<Arrived | null> {
    const sponsorUid = (await this.members.position(tx, 'sponsor', uid))!.parent_uid;
    return this.placement.placeNew(tx, uid, { kind: 'distributor', sponsorUid, placement: null, byUid });
  }
}
