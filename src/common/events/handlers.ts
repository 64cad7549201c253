import { Injectable, Logger, type OnModuleInit, SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  ALL_EVENTS,
  eventTypes,
  secretsOf,
  type CommerceEvent,
  type EventOf,
  type EventType,
  type RecordedEvent,
  type Subscription,
} from './event-types.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ConfigError } from '../config/config-error.js';
import { MarkedMethods } from '../marked-methods.js';
import { SentTokens } from './sent-tokens.js';

/**
 * The hook points with their contexts. Each room adds its own by declaration merging, next to the code that runs them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- rooms fill it by declaration merging
export interface HookPoints {}

export type HookPoint = keyof HookPoints;

/** The kinds of handlers; also the metadata keys of their decorators. */
const SEAMS = ['hook', 'subscriber', 'listener'] as const;
export type Seam = (typeof SEAMS)[number];

/** The types of events that a subscription means. */
export type Selected<Type extends Subscription> = Type extends EventType ? Type : EventType;

/** A hook: runs inside the transaction of the change, and rejects it by throwing an AppError. */
export type HookMethod<Point extends HookPoint> = (
  tx: EntityManager,
  context: HookPoints[Point],
) => void | Promise<void>;

/** A subscriber: gets the events of one request inside the transaction, and rejects the change by throwing an AppError. */
export type SubscriberMethod<Type extends Subscription> = (
  tx: EntityManager,
  events: readonly RecordedEvent<Selected<Type>>[],
) => Promise<void>;

/** A best-effort listener: runs in this process after the change has committed, and cannot reject it. */
export type ListenerMethod<Type extends Subscription> = (event: EventOf<Selected<Type>>) => void | Promise<void>;

/**
 * Marks a provider's method as a hook. Hooks of extensions run in the order of their modules.
 * @example
 * ```ts
 * @Injectable()
 * class OneStarterKit {
 *   @Hook('cart.add')
 *   refuseSecond(tx: EntityManager, { quantity }: HookPoints['cart.add']) {
 *     if (quantity > 1) throw new AppError('CONFLICT', 'one starter kit is enough');
 *   }
 * }
 * ```
 */
export function Hook<Point extends HookPoint>(point: Point) {
  return handler<HookMethod<Point>>('hook', [point]);
}

/**
 * Marks a provider's method as a subscriber of types of events, or of all (`*`): for data that must be consistent with the
 * events of others. Subscribers run one after the other, in the order of their modules in `AppModule`, after
 * them in the order of extensions, and of the methods in their class, each once for all events that are recorded together.
 * @example
 * ```ts
 * @Subscriber('order.paid', 'order.cancelled')
 * async book(tx: EntityManager, events: readonly RecordedEvent<'order.paid' | 'order.cancelled'>[]) { … }
 * ```
 */
export function Subscriber<Type extends Subscription>(...types: [Type, ...Type[]]) {
  return handler<SubscriberMethod<Type>>('subscriber', types);
}

/**
 * Marks a provider's method as a best-effort listener of one type of event, or of all (`*`): it is called at most once, in the
 * process of the change, and its failure is only logged. If no event may be missed, it is a `@DurableListener`.
 * @example
 * ```ts
 * @BestEffortListener('order.placed')
 * log({ data }: EventOf<'order.placed'>) { … }
 * ```
 */
export function BestEffortListener<Type extends Subscription>(type: Type) {
  return handler<ListenerMethod<Type>>('listener', [type]);
}

function handler<Handler>(seam: Seam, names: readonly string[]) {
  return <Method extends Handler>(target: object, name: string, descriptor: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(seam, names)(target, name, descriptor as PropertyDescriptor);
  };
}

type Method = (...args: unknown[]) => unknown;

interface Handler {
  /** The hook points or event types that it handles. */
  readonly names: readonly string[];
  readonly method: Method;
}

/** Finds the hooks, subscribers and listeners of all providers at startup, in the order of modules, and calls them. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private readonly logger = new Logger(HandlerRegistry.name);
  private readonly handlers: Readonly<Record<Seam, Handler[]>> = { hook: [], subscriber: [], listener: [] };

  /** Listeners that have not finished. */
  private readonly called = new Set<Promise<void>>();

  private readonly quiet = new AsyncLocalStorage<boolean>();
  private readonly bulk = new AsyncLocalStorage<boolean>();

  private hookPoints: readonly string[] | undefined;

  constructor(
    private readonly methods: MarkedMethods,
    private readonly tokens: SentTokens,
  ) {}

  onModuleInit(): void {
    for (const seam of SEAMS) {
      for (const { mark: names, call: method, name } of this.methods.find<readonly string[]>(seam)) {
        if (seam === 'hook') this.assertPoints(names, name);
        else this.assertEvents(names, name);
        this.handlers[seam].push({ names, method });
      }
    }
  }

  /** Names the points that hooks may have; without it, none is refused. */
  setHookPoints(points: readonly string[]): void {
    this.hookPoints = points;
  }

  /**
   * @param who whose subscription it is, for the message
   * @throws ConfigError if one of the types is declared by nobody
   */
  assertEvents(types: readonly string[], who: string): void {
    const known = [ALL_EVENTS, ...eventTypes()];
    const unknown = types.find((type) => !known.includes(type));
    if (unknown !== undefined) throw new ConfigError(`${who} listens to ${unknown}, which is no type of event`);
  }

  private assertPoints(points: readonly string[], who: string): void {
    const unknown = points.find((point) => this.hookPoints?.includes(point) === false);
    if (unknown === undefined) return;
    throw new ConfigError(`${who} is a hook of ${unknown}, which is no hook point: ${this.hookPoints!.join(', ')}`);
  }

  /**
   * Runs the hooks of a point one after the other, inside the transaction.
   * @throws whatever a hook throws; the change is then rolled back
   */
  async runHooks<Point extends HookPoint>(point: Point, tx: EntityManager, context: HookPoints[Point]): Promise<void> {
    for (const { names, method } of this.handlers.hook) if (names.includes(point)) await method(tx, context);
  }

  /**
   * Calls each subscriber in turn with the recorded events of its types, inside the transaction.
   * @throws whatever a subscriber throws; the change is then rolled back
   */
  async runSubscribers(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    const told = events.map(plain);
    for (const handler of this.handlers.subscriber) {
      const own = told.filter(({ type }) => isFor(handler, type));
      if (own.length > 0) await handler.method(tx, own);
    }
  }

  /** Whether anybody listens to one of some events. */
  hasListeners(events: readonly Pick<RecordedEvent, 'type'>[]): boolean {
    return this.handlers.listener.some((handler) => events.some(({ type }) => isFor(handler, type)));
  }

  /** Does work whose events no listener gets: a history that is written afterwards, as the demo's is. */
  withoutListeners<T>(work: () => Promise<T>): Promise<T> {
    return this.quiet.run(true, work);
  }

  /** Whether listeners get no events at the moment. */
  get isQuiet(): boolean {
    return this.quiet.getStore() === true;
  }

  /** Does work whose events are delivered to webhooks after all others, however few each change has: an import. */
  inBulk<T>(work: () => Promise<T>): Promise<T> {
    return this.bulk.run(true, work);
  }

  /** Whether events are bulk at the moment. */
  get isInBulk(): boolean {
    return this.bulk.getStore() === true;
  }

  /** Calls the listeners of a committed event, each with its own copy of the data; their failures are logged. */
  notifyListeners(event: CommerceEvent): void {
    if (this.isQuiet) return;
    for (const handler of this.handlers.listener) {
      // Through JSON, as for webhooks: before, decimals with many digits are raw JSON and not plain numbers.
      if (!isFor(handler, event.type)) continue;
      const call = this.notify(handler, JSON.parse(JSON.stringify(event)) as CommerceEvent);
      this.called.add(call);
      void call.then(() => this.called.delete(call));
    }
  }

  /** Waits for the listeners that have been called in this process. */
  async listenersDone(): Promise<void> {
    while (this.called.size > 0) await Promise.all(this.called);
  }

  private async notify({ method }: Handler, event: CommerceEvent): Promise<void> {
    try {
      // At once, unless it has tokens, which are made first.
      await method(secretsOf(event.type).length === 0 ? event : await this.tokens.filled(event));
    } catch (error) {
      this.logger.error(`a listener of ${event.type} failed`, error instanceof Error ? error.stack : String(error));
    }
  }
}

/** An event whose data are what webhooks get, once somebody reads them: before, decimals with many digits are raw JSON. */
function plain(event: RecordedEvent): RecordedEvent {
  let copy: unknown;
  return Object.defineProperty({ ...event }, 'data', {
    get: () => (copy ??= JSON.parse(JSON.stringify(event.data)) as unknown),
    enumerable: true,
  });
}

/** Whether a handler is for a type of event. */
export function isFor({ names }: Pick<Handler, 'names'>, type: string): boolean {
  return names.includes(type) || names.includes(ALL_EVENTS);
}
