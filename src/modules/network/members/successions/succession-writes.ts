import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { UsersService } from '#people/users/index.js';
import type { Tree } from '../edge.entity.js';
import type { PositionData } from '../members.events.js';
import { CHANGE_STATE } from '../members.queries.js';
import { Members } from '../members.service.js';
import { LEG_TAKEN } from '../moves/moves.failures.js';
import type { Doer, Standing } from '../placement/placement.service.js';
import type { SuccessionKind } from './succession.entity.js';

/** Who stands one level below $1, in both trees. */
const CHILDREN = statement(
  'network.children-in-both',
  `SELECT tree, uid, parent_uid, leg FROM network_edges WHERE parent_uid = $1 AND to_at IS NULL ORDER BY tree, leg, uid`,
);

/** Somebody one level below. */
export type Child = PositionData & { readonly tree: Tree; readonly uid: number };

/** A succession that may be made. */
export interface WrittenSuccession {
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

  private async change(
    tx: EntityManager,
    { uid, kind, status }: Standing,
    after: Pick<Standing, 'kind' | 'status'>,
    { byUid, reason }: Doer,
  ): Promise<void> {
    if (kind === after.kind && status === after.status) return;
    const values = [uid, after.kind, after.status, byUid, reason];
    const { at } = (await this.db.queryOne<{ at: Date }>(tx, CHANGE_STATE, values))!;
    await this.events.record(tx, 'member.status_changed', uid, {
      uid,
      ...after,
      previous_status: status,
      previous_kind: kind,
      reason,
      at: at.toISOString(),
    });
  }
}
