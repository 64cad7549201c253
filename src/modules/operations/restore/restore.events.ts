import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { InstantProperty } from '#common/openapi/decorators.js';

/** `service.restored`. */
class ServiceRestoredData {
  @InstantProperty(
    '2026-11-20T09:29:58.120Z',
    'the time of the last event that the backup has; null if it has none. Events with a later `timestamp` are undone',
    { nullable: true },
  )
  restored_to!: string | null;
}

export const RESTORE_EVENTS = {
  'service.restored': {
    aggregate: 'service',
    data: ServiceRestoredData,
    summary: 'The database was restored from a backup',
    description:
      'Changes after `restored_to` are undone, even if you have received events about them: read those resources again. All users have to log in again. The ids of what was undone are never reused.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof RESTORE_EVENTS> {}
}
