import { ConfigError } from '../config/config-error.js';

/**
 * The `data` of each type of event. Each room adds its own by declaration merging, in its `<x>.events.ts`, and so does each
 * extension. Only types that are listed here can be recorded, and handlers are type-checked against them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- rooms fill it by declaration merging
export interface EventPayloads {}

/** All types of events. See docs/spec/service.md#7. */
export type EventType = keyof EventPayloads;

/** The `data` of a type of event. */
export type EventData<Type extends EventType> = EventPayloads[Type];

/** All types, including those of later versions and of extensions; not combined with others. */
export const ALL_EVENTS = '*';
/** A type of event, or all. */
export type Subscription = EventType | typeof ALL_EVENTS;

/** The declaration of a type of event. */
export interface EventDeclaration {
  /** The kind of aggregate: events of one aggregate keep their order. */
  aggregate: string;
  /** The class of `data` with `@ApiProperty({ example })` on its fields. */
  data: new () => object;
  summary: string;
  description: string;
  /** Fields of `data` that only the receiver may see: the log of deliveries hides them. */
  secrets?: readonly string[];
  /** Overrides for the example of `data`, which is otherwise built from those of the fields. */
  example?: object;
}

/** The events of a room, by type. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

/** The entries of declared events for {@link EventPayloads}. */
export type PayloadsOf<Declared extends EventDeclarations> = {
  [Type in keyof Declared]: InstanceType<Declared[Type]['data']>;
};

const ofRooms = new Map<string, EventDeclaration>();

/** Those of the application that was created last. */
let ofExtensions: ReadonlyMap<string, EventDeclaration> = new Map();

/** Declares the events that a room records, on its module. */
export function Events(events: EventDeclarations): ClassDecorator {
  return () => {
    for (const [type, event] of Object.entries(events)) ofRooms.set(type, event);
  };
}

/** What the columns of the table of events hold. */
const MAX_NAME = 40;

/**
 * The events of extensions, by type.
 * @throws ConfigError if a type is declared twice, or its name is none
 */
export function eventsOfExtensions(all: readonly EventDeclarations[]): ReadonlyMap<string, EventDeclaration> {
  const events = new Map<string, EventDeclaration>();
  for (const [type, event] of all.flatMap((one) => Object.entries(one))) {
    if (ofRooms.has(type) || events.has(type)) throw new ConfigError(`the event ${type} is declared twice`);
    if (!/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9_-]*)+$/.test(type) || type.length > MAX_NAME)
      throw new ConfigError(
        `the event "${type}" must have a name such as loyalty.earned, of at most ${MAX_NAME} letters: small letters, digits, - and, behind the first dot, _`,
      );
    if (event.aggregate.length > MAX_NAME)
      throw new ConfigError(`the aggregate of the event ${type} must have at most ${MAX_NAME} letters`);
    events.set(type, event);
  }
  return events;
}

/** Replaces the events of extensions. */
export function setEventsOfExtensions(events: ReadonlyMap<string, EventDeclaration>): void {
  ofExtensions = events;
}

/** The events of extensions with their declarations, sorted. */
export function extensionEvents(): [type: string, event: EventDeclaration][] {
  return [...ofExtensions].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** All declared types, sorted. Call it once all rooms are loaded. */
export function eventTypes(): EventType[] {
  return ([...ofRooms.keys(), ...ofExtensions.keys()] as EventType[]).sort();
}

function declarationOf(type: string): EventDeclaration | undefined {
  return ofRooms.get(type) ?? ofExtensions.get(type);
}

/**
 * The declaration of a type of event.
 * @throws Error if there is none
 */
export function eventDeclaration(type: EventType): EventDeclaration {
  const event = declarationOf(type);
  if (event === undefined) throw new Error(`neither a room nor an extension declares the event ${type as string}`);
  return event;
}

/** The fields of `data` that the log of deliveries hides; none of types that no room declares any longer. */
export function secretsOf(type: string): readonly string[] {
  return declarationOf(type)?.secrets ?? [];
}

/** The types with such fields. */
export function secretTypes(): EventType[] {
  return eventTypes().filter((type) => secretsOf(type).length > 0);
}

/**
 * The entity that an event is about; events of one aggregate keep their order. A cart is the same aggregate as the order that
 * it becomes, so its events never arrive after those of the order.
 */
export interface Aggregate {
  type: string;
  id: string | number;
}

/** An event that was just written in the current transaction; for several types, a union discriminated by `type`. */
export type RecordedEvent<Type extends EventType = EventType> = {
  [One in Type]: {
    readonly id: string;
    readonly type: One;
    readonly aggregate: Aggregate;
    readonly data: EventData<One>;
  };
}[Type];

/** An event as listeners and webhooks receive it. */
export interface CommerceEvent<Data = unknown> {
  id: string;
  type: EventType;
  /** ISO 8601, UTC. */
  timestamp: string;
  data: Data;
}

/**
 * An event of a type, as listeners receive it; for several types, a union discriminated by `type`.
 * @example
 * ```ts
 * function thank({ data }: EventOf<'order.placed'>): void { … }
 * ```
 */
export type EventOf<Type extends EventType = EventType> = {
  [One in Type]: CommerceEvent<EventData<One>> & { type: One };
}[Type];
