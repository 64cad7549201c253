import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MarkedMethods } from '../marked-methods.js';
import { ALL_EVENTS, type CommerceEvent, type RecordedEvent } from './event-types.js';
import { SEAMS, type HookPoint, type HookPoints, type Seam } from './handlers.js';

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

  private readonly isQuiet = new AsyncLocalStorage<boolean>();

  constructor(private readonly methods: MarkedMethods) {}

  onModuleInit(): void {
    for (const seam of SEAMS) {
      for (const { mark: names, call: method } of this.methods.find<readonly string[]>(seam)) {
        this.handlers[seam].push({ names, method });
      }
    }
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
    for (const handler of this.handlers.subscriber) {
      const own = events.filter(({ type }) => isFor(handler, type));
      if (own.length > 0) await handler.method(tx, own);
    }
  }

  /** Whether anybody listens to one of some events. */
  hasListeners(events: readonly Pick<RecordedEvent, 'type'>[]): boolean {
    return this.handlers.listener.some((handler) => events.some(({ type }) => isFor(handler, type)));
  }

  /** Does work of whose events no listener is told: a history that is written afterwards, as the demo's is. */
  withoutListeners<T>(work: () => Promise<T>): Promise<T> {
    return this.isQuiet.run(true, work);
  }

  /** Calls the listeners of a committed event, each with its own copy of the data; their failures are logged. */
  notifyListeners(event: CommerceEvent): void {
    if (this.isQuiet.getStore() === true) return;
    for (const handler of this.handlers.listener) {
      // Through JSON, as for webhooks: before, decimals with many digits are raw JSON and not plain numbers.
      if (isFor(handler, event.type)) void this.notify(handler, JSON.parse(JSON.stringify(event)) as CommerceEvent);
    }
  }

  private async notify({ method }: Handler, event: CommerceEvent): Promise<void> {
    try {
      await method(event);
    } catch (error) {
      this.logger.error(`a listener of ${event.type} failed`, error instanceof Error ? error.stack : String(error));
    }
  }
}

function isFor({ names }: Handler, type: string): boolean {
  return names.includes(type) || names.includes(ALL_EVENTS);
}
