import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { Job, type JobContext, JobType } from '#common/jobs/index.js';
import { Members } from '../members.service.js';
import { Placement } from '../placement.service.js';
import { WaitingMembers } from '../provided-from-above.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import { FIND_OVERDUE, FIND_PLACED_ABOVE } from './holding-tank.queries.js';
import { HoldingTank } from './holding-tank.service.js';

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

/** Places distributors who have waited too long in a holding tank. */
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
