import { Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { type StreamedAnswer, WantsCsv } from '#common/http/downloads.js';
import { ComplianceQuery, ComplianceView } from './compliance.dto.js';
import { Compliance, NOT_POSTED } from './compliance.service.js';

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
export class AdminComplianceController {
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
  read(
    @CallerParam() caller: Caller,
    @Query() { period }: ComplianceQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<ComplianceView | StreamedAnswer> {
    return isFile ? this.compliance.download(caller, period) : this.compliance.read(period);
  }
}
