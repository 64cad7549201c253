import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/index.js';
import { Job, JobType, type JobContext } from '../../../../common/jobs/index.js';
import { Members } from '../members.service.js';
import { Placement } from '../placement/placement.service.js';
import { NetworkSettingsService } from '../settings/network-settings.service.js';
import { FIND_OVERDUE, FIND_PLACED_ABOVE } from './holding-tank.queries.js';
import { HoldingTank } from './holding-tank.service.js';

/** Comes every hour: days are what it counts. */
const PLACE_OVERDUE = new JobType('network.place-overdue', { schedule: '7 * * * *', retries: 0 });

/** Members that one statement finds. */
const BATCH = 200;

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
  ) {}

  /**
   * Places all of them breadth first below the nearest above in the sponsor tree who is placed, in the order of their
   * enrolment, so that sponsors come first. Each has a transaction of its own; safe on several instances at the same time.
   */
  @Job(PLACE_OVERDUE)
  async placeOverdue(_: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    let last: { enrolled: string; uid: number } = { enrolled: '-infinity', uid: 0 };
    for (;;) {
      const overdue = await this.db.query<typeof last>(null, FIND_OVERDUE, [last.enrolled, last.uid, BATCH]);
      for (const { uid } of overdue) {
        if (signal.aborted) return;
        await this.place(uid);
      }
      if (overdue.length < BATCH) return;
      last = overdue.at(-1)!;
    }
  }

  private async place(uid: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { placement } = await this.settings.hold(tx);
      await this.members.lock(tx, [uid]);
      const member = await this.placement.standing(tx, uid);
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
