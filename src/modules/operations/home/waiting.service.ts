import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { may, type Caller, type Permission } from '#common/access/index.js';
import { Replica, type Statement } from '#common/database/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { RunsReader } from '#commissions/runs/index.js';
import { ApprovalsReader } from '#people/approvals/index.js';
import { TrafficService } from '#platform/traffic/index.js';
import type {
  HomeApplicationsView,
  HomeHoldsView,
  HomeOwedView,
  HomeOrdersView,
  HomePayoutsView,
  HomeRequestsView,
  HomeUnpostedView,
  HomeView,
  SetupView,
} from './home.dto.js';
import * as sql from './home.queries.js';

/** Days after which a hold is an old one. */
const OLD_HOLD_DAYS = 30;

const DAY_MS = 86_400_000;

/** Milliseconds for which a sum over all balances is kept, while nothing is added to the ledger. */
const KNOWN_MS = 30_000;

/** Statements of one caller that run at once. */
const AT_ONCE = 4;

type Part = Partial<HomeView>;

/** What somebody needs to read which first steps are done. */
const OF_STEP: Readonly<Record<keyof SetupView, Permission>> = {
  product_type: 'product-types.read',
  bundle: 'bundles.read',
  member: 'network.read',
  plan: 'plans.read',
  published_plan: 'plans.read',
  application: 'applications.read',
  order: 'orders.read',
  run: 'runs.read',
};

/** What waits for somebody, in the parts that they may read. */
@Injectable()
export class Waiting {
  /** What was owed when the ledger had its newest entry. */
  private known: { readonly newest: number | null; readonly at: number; readonly owed: HomeOwedView } | undefined;

  constructor(
    private readonly replica: Replica,
    private readonly runs: RunsReader,
    private readonly approvals: ApprovalsReader,
    private readonly traffic: TrafficService,
  ) {}

  /** All that waits for a caller. */
  async of(caller: Caller): Promise<Part> {
    const parts: readonly [Permission, () => Promise<Part>][] = [
      ['runs.read', async () => ({ unposted_periods: await this.unpostedPeriods() })],
      ['approvals.read', async () => ({ approvals: (await this.approvals.idsFor(caller)).length })],
      [
        'corrections.read',
        async () => ({
          calculated_corrections: (await this.row<{ calculated: number }>(sql.CALCULATED_CORRECTIONS)).calculated,
        }),
      ],
      ['payouts.read', async () => ({ payouts: await this.row<HomePayoutsView>(sql.OPEN_PAYOUTS) })],
      ['earnings.read', async () => ({ owed: await this.owed() })],
      ['holds.read', async () => ({ holds: await this.row<HomeHoldsView>(sql.OPEN_HOLDS, [OLD_HOLD_DAYS]) })],
      ['orders.read', async () => ({ orders: await this.row<HomeOrdersView>(sql.OPEN_ORDERS) })],
      [
        'imports.read',
        async () => ({ refused_imports: (await this.row<{ refused: number }>(sql.REFUSED_IMPORTS)).refused }),
      ],
      ['deliveries.read', async () => ({ failed_deliveries: await this.failedDeliveries() })],
      ['traffic.read', async () => ({ requests: await this.requests() })],
      ['applications.read', async () => ({ applications: await this.row<HomeApplicationsView>(sql.APPLICATIONS) })],
      ['bundles.read', async () => ({ bundles: (await this.row<{ live: number }>(sql.BUNDLES)).live })],
    ];
    const limit = pLimit(AT_ONCE);
    const allowed = parts.filter(([permission]) => may(caller, permission));
    const read = await Promise.all(allowed.map(([, part]) => limit(part)));
    return Object.assign({}, ...read) as Part;
  }

  /** Which first steps of the company are done. */
  async setup(caller: Caller): Promise<SetupView> {
    const done = await this.row<Required<SetupView>>(sql.SET_UP);
    const steps = Object.keys(OF_STEP) as (keyof SetupView)[];
    return Object.fromEntries(steps.filter((step) => may(caller, OF_STEP[step])).map((step) => [step, done[step]]));
  }

  private async row<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row> {
    return (await this.replica.query<Row>(statement, values))[0]!;
  }

  private async unpostedPeriods(): Promise<HomeUnpostedView[]> {
    const { periods } = await this.runs.toRun();
    const finals = await this.replica.query<{ id: number; period: string; status: string }>(sql.FINAL_RUNS);
    const byPeriod = new Map(finals.map((run) => [run.period, run]));
    return periods
      .filter(({ has_ended: hasEnded }) => hasEnded)
      .map(({ period, to }) => {
        const run = byPeriod.get(period);
        return { period, ended_at: to, run_id: run?.id ?? null, run_status: run?.status ?? null };
      });
  }

  /** Added up again when the ledger has a new entry; one that is committed after a newer one is seen half a minute later. */
  private async owed(): Promise<HomeOwedView> {
    const { id: newest } = await this.row<{ id: number | null }>(sql.NEWEST_EARNING);
    if (this.known?.newest !== newest || Date.now() - this.known.at > KNOWN_MS) {
      const { amount, members } = await this.row<{ amount: string; members: number }>(sql.OWED);
      this.known = { newest, at: Date.now(), owed: { amount: toJsonNumber(amount), members } };
    }
    return this.known.owed;
  }

  private async failedDeliveries(): Promise<number> {
    const since = new Date(Date.now() - DAY_MS);
    return (await this.row<{ failed: number }>(sql.FAILED_DELIVERIES, [since])).failed;
  }

  private async requests(): Promise<HomeRequestsView> {
    const { totals } = await this.traffic.read({ window: 'day' });
    return { total: totals.requests, client_errors: totals.client_errors, server_errors: totals.server_errors };
  }
}
