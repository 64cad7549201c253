import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { EventRecorder } from '#common/events/index.js';
import { accept } from '#common/validation/index.js';
import { UsersService } from '#people/users/index.js';
import { NetworkMember, type Tree, TREES } from '../member.entity.js';
import type { PositionData } from '../members.events.js';
import { LEG_TAKEN, validateSuccession } from '../members.rules.js';
import { type Doer, Members, type Standing, type State } from '../members.service.js';
import { MovesService } from '../moves/moves.service.js';
import { PastCorrections, SuccessionEffects } from '../provided-from-above.js';
import { NetworkSuccession, type SuccessionKind } from './succession.entity.js';
import type { SuccessionView } from './successions.dto.js';

/** Who stands one level below $1, in both trees. */
const CHILDREN = statement(
  'network.children-in-both',
  `SELECT tree, uid, parent_uid, leg FROM network_edges WHERE parent_uid = $1 AND to_at IS NULL ORDER BY tree, leg, uid`,
);

/** Somebody one level below. */
type Child = PositionData & { readonly tree: Tree; readonly uid: number };

/** A succession that may be made. */
interface WrittenSuccession {
  readonly kind: SuccessionKind;
  readonly member: Standing;
  readonly successor: Standing;
  readonly sponsor: PositionData;
  readonly placement: PositionData | null;
  readonly children: readonly Child[];
}

/** Changes the trees and states for a succession: at no instant is there a cycle, or somebody placed who is no distributor. */
@Injectable()
export class SuccessionWrites {
  constructor(
    private readonly db: Database,
    private readonly members: Members,
    private readonly users: UsersService,
    private readonly events: EventRecorder,
  ) {}

  /** Who stands directly below a member, in both trees. */
  children(tx: EntityManager, uid: number): Promise<Child[]> {
    return this.db.query<Child>(tx, CHILDREN, [uid]);
  }

  /**
   * Gives the position to the successor. Who gave it up stays below as a terminated customer, for its history.
   * @throws AppError CONFLICT if somebody stands in a leg of the successor that has another one now
   */
  async write(tx: EntityManager, succession: WrittenSuccession, doer: Doer): Promise<void> {
    const { kind, member, successor, sponsor, placement, children } = succession;
    if (kind === 'hand_over') await this.change(tx, successor, { kind: member.kind, status: 'active' }, doer);
    if (placement !== null) await this.leave(tx, member.uid, placement, doer);
    if (kind === 'hand_over') await this.takePlace(tx, successor.uid, { sponsor, placement }, doer);
    for (const { tree, uid, leg } of children)
      if (uid !== successor.uid) await this.put(tx, tree, uid, { parent_uid: successor.uid, leg }, doer);
    await this.put(tx, 'sponsor', member.uid, { parent_uid: successor.uid, leg: null }, doer);
    await this.change(tx, member, { kind: 'customer', status: 'terminated' }, doer);
  }

  private async takePlace(
    tx: EntityManager,
    uid: number,
    { sponsor, placement }: Pick<WrittenSuccession, 'sponsor' | 'placement'>,
    doer: Doer,
  ): Promise<void> {
    await this.put(tx, 'sponsor', uid, sponsor, doer);
    const own = await this.members.position(tx, 'placement', uid);
    if (placement !== null) await this.put(tx, 'placement', uid, placement, doer);
    else if (own !== null) await this.leave(tx, uid, own, doer);
  }

  private async put(tx: EntityManager, tree: Tree, uid: number, to: PositionData, doer: Doer): Promise<void> {
    const from = await this.members.position(tx, tree, uid);
    if (from?.parent_uid === to.parent_uid && from.leg === to.leg) return;
    const at = await this.members.put(tx, tree, uid, to, doer);
    if (at === undefined) throw AppError.of(LEG_TAKEN);
    if (tree === 'sponsor') await this.users.setSponsor(tx, uid, to.parent_uid);
    const { reason } = doer;
    await this.events.record(tx, 'member.moved', uid, { uid, tree, from, to, reason, at: at.toISOString() });
  }

  private async leave(tx: EntityManager, uid: number, from: PositionData, { reason }: Doer): Promise<void> {
    const at = (await this.members.leave(tx, 'placement', uid, null))!;
    const tree = 'placement';
    await this.events.record(tx, 'member.moved', uid, { uid, tree, from, to: null, reason, at: at.toISOString() });
  }

  private async change(tx: EntityManager, member: Standing, after: State, doer: Doer): Promise<void> {
    if (member.kind === after.kind && member.status === after.status) return;
    await this.members.changeState(tx, member, after, doer);
  }
}

export const BELOW = failure(NETWORK.successor_below);

/** Who is to have a position. */
interface SuccessionRequest {
  readonly kind: SuccessionKind;
  readonly successorUid: number;
  readonly reason: string;
  readonly isDry: boolean;
}

/** Merges positions into others, and hands them over. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class Successions {
  constructor(
    private readonly db: Database,
    private readonly moves: MovesService,
    private readonly members: Members,
    private readonly writes: SuccessionWrites,
    private readonly audit: AuditLog,
    @Optional() private readonly effects?: SuccessionEffects,
    @Optional() private readonly posted?: PastCorrections,
  ) {}

  /**
   * Gives a member's position to another, with all that stands below, its title rank, what is carried and the volumes of the
   * open period; or says what that would change. Audited.
   * @throws AppError NOT_FOUND for who is no member; VALIDATION on the successor; CONFLICT where a leg is taken, or a position
   *   would be merged into one below it
   */
  async succeed(caller: Caller, uid: number, request: SuccessionRequest): Promise<SuccessionView> {
    const { kind, successorUid, reason, isDry } = request;
    return this.db.transaction(async (tx) => {
      if (!isDry) await this.posted?.hold(tx);
      const succession = await this.validate(tx, uid, request);
      const { children } = succession;
      const titles = [await this.titleOf(tx, uid), await this.titleOf(tx, successorUid)] as const;
      const titleRank = (await this.effects?.higherTitle(...titles)) ?? titles[0] ?? titles[1];
      let done: { id: number | null; rows: number | null } = { id: null, rows: null };
      if (!isDry) {
        const doer = { byUid: caller.uid, reason };
        await this.writes.write(tx, succession, doer);
        await tx.update(NetworkMember, successorUid, { titleRank });
        const id = await this.keep(tx, { kind, uid, successorUid, ...doer });
        const rows = (await this.effects?.moveVolumes(tx, { id, uid, successorUid, ...doer })) ?? 0;
        const act = { action: `network.${kind.replace('_', '-')}`, entityType: 'member', entityId: uid };
        const { sponsor, placement, member } = succession;
        await this.audit.record(tx, caller, {
          ...act,
          before: { sponsor, placement, kind: member.kind, status: member.status, title_rank: titles[0] },
          after: {
            successor_uid: successorUid,
            moved: children.length,
            title_rank: titleRank,
            volume_rows: rows,
            reason,
          },
        });
        done = { id, rows };
      }
      const keepsOwn = kind === 'merge';
      const sponsor = keepsOwn ? await this.members.position(tx, 'sponsor', successorUid) : succession.sponsor;
      const place = keepsOwn ? await this.members.position(tx, 'placement', successorUid) : succession.placement;
      const ofTree = (tree: Child['tree']): number =>
        children.filter((child) => child.tree === tree && child.uid !== successorUid).length;
      return {
        id: done.id,
        kind,
        uid,
        successor_uid: successorUid,
        dry_run: isDry,
        sponsored: ofTree('sponsor'),
        legs: ofTree('placement'),
        sponsor: await this.moves.viewOf(tx, sponsor!),
        placement: place && (await this.moves.viewOf(tx, place)),
        title_rank: titleRank,
        volume_rows: done.rows,
      };
    });
  }

  private async validate(
    tx: EntityManager,
    uid: number,
    { kind, successorUid }: SuccessionRequest,
  ): Promise<WrittenSuccession> {
    for (const tree of TREES) await this.moves.lockTree(tx, tree);
    const found = await this.members.lock(tx, [uid, successorUid]);
    if (!found.includes(uid)) throw AppError.notFound('member');
    const member = (await this.members.standing(tx, uid))!;
    const successor = await this.members.standing(tx, successorUid);
    const own = await this.writes.children(tx, successorUid);
    accept({ dto: {}, errors: validateSuccession({ kind, member, successor, below: own.length }) });
    const sponsor = (await this.members.position(tx, 'sponsor', uid))!;
    const placement = await this.members.position(tx, 'placement', uid);
    const children = await this.writes.children(tx, uid);
    if (kind === 'merge') await this.assertRoom(tx, uid, { successorUid, own, children });
    return { kind, member, successor: successor!, sponsor, placement, children };
  }

  /** A position is not merged into one below it, nor where both have somebody in the same leg. */
  private async assertRoom(
    tx: EntityManager,
    uid: number,
    { successorUid, own, children }: { successorUid: number; own: readonly Child[]; children: readonly Child[] },
  ): Promise<void> {
    for (const tree of TREES)
      if (await this.members.isWithinByRows(tx, tree, successorUid, uid)) throw AppError.of(BELOW);
    const placed = children.filter(({ tree }) => tree === 'placement');
    if (placed.length > 0 && (await this.members.position(tx, 'placement', successorUid)) === null)
      throw AppError.ofField('VALIDATION', 'into_uid', 'is not placed, and the member has legs');
    const taken = new Set(own.filter((one) => one.tree === 'placement' && one.uid !== uid).map(({ leg }) => leg));
    if (placed.some(({ leg }) => taken.has(leg))) throw AppError.of(LEG_TAKEN);
  }

  private async titleOf(tx: EntityManager, uid: number): Promise<string | null> {
    return (await tx.findOneByOrFail(NetworkMember, { uid })).titleRank;
  }

  private async keep(
    tx: EntityManager,
    values: Pick<NetworkSuccession, 'kind' | 'uid' | 'successorUid' | 'reason' | 'byUid'>,
  ): Promise<number> {
    const at = (): string => `date_trunc('milliseconds', clock_timestamp())`;
    const { identifiers } = await tx.insert(NetworkSuccession, { ...values, at });
    return identifiers[0]!.id as number;
  }
}
