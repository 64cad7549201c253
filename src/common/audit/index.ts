export { AuditLog, auditValues, insertEntries, type AuditedAct, FailedLogins } from './audit-log.js';
export { AuditModule } from './audit.module.js';
