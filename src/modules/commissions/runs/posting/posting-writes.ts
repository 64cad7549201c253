import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import { TitleRanks } from '#network/members/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import type { PlanInForce } from '../../plans/index.js';
import { CommissionSettingsService } from '../../settings/index.js';
import type { CommissionRun } from '../run.entity.js';
import { RunEvents } from '../runs.events.js';

const DAY_MS = 86_400_000;

/** Events that one statement records. */
const BATCH = 5_000;

/** Lets the statements of this transaction take their time, but not wait long for others; gives the instant. */
export const TAKE_TIME = statement(
  'posting.take-time',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('lock_timeout', '5s', true), set_config('work_mem', '128MB', true)`,
);

export const NOW = statement('posting.now', `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`);

/** A member whose title rank a run has changed. */
interface RankChange {
  readonly uid: number;
  readonly from: string | null;
  readonly to: string;
}

/** The next `$3` members after `$2` whose title rank run `$1` has changed; titles before are in the words of its plan. */
const RANKS_CHANGED = statement(
  'posting.ranks-changed',
  `SELECT uid, title_before AS "from", title_rank AS "to" FROM commission_members
    WHERE run_id = $1 AND uid > $2 AND title_rank IS NOT NULL AND title_rank IS DISTINCT FROM title_before
    ORDER BY uid LIMIT $3`,
);

/** SQL of the title ranks of run `$1`. */
const TITLES = `SELECT uid, title_rank AS title FROM commission_members WHERE run_id = $1 AND title_rank IS NOT NULL`;

/** Writes what a posted run gives: earnings, title ranks, events. What it carries is in its own results, where the next reads it. */
@Injectable()
export class PostingWrites {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly settings: CommissionSettingsService,
    private readonly members: TitleRanks,
    private readonly recorder: EventRecorder,
    private readonly runEvents: RunEvents,
  ) {}

  /** Writes the earnings, payable when the days of the settings are over. */
  async earnings(
    tx: EntityManager,
    { id, period }: CommissionRun,
    { at, byUid }: { at: Date; byUid: number },
  ): Promise<void> {
    const { holdDays } = await this.settings.current(tx);
    const payableAt = new Date(at.getTime() + holdDays * DAY_MS);
    await this.ledger.postRun(tx, { runId: id, period, payableAt, byUid });
  }

  /** Records that the run is posted, and whose title rank has changed. */
  async events(tx: EntityManager, run: CommissionRun, postedAt: Date): Promise<void> {
    await this.runEvents.posted(tx, run, postedAt);
    let last = 0;
    for (;;) {
      const changes = await this.db.query<RankChange>(tx, RANKS_CHANGED, [run.id, last, BATCH]);
      if (changes.length > 0)
        await this.recorder.recordMany(
          tx,
          changes.map((change) => changed(run, change)),
        );
      if (changes.length < BATCH) return;
      last = changes.at(-1)!.uid;
    }
  }

  /** Sets the title ranks. Where the plan is new, those of members who came after the period get its names, too. */
  async titles(tx: EntityManager, { id }: CommissionRun, { isFirst, ranks }: PlanInForce): Promise<void> {
    if (isFirst) await this.members.rename(tx, ranks);
    await this.members.set(tx, { name: 'posting.titles', titles: TITLES, values: [id] });
  }
}

function changed({ period }: CommissionRun, { uid, from, to }: RankChange) {
  return { type: 'member.rank_changed' as const, aggregateId: uid, data: { uid, period, from, to } };
}
