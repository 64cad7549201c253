import type { MigrationInterface } from 'typeorm';
import { AuditEntry } from '#common/audit/audit-entry.entity.js';
import { IdempotencyByDay1790711000000 } from '#common/database/migrations/1790711000000-idempotency-by-day.js';
import { RefreshTokensByWeek1790712000000 } from '#common/database/migrations/1790712000000-refresh-tokens-by-week.js';
import { TrafficByTime1790713000000 } from '#common/database/migrations/1790713000000-traffic-by-time.js';
import { EventsByWeeks1790730000000 } from '#common/database/migrations/1790730000000-events-by-weeks.js';
import { AuditByMonth1790714000000 } from '#common/database/migrations/1790714000000-audit-by-month.js';
import { EventRow } from '#common/events/event.entity.js';
import { IdempotencyRecord } from '#common/http/idempotency-record.entity.js';
import { RefreshToken } from '#people/sessions/session.entity.js';
import { WebhookDelivery } from '#platform/webhooks/log/webhook-delivery.entity.js';
import { Traffic } from '#platform/traffic/traffic.entity.js';

/** What is inserted, of the row `n` that is written at `at`. */
export interface Row {
  readonly columns: string;
  readonly values: string;
}

/** A table that grows, and what is done with it. A row is known by its number, `n`, from which its key is made. */
export interface GrowingTable extends Row {
  readonly table: string;
  readonly entity: new () => object;
  /** What partitioned it; undone, it is the plain table of before. */
  readonly migration: MigrationInterface;
  /** What is inserted into the plain table, where it has other columns. */
  readonly plain?: Row;
  /** An update that each row of a day gets, of rows from `$1` to `$2` written after `$3`. */
  readonly update?: string;
  /** Reads the row `$1`, which was written in the last day. */
  readonly read: string;
  /** What deleted old rows before; undefined: they are kept forever. */
  readonly remove?: string;
}

const hash = (n: string): string => `sha256((${n})::bigint::text::bytea)`;

const uuid = (n: string): string => `md5((${n})::bigint::text)::uuid`;

const BYTES = `decode(repeat('5a', 300), 'hex')`;

const EVENTS_BY_WEEKS = new EventsByWeeks1790730000000();

const APPLICATION = uuid('1');
const DELIVERY = {
  columns: 'id, application_id, event_id, aggregate, is_due, status, tries, created_at, finished_at',
  values: `${uuid('n')}, ${APPLICATION}, ${uuid('n')}, 'order:' || n, FALSE, 'delivered', 1, at, at`,
};

export const TABLES: readonly GrowingTable[] = [
  {
    table: 'events',
    entity: EventRow,
    migration: EVENTS_BY_WEEKS,
    columns: 'id, type, aggregate_type, aggregate_id, data, timestamp',
    values: `${uuid('n')}, 'order.placed', 'order', n::text, jsonb_build_object('order_id', n, 'text', repeat('x', 300)), at`,
    read: `SELECT data FROM events WHERE id = ${uuid('$1')}`,
    remove: `DELETE FROM events WHERE timestamp < now() - interval '30 days 1 hour'`,
  },
  {
    table: 'webhook_deliveries',
    entity: WebhookDelivery,
    migration: EVENTS_BY_WEEKS,
    columns: `${DELIVERY.columns}, event_at`,
    values: `${DELIVERY.values}, at`,
    plain: DELIVERY,
    read: `SELECT status FROM webhook_deliveries WHERE id = ${uuid('$1')}`,
    remove: `DELETE FROM webhook_deliveries WHERE created_at < now() - interval '30 days 1 hour'`,
  },
  {
    table: 'idempotency_records',
    entity: IdempotencyRecord,
    migration: new IdempotencyByDay1790711000000(),
    columns: 'key_hash, fingerprint, status, body, owner, size, expires_at',
    values: `${hash('n')}, ${hash('n')}, 200, ${BYTES}, ${hash('n % 1000')}, 600, at + interval '24 hours'`,
    read: `SELECT status, body FROM idempotency_records WHERE key_hash = ${hash('$1')}
      AND expires_at > now() AND expires_at <= now() + interval '25 hours'`,
    remove: 'DELETE FROM idempotency_records WHERE expires_at <= now()',
  },
  {
    table: 'refresh_tokens',
    entity: RefreshToken,
    migration: new RefreshTokensByWeek1790712000000(),
    columns: 'token_hash, session_id, expires_at',
    values: `${hash('n')}, (SELECT id FROM sessions LIMIT 1), at + interval '30 days'`,
    update: `UPDATE refresh_tokens SET used_at = now(), successor_hash = token_hash
      WHERE token_hash IN (SELECT ${hash('n')} FROM generate_series($1::bigint, $2::bigint) n) AND expires_at > $3::timestamptz + interval '30 days'`,
    read: `SELECT session_id FROM refresh_tokens WHERE token_hash = ${hash('$1')}
      AND expires_at > now() AND expires_at <= now() + interval '31 days'`,
    remove: 'DELETE FROM refresh_tokens WHERE expires_at <= now()',
  },
  {
    table: 'traffic',
    entity: Traffic,
    migration: new TrafficByTime1790713000000(),
    columns: 'span, at, application_id, requests, client_errors, server_errors, latencies',
    values: `60, date_trunc('minute', at), md5(n::bigint::text)::uuid, 1, 0, 0, array_fill(1, ARRAY[14])`,
    update: `UPDATE traffic SET requests = requests + 1 WHERE span = 60 AND at >= date_trunc('minute', $3::timestamptz)
      AND application_id IN (SELECT md5(n::text)::uuid FROM generate_series($1::bigint, $2::bigint) n)`,
    read: `SELECT requests FROM traffic WHERE span = 60 AND at > now() - interval '1 hour' AND application_id = md5($1::bigint::text)::uuid`,
    remove: `DELETE FROM traffic WHERE span = 60 AND at < now() - interval '2 days'`,
  },
  {
    table: 'audit_entries',
    entity: AuditEntry,
    migration: new AuditByMonth1790714000000(),
    columns: 'at, actor_uid, actor_username, action, entity_type, entity_id, ip, request_id, after',
    values: `at, n % 1000, 'user' || n % 1000, 'order.place', 'order', n, '192.0.2.7', md5(n::bigint::text), '{"status": "placed"}'`,
    read: `SELECT id, action FROM audit_entries WHERE entity_type = 'order' AND entity_id = $1::bigint::text ORDER BY at DESC, id DESC LIMIT 50`,
  },
];
