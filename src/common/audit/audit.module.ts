import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLog } from './audit-log.js';
import { AuditReader } from './audit-reader.js';

/** Gives every room the {@link AuditLog}. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  providers: [AuditLog, AuditReader],
  exports: [AuditLog, AuditReader, TypeOrmModule],
})
export class AuditModule {}
