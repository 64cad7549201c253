import { Field, validateDay } from '#common/validation/index.js';
import {
  BooleanProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { startOfDay } from '#commissions/plans/index.js';
import type { DayRow } from './home.queries.js';
import { daysAfter, daysOf, type DayRange } from './home.rules.js';

/** Which days to look at. */
export class HomeQuery {
  @DayField('first day; default: 29 days before `to`', '2026-10-28') from?: string;
  @DayField('last day, at most 365 days after `from`; default: today', '2026-11-26') to?: string;
}

function DayField(description: string, example: string): PropertyDecorator {
  return Field('text', validateDay, { type: String, format: 'date' }, { optional: true, description, example });
}

/** Figures of a day or of a time; those of others' permissions are left out. */
export class HomeFiguresView {
  @NumberProperty(4_812.5, 'in money, less cancellations and returns; needs `volumes.read`', { optional: true })
  sales?: number;

  @NumberProperty(3_910, 'commissionable volume; needs `volumes.read`', { optional: true }) volume?: number;
  @IntegerProperty(42, 'orders placed; needs `orders.read`', { optional: true }) orders?: number;
  @IntegerProperty(3, 'needs `network.read`', { optional: true }) new_members?: number;
}

/** The figures of a day. */
class HomeDayView extends HomeFiguresView {
  @TextProperty('2026-11-26', { format: 'date' }) day!: string;
}

/** The days of a range. */
export class HomeDaysView {
  @TextProperty('2026-10-28', { format: 'date' }) from!: string;
  @TextProperty('2026-11-26', { format: 'date' }) to!: string;
  @InstantProperty('2026-10-27T23:00:00.000Z', 'when the first begins') from_at!: string;
  @InstantProperty('2026-11-26T23:00:00.000Z', 'when the last ends') to_at!: string;
  @ObjectProperty(HomeFiguresView, 'all of its days together') total!: HomeFiguresView;
  @ListProperty(HomeDayView, 'oldest first, each day of the range') days!: HomeDayView[];
}

/** The open period, beside the one before. */
export class HomePeriodView {
  @TextProperty('2026-11') period!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-12-01T00:00:00.000Z', 'no part of it') to!: string;
  @ObjectProperty(HomeFiguresView, 'what it comes to so far') so_far!: HomeFiguresView;
  @TextProperty('2026-10') before!: string;

  @ObjectProperty(HomeFiguresView, 'what the period before came to after the same time')
  before_so_far!: HomeFiguresView;
}

/** A period that has ended and is not posted. */
export class HomeUnpostedView {
  @TextProperty('2026-10') period!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z', 'when it ended') ended_at!: string;
  @IntegerProperty(12, 'its final run; null if it has none', { nullable: true }) run_id!: number | null;
  @TextProperty('calculated', 'the status of that run', { nullable: true }) run_status!: string | null;
}

/** Payouts that wait. */
export class HomePayoutsView {
  @IntegerProperty(1, 'batches that nobody has released') to_release!: number;
  @IntegerProperty(1, 'released batches with items that are neither paid nor failed') to_mark!: number;
  @IntegerProperty(7, 'the newest of these; null if there is none', { nullable: true }) newest_to_mark!: number | null;
  @IntegerProperty(312, 'their items; 10000 means 10000 or more') items_to_mark!: number;
}

/** What the company owes its members. */
export class HomeOwedView {
  @NumberProperty(41_280.55, 'all balances above 0') amount!: number;
  @IntegerProperty(380, 'members with such a balance') members!: number;
}

/** Members on hold. */
export class HomeHoldsView {
  @IntegerProperty(14, '10000 means 10000 or more') open!: number;
  @IntegerProperty(2, 'those that have held for 30 days or longer, likewise') old!: number;
}

/** Orders that wait. */
export class HomeOrdersView {
  @IntegerProperty(18, '10000 means 10000 or more') awaiting_payment!: number;
  @IntegerProperty(5, 'likewise') awaiting_completion!: number;
}

/** What the client API was asked in the last 24 hours. */
export class HomeRequestsView {
  @IntegerProperty(1_284) total!: number;
  @IntegerProperty(37, 'number of 4xx responses') client_errors!: number;
  @IntegerProperty(1, 'number of 5xx responses') server_errors!: number;
}

/** Applications by status. */
export class HomeApplicationsView {
  @IntegerProperty(4) active!: number;
  @IntegerProperty(0) maintenance!: number;
}

/** How the company stands, and what waits for the caller. A part is left out for who may not read what it counts. */
export class HomeView {
  @TextProperty('Europe/Berlin', 'of all days: that of the plan in force, else UTC') time_zone!: string;
  @TextProperty('EUR') currency_code!: string;
  @ObjectProperty(HomeDaysView, 'sales, volume, orders and new members by day') range!: HomeDaysView;
  @ObjectProperty(HomeDaysView, 'as many days before') before!: HomeDaysView;

  @ObjectProperty(HomePeriodView, 'null if no plan is in force; needs `volumes.read`', {
    nullable: true,
    optional: true,
  })
  open_period?: HomePeriodView | null;

  @ListProperty(HomeUnpostedView, 'oldest first; needs `runs.read`', { optional: true })
  unposted_periods?: HomeUnpostedView[];

  @IntegerProperty(2, 'approvals that the caller can give; needs `approvals.read`', { optional: true })
  approvals?: number;

  @IntegerProperty(1, 'calculated and neither approved nor discarded; needs `corrections.read`', { optional: true })
  calculated_corrections?: number;

  @ObjectProperty(HomePayoutsView, 'needs `payouts.read`', { optional: true }) payouts?: HomePayoutsView;
  @ObjectProperty(HomeOwedView, 'needs `earnings.read`', { optional: true }) owed?: HomeOwedView;
  @ObjectProperty(HomeHoldsView, 'needs `holds.read`', { optional: true }) holds?: HomeHoldsView;
  @ObjectProperty(HomeOrdersView, 'needs `orders.read`', { optional: true }) orders?: HomeOrdersView;

  @IntegerProperty(1, 'imports with refused rows, unless one of their kind was done since; needs `imports.read`', {
    optional: true,
  })
  refused_imports?: number;

  @IntegerProperty(
    6,
    'webhook deliveries that failed in the last 24 hours; 10000 means 10000 or more; needs `deliveries.read`',
    { optional: true },
  )
  failed_deliveries?: number;

  @ObjectProperty(HomeRequestsView, 'of the last 24 hours; needs `traffic.read`', { optional: true })
  requests?: HomeRequestsView;

  @ObjectProperty(HomeApplicationsView, 'needs `applications.read`', { optional: true })
  applications?: HomeApplicationsView;

  @IntegerProperty(120, 'in the catalogue; needs `bundles.read`', { optional: true }) bundles?: number;
}

/** Which first steps of a company are done. A part is left out for who may not read what it looks for. */
export class SetupView {
  @BooleanProperty(true, 'needs `product-types.read`', { optional: true }) product_type?: boolean;
  @BooleanProperty(true, 'needs `bundles.read`', { optional: true }) bundle?: boolean;
  @BooleanProperty(true, 'somebody is in the network; needs `network.read`', { optional: true }) member?: boolean;
  @BooleanProperty(true, 'also a draft; needs `plans.read`', { optional: true }) plan?: boolean;
  @BooleanProperty(false, 'needs `plans.read`', { optional: true }) published_plan?: boolean;
  @BooleanProperty(true, 'needs `applications.read`', { optional: true }) application?: boolean;
  @BooleanProperty(false, 'needs `orders.read`', { optional: true }) order?: boolean;

  @BooleanProperty(false, 'of any kind, if somebody has started it; needs `runs.read`', { optional: true })
  run?: boolean;
}

/** Which figures a caller reads, and which volume is the commissionable one. */
export interface Shown {
  readonly orders: boolean;
  readonly newMembers: boolean;
  readonly volumes: boolean;
  readonly volume: 'business_volume' | 'points' | 'cumulative_volume';
}

/** The figures of some days, added up. */
export function toFigures(rows: readonly DayRow[], { orders, newMembers, volumes, volume }: Shown): HomeFiguresView {
  const count = (key: 'orders' | 'new_members'): number => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);
  const amount = (key: 'sales' | Shown['volume']): number =>
    fixedNumber(rows.reduce((sum, row) => sum + fixed(row[key] ?? '0'), 0n));
  return {
    ...(volumes && { sales: amount('sales'), volume: amount(volume) }),
    ...(orders && { orders: count('orders') }),
    ...(newMembers && { new_members: count('new_members') }),
  };
}

/** The days of a range, also those without rows. */
export function toDays(range: DayRange, timeZone: string, rows: readonly DayRow[], shown: Shown): HomeDaysView {
  const found = new Map(rows.map((row) => [row.day, row]));
  return {
    ...range,
    from_at: startOfDay(range.from, timeZone).toISOString(),
    to_at: startOfDay(daysAfter(range.to, 1), timeZone).toISOString(),
    total: toFigures(rows, shown),
    days: daysOf(range).map((day) => ({ day, ...toFigures([found.get(day) ?? { day }], shown) })),
  };
}
