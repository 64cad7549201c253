import { Query } from '@nestjs/common';
import { AdminController, Endpoint } from '../http/endpoint.js';
import { AuditEntryView, AuditQuery, AuditReader } from './audit.dto.js';
import type { Page } from '../http/pagination.js';

/** The audit log in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'audit',
  {
    name: 'Admin: audit',
    order: 200,
    description: 'Who changed what, when and from where.',
  },
  'audit.read',
)
export class AdminAuditController {
  constructor(private readonly audit: AuditReader) {}

  @Endpoint('GET', {
    id: 'adminListAudit',
    summary: 'Read the audit log',
    description:
      'Who changed what, when, from where, with the values before and after; newest first. `count` is exact up to 100,000; use `from` and `to` to go further back.',
    answer: AuditEntryView,
    paged: true,
  })
  list(@Query() query: AuditQuery): Promise<Page<AuditEntryView>> {
    return this.audit.list(query);
  }
}
