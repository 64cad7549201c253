import { SearchQuery } from '../http/pagination.js';
import { InstantField } from '../validation/instant-field.js';
import { TextField } from '../validation/fields.js';

/** Filters of the audit log. */
export class AuditQuery extends SearchQuery {
  @TextField({ optional: true, max: 64, description: 'uid or username of who did it', example: 'admin' })
  actor?: string;

  @TextField({ optional: true, max: 80, description: 'what was done', example: 'application.update' })
  action?: string;

  @TextField({ optional: true, max: 40, description: 'the kind of thing it was done to', example: 'application' })
  entity_type?: string;

  @TextField({ optional: true, max: 255, description: 'the thing it was done to', example: '12' })
  entity_id?: string;

  @InstantField({ optional: true, description: 'at or after this moment' })
  from?: string;

  @InstantField({ optional: true, description: 'before this moment' })
  to?: string;
}
