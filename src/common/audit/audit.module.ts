import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLog } from './audit-log.js';
import { AuditReader } from './audit-reader.js';
import { FailedLogins } from './failed-logins.js';

/** Gives every room the {@link AuditLog}, and the door {@link FailedLogins}. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  providers: [AuditLog, AuditReader, FailedLogins],
  exports: [AuditLog, AuditReader, FailedLogins, TypeOrmModule],
})
export class AuditModule {}
