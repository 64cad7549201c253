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
    description: 'Who bought and who earned: shares of customers, and the income disclosure.',
  },
  'compliance.read',
)
export class AdminComplianceController {
  constructor(private readonly compliance: Compliance) {}

  @Endpoint('GET', {
    id: 'adminReadCompliance',
    summary: 'Read who bought and who earned',
    description:
      'Of a period whose run is posted, or of all posted periods of a year. `income` is always of the whole year and of all who were distributors in it, as far as its periods are posted. Periods that were corrected count as they were corrected; adjustments by hand do not count. A CSV file has a row for each figure. It is calculated in the background after each posting, and when it is first asked for after a correction; who asks meanwhile waits, some seconds where members are many.',
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
