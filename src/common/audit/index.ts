export { AuditLog, auditValues, insertEntries, type AuditedAct } from './audit-log.js';
export { AuditModule } from './audit.module.js';
export { FailedLogins } from './failed-logins.js';
