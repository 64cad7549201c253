import { Controller, Get, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { AuditEntryView, AuditQuery, AuditReader } from '../../common/audit/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';

/** The audit log in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: audit')
@Access('super_admin')
@Controller({ path: 'admin/api/audit', version: VERSION_NEUTRAL })
export class AdminAuditController {
  constructor(private readonly audit: AuditReader) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListAudit',
    summary: 'Read the audit log',
    description: 'Who did what to what, when, from where, before and after; newest first.',
  })
  @ApiAnswer(AuditEntryView, { paged: true })
  list(@Query() query: AuditQuery): Promise<Page<AuditEntryView>> {
    return this.audit.list(query);
  }
}
