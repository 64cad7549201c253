import { SearchQuery } from '../http/pagination.js';
import { InstantField } from '../validation/instant-field.js';
import { IntegerField, TextField } from '../validation/fields.js';
import { parseOwnJson } from '../money/exact-json.js';
import { ApiProperty, NumberProperty, TextProperty, UuidProperty } from '../openapi/decorators.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type Format, FormatField } from '../http/downloads.js';

/** An audit entry. See docs/spec/service.md#8. */
export class AuditEntryView {
  @NumberProperty(4711) id!: number;
  @TextProperty('2026-11-21T08:30:00.000Z') at!: string;
  @NumberProperty(1) actor_uid!: number;
  @TextProperty('admin') actor_username!: string;

  @UuidProperty(null, 'application that was used; null for the admin module', { nullable: true })
  application_id!: string | null;

  @TextProperty('application.update') action!: string;
  @TextProperty('application') entity_type!: string;
  @TextProperty('0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47') entity_id!: string;

  @NumberProperty(null, 'the user whose data was accessed, if not the actor', { nullable: true })
  target_uid!: number | null;

  @TextProperty('192.0.2.7') ip!: string;
  @TextProperty('b7c1b6f0-1f64-4f0f-9c0a-6a0d3e0f7f11') request_id!: string;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'active' } })
  before!: unknown;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true, example: { status: 'maintenance' } })
  after!: unknown;
}

/** An audit entry as it is read. */
export function toAuditEntryView(entry: AuditEntry): AuditEntryView {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor_uid: entry.actorUid,
    actor_username: entry.actorUsername,
    application_id: entry.applicationId,
    action: entry.action,
    entity_type: entry.entityType,
    entity_id: entry.entityId,
    target_uid: entry.targetUid,
    ip: entry.ip,
    request_id: entry.requestId,
    before: parsed(entry.beforeText),
    after: parsed(entry.afterText),
  };
}

function parsed(state: string | null): unknown {
  return state === null ? null : parseOwnJson(state);
}

/** Filters of the audit log. */
export class AuditQuery extends SearchQuery {
  @TextField({ optional: true, max: 64, description: 'uid or username of the actor', example: 'admin' }) actor?: string;
  @IntegerField({
    optional: true,
    description:
      'uid of a user: only changes of the account or membership, and what others did with the data of that user',
    example: 12,
  })
  about?: number;

  @TextField({ optional: true, max: 80, description: 'the action', example: 'application.update' }) action?: string;

  @TextField({
    optional: true,
    max: 40,
    description: 'type of the changed entity, or several, separated by commas',
    example: 'application',
  })
  entity_type?: string;

  @TextField({ optional: true, max: 255, description: 'id of the changed entity', example: '12' }) entity_id?: string;
  @InstantField({ optional: true, description: 'at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'before this time' }) to?: string;
  @FormatField() format?: Format;
}
