import { SearchQuery } from '../http/pagination.js';
import { InstantField } from '../validation/instant-field.js';
import { TextField } from '../validation/fields.js';

/** Filters of the audit log. */
export class AuditQuery extends SearchQuery {
  @TextField({ optional: true, max: 64, description: 'uid or username of the actor', example: 'admin' })
  actor?: string;

  @TextField({ optional: true, max: 80, description: 'the action', example: 'application.update' })
  action?: string;

  @TextField({ optional: true, max: 40, description: 'type of the changed entity', example: 'application' })
  entity_type?: string;

  @TextField({ optional: true, max: 255, description: 'id of the changed entity', example: '12' })
  entity_id?: string;

  @InstantField({ optional: true, description: 'at or after this time' })
  from?: string;

  @InstantField({ optional: true, description: 'before this time' })
  to?: string;
}
