import { Field, validateDay } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { startOfDay } from '#commissions/plans/index.js';
import type { DayRow } from './home.queries.js';
import { daysAfter, daysOf, type DayRange } from './home.rules.js';

/** Which days to look at. */
export class HomeQuery {
  @DayField('first day; default: 29 days before `to`', '2026-10-28')
  from?: string;

  @DayField('last day, at most 365 days after `from`; default: today', '2026-11-26')
  to?: string;
}

function DayField(description: string, example: string): PropertyDecorator {
  return Field('text', validateDay, { type: String, format: 'date' }, { optional: true, description, example });
}

const optional = { required: false } as const;

/** Figures of a day or of a time; those of others' permissions are left out. */
export class HomeFiguresView {
  @ApiProperty({
    type: Number,
    ...optional,
    example: 4_812.5,
    description: 'in money, less cancellations and returns; needs `volumes.read`',
  })
  sales?: number;

  @ApiProperty({
    type: Number,
    ...optional,
    example: 3_910,
    description: 'commissionable volume; needs `volumes.read`',
  })
  volume?: number;

  @ApiProperty({ type: 'integer', ...optional, example: 42, description: 'orders placed; needs `orders.read`' })
  orders?: number;

  @ApiProperty({ type: 'integer', ...optional, example: 3, description: 'needs `network.read`' })
  new_members?: number;
}

/** The figures of a day. */
class HomeDayView extends HomeFiguresView {
  @ApiProperty({ type: String, format: 'date', example: '2026-11-26' })
  day!: string;
}

/** The days of a range. */
export class HomeDaysView {
  @ApiProperty({ type: String, format: 'date', example: '2026-10-28' })
  from!: string;

  @ApiProperty({ type: String, format: 'date', example: '2026-11-26' })
  to!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-10-27T23:00:00.000Z',
    description: 'when the first begins',
  })
  from_at!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-26T23:00:00.000Z',
    description: 'when the last ends',
  })
  to_at!: string;

  @ApiProperty({ description: 'all of its days together' })
  total!: HomeFiguresView;

  @ApiProperty({ type: [HomeDayView], description: 'oldest first, each day of the range' })
  days!: HomeDayView[];
}

/** The open period, beside the one before. */
export class HomePeriodView {
  @ApiProperty({ type: String, example: '2026-11' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-01T00:00:00.000Z' })
  from!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-01T00:00:00.000Z', description: 'no part of it' })
  to!: string;

  @ApiProperty({ description: 'what it comes to so far' })
  so_far!: HomeFiguresView;

  @ApiProperty({ type: String, example: '2026-10' })
  before!: string;

  @ApiProperty({ description: 'what the period before came to after the same time' })
  before_so_far!: HomeFiguresView;
}

/** A period that has ended and is not posted. */
export class HomeUnpostedView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-01T00:00:00.000Z', description: 'when it ended' })
  ended_at!: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 12, description: 'its final run; null if it has none' })
  run_id!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'calculated', description: 'the status of that run' })
  run_status!: string | null;
}

/** Payouts that wait. */
export class HomePayoutsView {
  @ApiProperty({ type: 'integer', example: 1, description: 'batches that nobody has released' })
  to_release!: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'released batches with items that are neither paid nor failed',
  })
  to_mark!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 7,
    description: 'the newest of these; null if there is none',
  })
  newest_to_mark!: number | null;

  @ApiProperty({ type: 'integer', example: 312, description: 'their items; 10000 means 10000 or more' })
  items_to_mark!: number;
}

/** What the company owes its members. */
export class HomeOwedView {
  @ApiProperty({ type: Number, example: 41_280.55, description: 'all balances above 0' })
  amount!: number;

  @ApiProperty({ type: 'integer', example: 380, description: 'members with such a balance' })
  members!: number;
}

/** Members on hold. */
export class HomeHoldsView {
  @ApiProperty({ type: 'integer', example: 14, description: '10000 means 10000 or more' })
  open!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'those that have held for 30 days or longer, likewise' })
  old!: number;
}

/** Orders that wait. */
export class HomeOrdersView {
  @ApiProperty({ type: 'integer', example: 18, description: '10000 means 10000 or more' })
  awaiting_payment!: number;

  @ApiProperty({ type: 'integer', example: 5, description: 'likewise' })
  awaiting_completion!: number;
}

/** What the client API was asked in the last 24 hours. */
export class HomeRequestsView {
  @ApiProperty({ type: 'integer', example: 1_284 })
  total!: number;

  @ApiProperty({ type: 'integer', example: 37, description: 'number of 4xx responses' })
  client_errors!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'number of 5xx responses' })
  server_errors!: number;
}

/** Applications by status. */
export class HomeApplicationsView {
  @ApiProperty({ type: 'integer', example: 4 })
  active!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  maintenance!: number;
}

/** How the company stands, and what waits for the caller. A part is left out for who may not read what it counts. */
export class HomeView {
  @ApiProperty({
    type: String,
    example: 'Europe/Berlin',
    description: 'of all days: that of the plan in force, else UTC',
  })
  time_zone!: string;

  @ApiProperty({ type: String, example: 'EUR' })
  currency_code!: string;

  @ApiProperty({ description: 'sales, volume, orders and new members by day' })
  range!: HomeDaysView;

  @ApiProperty({ description: 'as many days before' })
  before!: HomeDaysView;

  @ApiProperty({
    type: HomePeriodView,
    ...optional,
    nullable: true,
    description: 'null if no plan is in force; needs `volumes.read`',
  })
  open_period?: HomePeriodView | null;

  @ApiProperty({ type: [HomeUnpostedView], ...optional, description: 'oldest first; needs `runs.read`' })
  unposted_periods?: HomeUnpostedView[];

  @ApiProperty({
    type: 'integer',
    ...optional,
    example: 2,
    description: 'approvals that the caller can give; needs `approvals.read`',
  })
  approvals?: number;

  @ApiProperty({ type: HomePayoutsView, ...optional, description: 'needs `payouts.read`' })
  payouts?: HomePayoutsView;

  @ApiProperty({ type: HomeOwedView, ...optional, description: 'needs `earnings.read`' })
  owed?: HomeOwedView;

  @ApiProperty({ type: HomeHoldsView, ...optional, description: 'needs `holds.read`' })
  holds?: HomeHoldsView;

  @ApiProperty({ type: HomeOrdersView, ...optional, description: 'needs `orders.read`' })
  orders?: HomeOrdersView;

  @ApiProperty({
    type: 'integer',
    ...optional,
    example: 1,
    description: 'imports with refused rows, unless one of their kind was done since; needs `imports.read`',
  })
  refused_imports?: number;

  @ApiProperty({
    type: 'integer',
    ...optional,
    example: 6,
    description:
      'webhook deliveries that failed in the last 24 hours; 10000 means 10000 or more; needs `deliveries.read`',
  })
  failed_deliveries?: number;

  @ApiProperty({ type: HomeRequestsView, ...optional, description: 'of the last 24 hours; needs `traffic.read`' })
  requests?: HomeRequestsView;

  @ApiProperty({ type: HomeApplicationsView, ...optional, description: 'needs `applications.read`' })
  applications?: HomeApplicationsView;

  @ApiProperty({ type: 'integer', ...optional, example: 120, description: 'in the catalogue; needs `bundles.read`' })
  bundles?: number;
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
