import { Injectable } from '@nestjs/common';
import { may, type Caller } from '#common/access/index.js';
import { Currency } from '#common/money/currency.js';
import { dayOf, OpenPeriods, periodBefore, startOfDay, type OpenPeriod } from '#commissions/plans/index.js';
import { DayFiguresService, type Figure } from './day-figures.service.js';
import { toDays, toFigures, type HomePeriodView, type HomeQuery, type HomeView, type Shown } from './home.dto.js';
import { assertRange, daysAfter, rangeBefore, rangeOf, sameMoment, type DayRange } from './home.rules.js';
import { Waiting } from './waiting.service.js';

/** What the first page of the console shows. See docs/spec/service.md#8. */
@Injectable()
export class Home {
  constructor(
    private readonly days: DayFiguresService,
    private readonly periods: OpenPeriods,
    private readonly waiting: Waiting,
    private readonly currency: Currency,
  ) {}

  /**
   * How the company stands, and what waits for the caller, in the parts that the caller may read.
   * @throws AppError VALIDATION for a range that is too long, or ends before it begins
   */
  async read(caller: Caller, query: HomeQuery, now = new Date()): Promise<HomeView> {
    const period = await this.periods.at(now);
    const timeZone = await this.days.timeZone(now);
    const range = rangeOf(query, dayOf(now, timeZone));
    assertRange(range);
    const shown: Shown = {
      orders: may(caller, 'orders.read'),
      newMembers: may(caller, 'network.read'),
      volumes: may(caller, 'volumes.read'),
      volume: period?.plan.volumes.commissionable ?? 'business_volume',
    };
    const before = rangeBefore(range);
    const end = new Date(Math.min(now.getTime(), startOfDay(daysAfter(range.to, 1), timeZone).getTime()));
    const [rows, open, waiting] = await Promise.all([
      this.days.read({ from: before.from, to: end, timeZone }, figuresOf(shown)),
      shown.volumes ? this.openPeriod(period, now, shown) : undefined,
      this.waiting.of(caller),
    ]);
    const within = (days: DayRange) =>
      toDays(
        days,
        timeZone,
        rows.filter(({ day }) => day >= days.from && day <= days.to),
        shown,
      );
    return {
      time_zone: timeZone,
      currency_code: this.currency.code,
      range: within(range),
      before: within(before),
      ...(open !== undefined && { open_period: open }),
      ...waiting,
    };
  }

  private async openPeriod(open: OpenPeriod | undefined, now: Date, shown: Shown): Promise<HomePeriodView | null> {
    if (open === undefined) return null;
    const timeZone = open.plan.time_zone;
    const last = periodBefore(open.period);
    const before = { from: startOfDay(last.firstDay, timeZone), to: open.from };
    const [soFar, beforeSoFar] = await Promise.all([
      this.days.read({ from: open.period.firstDay, to: now, timeZone }, figuresOf(shown)),
      this.days.read({ from: last.firstDay, to: sameMoment(now, open, before), timeZone }, figuresOf(shown)),
    ]);
    return {
      period: open.period.name,
      from: open.from.toISOString(),
      to: open.to.toISOString(),
      so_far: toFigures(soFar, shown),
      before: last.name,
      before_so_far: toFigures(beforeSoFar, shown),
    };
  }
}

function figuresOf({ orders, newMembers, volumes }: Shown): Figure[] {
  return [
    ...(orders ? ['orders' as const] : []),
    ...(newMembers ? ['new_members' as const] : []),
    ...(volumes ? ['volumes' as const] : []),
  ];
}
