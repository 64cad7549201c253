import { Query } from '@nestjs/common';
import type { Caller } from '../access/index.js';
import { FileFor } from '../http/downloads.js';
import { AdminController, Endpoint } from '../http/endpoint.js';
import { AuditEntryView, AuditQuery } from './audit.dto.js';
import { AuditReader } from './audit.reader.js';
import type { ListAnswer } from './admin-lists.js';

const FILE =
  'id,at,actor_uid,actor_username,action,entity_type,entity_id,target_uid,application_id,ip,request_id,before,after\n4711,2026-11-21T08:30:00.000Z,1,admin,application.update,application,0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47,,,192.0.2.7,b7c1b6f0-1f64-4f0f-9c0a-6a0d3e0f7f11,"{""status"":""active""}","{""status"":""maintenance""}"\n';

/** The audit log in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'audit',
  { name: 'Admin: audit', order: 200, description: 'Who changed what, when and from where.' },
  'audit.read',
)
export class AdminAuditController {
  constructor(private readonly audit: AuditReader) {}

  @Endpoint('GET', {
    id: 'adminListAudit',
    summary: 'Read the audit log',
    description:
      'Who changed what, when, from where, with the values before and after; newest first. `search` is part of the actor’s username, the action, and type and id of the entity, such as `order 4711`; one or two characters must be the whole username, action, type or id. `count` is exact up to 50,000, and with `search` up to 1,000, where `next` ends; use `from` and `to` to go further back. A CSV file has all entries that match.',
    answer: AuditEntryView,
    paged: true,
    csv: FILE,
  })
  list(@Query() query: AuditQuery, @FileFor() reader?: Caller): Promise<ListAnswer<AuditEntryView>> {
    return this.audit.list(query, reader);
  }
}
