import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** `service.restored`. */
class ServiceRestoredData {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T09:29:58.120Z',
    description:
      'the time of the last event that the backup has; null if it has none. What you heard of with a later `timestamp` is undone',
  })
  restored_to!: string | null;
}

export const RESTORE_EVENTS = {
  'service.restored': {
    aggregate: 'service',
    data: ServiceRestoredData,
    summary: 'The database was restored from a backup',
    description:
      'Changes after `restored_to` are undone, though you may have heard of them: read again what they were about. All users have to log in again. The ids of what is undone are never given to anything else.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof RESTORE_EVENTS> {}
}
