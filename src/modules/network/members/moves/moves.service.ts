import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { ADVISORY_LOCK_FAMILIES } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { accept } from '#common/validation/index.js';
import { UsersService } from '#people/users/index.js';
import { NetworkEdge, type Tree } from '../member.entity.js';
import type { PositionData } from '../members.events.js';
import { CYCLE, LEG_TAKEN, THERE_ALREADY, validateMove } from '../members.rules.js';
import { Members } from '../members.service.js';
import { type GroupChange, OpenVolumes, type ProposedMove, type RankChanges } from '../provided-from-above.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import type {
  GroupChangeView,
  MovedRanksView,
  MoveMemberDto,
  MoveView,
  MoveVolumesView,
  PositionView,
} from './moves.dto.js';

/** The first key of the locks under which members of one tree are moved; the second is the tree. */
const MOVE_LOCKS = ADVISORY_LOCK_FAMILIES.trees;
const TREE_KEYS: Readonly<Record<Tree, number>> = { sponsor: 1, placement: 2 };

const LOCK_TREE = statement('network.lock-tree', `SELECT pg_advisory_xact_lock(${MOVE_LOCKS}, $1)`);

/** Moves members in the trees, with all below. See docs/spec/commissions.md#2. */
@Injectable()
export class MovesService {
  constructor(
    private readonly db: Database,
    private readonly members: Members,
    private readonly settings: NetworkSettingsService,
    private readonly users: UsersService,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly volumes: OpenVolumes,
  ) {}

  /**
   * Moves a member, or says what that would change; audited. Moves in one tree take turns, so that two together make no
   * cycle; sign-ups go on meanwhile, for they only add members at the ends.
   * @throws AppError NOT_FOUND for who is no member; VALIDATION on `tree`, `parent_uid` and `leg`; CONFLICT for a cycle, a
   *   taken leg and the place where the member stands
   */
  async move(caller: Caller, uid: number, dto: MoveMemberDto): Promise<MoveView> {
    const { tree, reason, dry_run: isDry = false } = dto;
    const to: PositionData = { parent_uid: dto.parent_uid, leg: dto.leg ?? null };
    const members = await this.count(tree, uid);
    const view = await this.db.transaction(async (tx) => {
      await this.prepare(tx, uid, tree, to);
      const from = await this.members.position(tx, tree, uid);
      if (from?.parent_uid === to.parent_uid && from.leg === to.leg) throw AppError.of(THERE_ALREADY);
      await this.assertFree(tx, { tree, uid, to, isDry });
      const view = {
        uid,
        tree,
        dry_run: isDry,
        members,
        from_at: null,
        periods: [],
        correction_id: null,
        from: from && (await this.viewOf(tx, from)),
        to: await this.viewOf(tx, to),
        volumes: null,
      };
      if (!isDry) await this.write(tx, caller, { uid, tree, from, to, reason });
      return view;
    });
    // Nothing is locked while it waits for the volumes.
    return isDry ? { ...view, volumes: await this.volumesOf({ uid, tree, parentUid: to.parent_uid }) } : view;
  }

  /** How many a move takes along. Counted before anything is locked: below a founder are millions. */
  count(tree: Tree, uid: number): Promise<number> {
    return this.members.count(tree, uid);
  }

  /** What a move does to the volumes of the open period; null while they are being loaded. */
  async volumesOf(move: ProposedMove): Promise<MoveVolumesView | null> {
    const found = await this.volumes.ofMove(move);
    if (found === undefined) return null;
    const { period, kinds, personal, group, loser, gainer, ranks } = found;
    const named = [loser, gainer, ...(ranks?.members ?? [])].flatMap((one) => one?.uid ?? []);
    const names = await this.users.usernames(named);
    return {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      distributors: kinds.distributor,
      preferred: kinds.preferred,
      customers: kinds.customer,
      personal,
      group,
      former: toGroupChangeView(loser, names),
      next: toGroupChangeView(gainer, names),
      ranks: toMovedRanksView(ranks, names),
    };
  }

  /**
   * Locks the tree and both members, and asserts that the move may be made, but for cycles and taken legs.
   * @throws AppError NOT_FOUND for who is no member; VALIDATION on `tree`, `parent_uid` and `leg`
   */
  async prepare(tx: EntityManager, uid: number, tree: Tree, to: PositionData): Promise<void> {
    await this.lockTree(tx, tree);
    const settings = await this.settings.hold(tx);
    const both = to.parent_uid === null ? [uid] : [uid, to.parent_uid];
    const found = await this.members.lock(tx, both);
    if (!found.includes(uid)) throw AppError.notFound('member');
    const member = (await this.members.standing(tx, uid))!;
    const parent = to.parent_uid === null ? null : await this.members.standing(tx, to.parent_uid);
    accept({ dto: to, errors: validateMove({ tree, leg: to.leg, member, parent, settings }) });
  }

  private async assertFree(
    tx: EntityManager,
    { tree, uid, to: { parent_uid, leg }, isDry }: { tree: Tree; uid: number; to: PositionData; isDry: boolean },
  ): Promise<void> {
    if (parent_uid === null) return;
    // A cycle would be the end of all walks: who moves asks the rows, whatever is known in memory.
    const isWithin = isDry
      ? await this.members.isWithin(tx, tree, parent_uid, uid)
      : await this.members.isWithinByRows(tx, tree, parent_uid, uid);
    if (isWithin) throw AppError.of(CYCLE);
    if (leg === null) return;
    const place = { tree, parentUid: parent_uid, leg, toAt: IsNull() };
    if (await tx.existsBy(NetworkEdge, place)) throw AppError.of(LEG_TAKEN);
  }

  private async write(
    tx: EntityManager,
    caller: Caller,
    {
      uid,
      tree,
      from,
      to,
      reason,
    }: { uid: number; tree: Tree; from: PositionData | null; to: PositionData; reason: string },
  ): Promise<void> {
    const at = await this.members.put(tx, tree, uid, to, { byUid: caller.uid, reason });
    if (at === undefined) throw AppError.of(LEG_TAKEN);
    if (tree === 'sponsor') await this.users.setSponsor(tx, uid, to.parent_uid);
    await this.events.record(tx, 'member.moved', uid, { uid, tree, from, to, reason, at: at.toISOString() });
    const act = { action: 'network.move', entityType: 'member', entityId: uid };
    await this.audit.record(tx, caller, { ...act, before: { tree, ...from }, after: { tree, ...to, reason } });
  }

  /** Keeps all others from moving members in a tree until the transaction ends. */
  async lockTree(tx: EntityManager, tree: Tree): Promise<void> {
    await this.db.query(tx, LOCK_TREE, [TREE_KEYS[tree]]);
  }

  /** A position with the name of who is above. */
  async viewOf(tx: EntityManager, { parent_uid, leg }: PositionData): Promise<PositionView> {
    const parent = parent_uid === null ? null : await this.users.find(tx, parent_uid);
    return { parent_uid, parent: parent?.username ?? null, leg };
  }
}

function toMovedRanksView(changes: RankChanges | null, names: ReadonlyMap<number, string>): MovedRanksView | null {
  const toView = (one: RankChanges['members'][number]) => ({ ...one, username: names.get(one.uid) ?? null });
  return changes && { count: changes.count, members: changes.members.map(toView) };
}

function toGroupChangeView(change: GroupChange | null, names: ReadonlyMap<number, string>): GroupChangeView | null {
  if (change === null) return null;
  const { uid, before, after } = change;
  return { uid, username: names.get(uid) ?? null, group_volume_before: before, group_volume_after: after };
}
