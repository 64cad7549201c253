export { AuditLog, auditValues, insertActs, type AuditedAct } from './audit-log.js';
export { AuditModule } from './audit.module.js';
export { AuditReader } from './audit-reader.js';
export { AuditQuery } from './audit.dto.js';
export { AuditEntryView } from './audit.view.js';
export { FailedLogins } from './failed-logins.js';
