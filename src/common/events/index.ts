export { EventRecorder } from './event-recorder.js';
export * from './event-types.js';
export { INSERT_EVENTS } from './event.queries.js';
export { EventsModule } from './events.module.js';
export { HandlerRegistry, Hook, Listener, Subscriber, type HookPoint, type HookPoints } from './handlers.js';
