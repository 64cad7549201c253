import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { CommerceEvent, EventType } from './event-types.js';
import { HOOK, type HookMethod, type HookPoint, type HookPoints } from './hooks.js';
import { LISTENER } from './listeners.js';

type AnyMethod = (...args: unknown[]) => unknown;
type AnyListener = (event: CommerceEvent) => void | Promise<void>;

/** Finds the hooks and listeners of all providers at the start, and calls them. */
@Injectable()
export class ExtensionRegistry implements OnModuleInit {
  private readonly logger = new Logger(ExtensionRegistry.name);
  private readonly hooks = new Map<string, AnyMethod[]>();
  private readonly listeners = new Map<string, AnyMethod[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      const provider = instance as Record<string, AnyMethod>;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object)) {
        this.register(provider, name);
      }
    }
  }

  /**
   * Runs the hooks of a point one after the other, inside the transaction.
   * @throws whatever a hook throws; the change is then rolled back
   */
  async run<Point extends HookPoint>(point: Point, tx: EntityManager, context: HookPoints[Point]): Promise<void> {
    for (const hook of this.hooks.get(point) ?? []) await (hook as HookMethod<Point>)(tx, context);
  }

  /** Calls the listeners of a committed event, each with data of its own; their failures are logged. */
  notify(event: CommerceEvent): void {
    for (const key of [event.type, '*'] satisfies (EventType | '*')[]) {
      // Through JSON, as webhooks get it: decimals with many digits are no plain numbers before.
      for (const listener of this.listeners.get(key) ?? [])
        void this.call(listener as AnyListener, JSON.parse(JSON.stringify(event)) as CommerceEvent);
    }
  }

  private register(provider: Record<string, AnyMethod>, name: string): void {
    const method = provider[name];
    if (typeof method !== 'function') return;
    const bound = method.bind(provider);
    const point = this.reflector.get<string | undefined>(HOOK, method);
    if (point !== undefined) this.hooks.set(point, [...(this.hooks.get(point) ?? []), bound]);
    const type = this.reflector.get<string | undefined>(LISTENER, method);
    if (type !== undefined) this.listeners.set(type, [...(this.listeners.get(type) ?? []), bound]);
  }

  private async call(listener: AnyListener, event: CommerceEvent): Promise<void> {
    try {
      await listener(event);
    } catch (error) {
      this.logger.error(`a listener of ${event.type} failed`, error instanceof Error ? error.stack : String(error));
    }
  }
}
