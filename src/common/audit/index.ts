export { AuditEntry } from './audit-entry.entity.js';
export { AuditLog, type AuditedAct } from './audit-log.js';
export { AuditModule } from './audit.module.js';
