import { Query, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { FileFor, type StreamedAnswer } from '#common/http/downloads.js';
import { Subscriber, type RecordedEvent } from '#common/events/index.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import { ComplianceQuery, ComplianceView } from './compliance.dto.js';
import { Compliance, NOT_POSTED } from './compliance.service.js';
import { CommissionFairness } from './fairness.entity.js';

const FILE = [
  'period,figure,amount,percent',
  '2026-10,volume.total,320000,',
  '2026-10,volume.customer,180000,56.25',
  '2026-10,payout,140800,44',
  '2026,income.median,96.1,',
  '',
].join('\n');

/** Fairness in the admin module. See docs/spec/commissions.md#6. */
@AdminController(
  'compliance',
  {
    name: 'Admin: compliance',
    order: 190,
    description: 'Shares of customers in what was sold and earned, and the income disclosure.',
  },
  'compliance.read',
)
class AdminComplianceController {
  constructor(private readonly compliance: Compliance) {}

  @Endpoint('GET', {
    id: 'adminReadCompliance',
    summary: 'Read shares of customers and the income disclosure',
    description:
      'For a posted period, or for all posted periods of a year. `income` always covers all posted periods of the year, and everybody who was a distributor in it. Corrected periods count as corrected; manual adjustments do not count. A CSV file has a row for each figure. The figures are calculated in the background after each posting, and with the first request after a correction; requests wait for them, some seconds in a large network.',
    answer: ComplianceView,
    csv: FILE,
    failures: [NOT_POSTED],
  })
  read(@Query() { period }: ComplianceQuery, @FileFor() reader?: Caller): Promise<ComplianceView | StreamedAnswer> {
    return reader ? this.compliance.download(reader, period) : this.compliance.read(period);
  }
}

/** Calculates what compliance says of a period that was posted. */
const CALCULATE = new JobType<{ period: string }>('commissions.fairness', { retries: 3 });

/** Has compliance calculated soon after each posting, so that nobody waits who asks for it. Decision 74. */
@Injectable()
class FairnessJob {
  constructor(
    private readonly jobs: JobQueue,
    private readonly compliance: Compliance,
  ) {}

  /** Only adds the job: posting does not wait for it, nor fail with it. */
  @Subscriber('commission.posted')
  async request(tx: EntityManager, events: readonly RecordedEvent<'commission.posted'>[]): Promise<void> {
    for (const { data } of events)
      await this.jobs.add(tx, CALCULATE, { payload: { period: data.period }, queue: CALCULATE.task });
  }

  @Job(CALCULATE)
  async calculate({ period }: { period: string }): Promise<void> {
    await this.compliance.read(period);
  }
}

/** Fairness: who bought, and who earned what. */
@Module({
  imports: [TypeOrmModule.forFeature([CommissionFairness])],
  controllers: [AdminComplianceController],
  providers: [Compliance, FairnessJob],
})
export class ComplianceModule {}
