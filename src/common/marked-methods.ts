import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A provider's method with the metadata of its decorator. */
export interface MarkedMethod<Mark> {
  readonly mark: Mark;
  readonly call: (...args: unknown[]) => Promise<void>;
  /** Its class and name, for messages: `OrderLog.write`. */
  readonly name: string;
}

/** Finds the decorated methods of all providers. */
@Injectable()
export class MarkedMethods {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @param key the metadata key of the decorator */
  find<Mark>(key: string): MarkedMethod<Mark>[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const provider = instance as Record<string, MarkedMethod<Mark>['call']>;
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((name) => {
        const method = provider[name];
        const mark = typeof method === 'function' ? this.reflector.get<Mark | undefined>(key, method) : undefined;
        return mark === undefined
          ? []
          : [{ mark, call: method!.bind(provider), name: `${instance.constructor.name}.${name}` }];
      });
    });
  }
}
