import { Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { UsersService } from '#people/users/index.js';
import { Job, type JobContext, JobType } from '#common/jobs/index.js';
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

/** Distributors `s` that are not placed, though there is a placement tree; `n` the settings, `m` the member. */
const WAITING = `network_states s
     JOIN network_members m ON m.uid = s.uid
     JOIN network_settings n ON n.placement <> 'none'
    WHERE s.to_at IS NULL AND s.kind = 'distributor' AND s.status <> 'terminated'
      AND NOT EXISTS (SELECT FROM network_edges p WHERE p.tree = 'placement' AND p.uid = s.uid AND p.to_at IS NULL)`;

/** When the service places somebody: the days count from the enrolment, the last change of the state or the beginning of the tree. */
const PLACED_AT_LATEST = `greatest(m.enrolled_at, s.from_at, n.placement_since) + make_interval(days => n.holding_days)`;

const SPONSORED = `s.uid IN (SELECT e.uid FROM network_edges e WHERE e.tree = 'sponsor' AND e.parent_uid = $1 AND e.to_at IS NULL)`;

/** A page of who waits below the sponsor `$1`, who has waited longest first; `$2` limit, `$3` offset. */
const LIST_WAITING = statement(
  'network.list-waiting',
  `SELECT w.*, u.username, u.first_name, u.last_name, u.country_code
     FROM (SELECT s.uid, m.enrolled_at, ${PLACED_AT_LATEST} AS placed_at_latest FROM ${WAITING} AND ${SPONSORED}
            ORDER BY placed_at_latest, s.uid LIMIT $2 OFFSET $3) AS w
     JOIN users u ON u.uid = w.uid
    ORDER BY w.placed_at_latest, w.uid`,
);

const COUNT_WAITING = statement('network.count-waiting', `SELECT count(*) AS count FROM ${WAITING} AND ${SPONSORED}`);

/** Whether `$2` waits below the sponsor `$1`. */
const IS_WAITING = statement(
  'network.is-waiting',
  `SELECT EXISTS (SELECT FROM ${WAITING} AND ${SPONSORED} AND s.uid = $2) AS "isWaiting"`,
);

/** Who of `$1` waits, and has waited long enough, in the order of their enrolment. */
const FIND_OVERDUE = statement(
  'network.find-overdue',
  `SELECT s.uid FROM ${WAITING} AND ${PLACED_AT_LATEST} <= now() AND s.uid = ANY ($1::bigint[])
    ORDER BY m.enrolled_at, s.uid`,
);

/** The nearest above `$1` in the sponsor tree who is placed and not terminated. */
const FIND_PLACED_ABOVE = statement(
  'network.find-placed-above',
  `WITH RECURSIVE up AS (
     SELECT $1::bigint AS uid, FALSE AS found
     UNION ALL
     SELECT e.parent_uid,
            EXISTS (SELECT FROM network_edges p WHERE p.tree = 'placement' AND p.uid = e.parent_uid AND p.to_at IS NULL)
              AND EXISTS (SELECT FROM network_states s WHERE s.uid = e.parent_uid AND s.to_at IS NULL AND s.status <> 'terminated')
       FROM up JOIN network_edges e ON e.tree = 'sponsor' AND e.uid = up.uid AND e.to_at IS NULL
      WHERE NOT up.found AND e.parent_uid IS NOT NULL
   )
   SELECT uid FROM up WHERE found`,
);

// Apart from the job's and the sponsors' queries: who waits anywhere is found in memory, and these read one page of it.

/** Those of the members `$1` who do wait, in this order. */
const READ_WAITING = statement(
  'network.read-waiting',
  `SELECT w.*, u.username, u.first_name, u.last_name, u.country_code, e.parent_uid AS sponsor_uid, b.username AS sponsor
     FROM (SELECT s.uid, m.enrolled_at, ${PLACED_AT_LATEST} AS placed_at_latest
             FROM ${WAITING} AND s.uid = ANY ($1::bigint[])) AS w
     JOIN users u ON u.uid = w.uid
     LEFT JOIN network_edges e ON e.tree = 'sponsor' AND e.uid = w.uid AND e.to_at IS NULL
     LEFT JOIN users b ON b.uid = e.parent_uid
    ORDER BY array_position($1::bigint[], w.uid)`,
);

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
      const rows = await this.db.query<WaitingRow<WaitingMemberView>>(tx, LIST_WAITING, [uid, limit, offset]);
      const { count } = (await this.db.queryOne<{ count: number }>(tx, COUNT_WAITING, [uid]))!;
      await this.audit.recordForAnother(tx, caller, {
        action: 'network.read-holding-tank',
        entityType: 'member',
        entityId: uid,
      });
      const kept = actsForAnother(caller) ? { ...query, uid } : query;
      const path = `/${this.config.apiPrefix}/${API_VERSION}/network/holding-tank/`;
      return this.pager.page(path, kept, { rows: rows.map(toWaitingView), count });
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
    return this.lists.answer({ path: '/admin/api/network/holding-tank/', query, read, file }, reader);
  }
}

/** Comes every hour, for all of them. */
const PLACE_OVERDUE = new JobType('network.place-overdue', { schedule: '7 * * * *', retries: 3 });

/** Comes every minute, for those whose days ended within the last hour: nobody who cannot be placed is tried every minute for ever. */
const PLACE_DUE = new JobType('network.place-due', { schedule: '* * * * *', retries: 0 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Members that are asked for in one go, and whose rows one statement reads. */
const PAGE = 50_000;
const BATCH = 1_000;

const DOER = { byUid: null, reason: 'waited too long in the holding tank' };

/** Places who has waited too long in a holding tank. */
@Injectable()
export class HoldingTankJob {
  constructor(
    private readonly db: Database,
    private readonly members: Members,
    private readonly placement: Placement,
    private readonly settings: NetworkSettingsService,
    private readonly tank: HoldingTank,
    private readonly waiting: WaitingMembers,
  ) {}

  /**
   * Places all of them breadth first below the nearest above in the sponsor tree who is placed, in the order of their
   * enrolment, so that sponsors come first. Each has a transaction of its own; safe on several instances at the same time. Who
   * waits is known from the trees in memory, as all members would have to be read for that, and how long by their rows.
   */
  @Job(PLACE_OVERDUE)
  async placeOverdue(_: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    await this.placeOf(await this.allWaiting(), signal);
  }

  /** The same for those whose days since the enrolment ended within the last hour, so that they are placed within a minute. */
  @Job(PLACE_DUE)
  async placeDue(_: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const { placement, holdingDays } = await this.settings.current(null);
    if (placement === 'none') return;
    const to = Date.now() - holdingDays * DAY_MS;
    const { uids } = await this.waiting.find({ enrolled: { from: to - HOUR_MS, to }, limit: PAGE, offset: 0 });
    await this.placeOf(uids, signal);
  }

  /** Places those of some who wait who have waited too long. */
  private async placeOf(all: readonly number[], signal: AbortSignal): Promise<void> {
    for (let first = 0; first < all.length; first += BATCH) {
      const uids = all.slice(first, first + BATCH);
      const overdue = await this.db.query<{ uid: number }>(null, FIND_OVERDUE, [uids]);
      for (const { uid } of overdue) {
        if (signal.aborted) return;
        await this.place(uid);
      }
    }
  }

  private async allWaiting(): Promise<number[]> {
    const all: number[] = [];
    for (;;) {
      const { uids } = await this.waiting.find({ limit: PAGE, offset: all.length });
      for (const uid of uids) all.push(uid);
      if (uids.length < PAGE) return all;
    }
  }

  private async place(uid: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { placement } = await this.settings.hold(tx);
      await this.members.lock(tx, [uid]);
      const member = await this.members.standing(tx, uid);
      const isWaiting = member?.kind === 'distributor' && member.status !== 'terminated' && !member.isPlaced;
      if (placement === 'none' || !isWaiting) return;
      const { parent_uid: sponsorUid } = (await this.members.position(tx, 'sponsor', uid))!;
      if (sponsorUid === null) {
        await this.tank.recordPlaced(tx, uid, null, await this.placement.placeRoot(tx, uid, null));
        return;
      }
      const above = await this.db.queryOne<{ uid: number }>(tx, FIND_PLACED_ABOVE, [uid]);
      const place = above && (await this.placement.spill(tx, uid, above.uid, 'breadth_first', DOER));
      if (place !== undefined) await this.tank.recordPlaced(tx, uid, place, place.at);
    });
  }
}
