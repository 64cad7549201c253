import { Query } from '@nestjs/common';
import { AdminController, Endpoint } from '../../../common/http/endpoint.js';
import { ComplianceQuery } from './compliance.dto.js';
import { Compliance, NOT_POSTED } from './compliance.service.js';
import { ComplianceView } from './compliance.view.js';

/** Fairness in the admin module. Section 6 of the decisions on commissions. */
@AdminController('compliance', {
  name: 'Admin: compliance',
  order: 190,
  description: 'Who bought and who earned: shares of customers, and the income disclosure.',
})
export class AdminComplianceController {
  constructor(private readonly compliance: Compliance) {}

  @Endpoint('GET', {
    id: 'adminReadCompliance',
    summary: 'Read who bought and who earned',
    description:
      'Of a period whose run is posted, or of all posted periods of a year. `income` is always of the whole year and of all who were distributors in it, as far as its periods are posted. Who asks first after a posting waits some seconds where members are many.',
    answer: ComplianceView,
    failures: [NOT_POSTED],
  })
  read(@Query() { period }: ComplianceQuery): Promise<ComplianceView> {
    return this.compliance.read(period);
  }
}
