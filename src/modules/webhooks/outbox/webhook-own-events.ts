import type { EventType } from '../../../common/events/event-types.js';

/** Of these an application is told only what concerns itself: `data.application_id` is its own. */
export const OWN_EVENTS: readonly EventType[] = ['session.ended', 'application.updated'];
