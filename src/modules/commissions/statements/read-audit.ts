import { Injectable } from '@nestjs/common';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';

/** Notes when an API admin reads what is another user's. See docs/spec/service.md#4. */
@Injectable()
export class ReadAudit {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @param part what is read */
  async record(caller: Caller, part: string): Promise<void> {
    if (!actsForAnother(caller)) return;
    const act = { action: 'commissions.read', entityType: 'commissions', entityId: part };
    await this.db.transaction((tx) => this.audit.record(tx, caller, act));
  }
}
