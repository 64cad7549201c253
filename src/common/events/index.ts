export { DurableListener, type DurableContext } from './durable-listeners.js';
export { EventRecorder, type NewEvent } from './event-recorder.js';
export * from './event-types.js';
export { INSERT_EVENTS } from './event.queries.js';
export { HIDDEN, SentTokens, unsentToken, withoutTokens } from './sent-tokens.js';
export { BestEffortListener, HandlerRegistry, Hook, Subscriber, type HookPoint, type HookPoints } from './handlers.js';
