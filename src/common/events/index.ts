export { EventRecorder, type RecordedEvent } from './event-recorder.js';
export type { EventData, EventOf, EventPayloads } from './event-payloads.js';
export * from './event-types.js';
export { EventsModule } from './events.module.js';
export { ExtensionRegistry } from './extension-registry.js';
export { Hook, type HookPoint, type HookPoints } from './hooks.js';
export { Listener } from './listeners.js';
