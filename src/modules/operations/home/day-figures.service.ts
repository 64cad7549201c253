import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '#common/database/index.js';
import { Job, JobType } from '#common/jobs/index.js';
import { dayOf, OpenPeriods, startOfDay } from '#commissions/plans/index.js';
import { COUNT_DAYS, FORGET_DAYS, LAST_DAY, LIVE, READ_DAYS, TAKE_TIME, type DayRow } from './home.queries.js';
import { daysAfter } from './home.rules.js';

/** Counts the days that are over. */
const COUNT = new JobType('home.count-days', { schedule: '17 * * * *', retries: 0 });

/** The time zone of an installation in which no plan is in force. */
const NO_PLAN_ZONE = 'UTC';

/** Which of the figures are read. */
export type Figure = keyof typeof LIVE;

/**
 * What was sold, ordered and enrolled by day. Days that are over were counted by a job; the others, and all before it has
 * come for the first time, are counted when they are asked for, so that the figures are those of the moment.
 */
@Injectable()
export class DayFiguresService {
  constructor(
    private readonly db: Database,
    private readonly periods: OpenPeriods,
  ) {}

  /** The time zone of the days: that of the plan in force. */
  async timeZone(now = new Date()): Promise<string> {
    return (await this.periods.at(now))?.plan.time_zone ?? NO_PLAN_ZONE;
  }

  /**
   * The figures of some time, by day; days without any are left out.
   * @param from the first day
   * @param to an instant that is no part of it; of its day what was before it
   */
  async read(
    { from, to, timeZone }: { from: string; to: Date; timeZone: string },
    figures: readonly Figure[],
  ): Promise<DayRow[]> {
    if (figures.length === 0) return [];
    const until = dayOf(to, timeZone);
    const last = (await this.db.queryOne<{ day: string | null }>(null, LAST_DAY))?.day ?? daysAfter(from, -1);
    const firstLive = [from, until, daysAfter(last, 1)].sort()[1]!;
    const liveFrom = startOfDay(firstLive < until ? firstLive : until, timeZone);
    const read = (sql: Statement, values: unknown[]): Promise<DayRow[]> => this.db.query<DayRow>(null, sql, values);
    const [counted, ...live] = await Promise.all([
      read(READ_DAYS, [from, firstLive]),
      ...figures.map((figure) => read(LIVE[figure], [timeZone, liveFrom, to])),
    ]);
    return merged([counted, ...live].flat());
  }

  /** Counts all days that are over; what was dated back since the last time is then a part of them. */
  @Job(COUNT)
  async count(): Promise<void> {
    const timeZone = await this.timeZone();
    const today = dayOf(new Date(), timeZone);
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, TAKE_TIME);
      await this.db.change(tx, FORGET_DAYS);
      await this.db.change(tx, COUNT_DAYS, [timeZone, new Date(0), startOfDay(today, timeZone), daysAfter(today, -1)]);
    });
  }
}

/** The figures of each day in one row, oldest first. */
function merged(rows: readonly DayRow[]): DayRow[] {
  const byDay = new Map<string, DayRow>();
  for (const row of rows) byDay.set(row.day, { ...byDay.get(row.day), ...row });
  return [...byDay.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}
