import type { TestApp } from './start-test-app.js';

export * from '../../src/testing/catalogue.js';

/** The data of the events of one type, oldest first. */
export async function eventsOf(app: TestApp, type: string): Promise<Record<string, unknown>[]> {
  const rows = await app.database.query<{ data: Record<string, unknown> }>(
    'SELECT data FROM events WHERE type = $1 ORDER BY sequence',
    [type],
  );
  return rows.map(({ data }) => data);
}

export interface AuditRow {
  action: string;
  entity_id: string;
  actor_uid: number;
  target_uid: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What the audit log says of one actor, oldest first. */
export async function auditOf(app: TestApp, actorUid: number): Promise<AuditRow[]> {
  return app.database.query<AuditRow & object>(
    'SELECT action, entity_id, actor_uid, target_uid, before, after FROM audit_entries WHERE actor_uid = $1 ORDER BY id',
    [actorUid],
  );
}
