import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminLists } from './admin-lists.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLog, FailedLogins } from './audit-log.js';
import { AuditReader } from './audit.dto.js';
import { AdminAuditController } from './admin-audit.controller.js';

/** The {@link AuditLog} for every room, and {@link FailedLogins} for logins. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [AdminAuditController],
  providers: [AuditLog, AuditReader, AdminLists, FailedLogins],
  exports: [AuditLog, AuditReader, AdminLists, FailedLogins, TypeOrmModule],
})
export class AuditModule {}
