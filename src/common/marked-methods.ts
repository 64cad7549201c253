import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A provider's method with the metadata of its decorator. */
export interface MarkedMethod<Mark> {
  readonly mark: Mark;
  readonly call: (...args: unknown[]) => Promise<void>;
  /** Its class and name, for messages: `OrderLog.write`. */
  readonly name: string;
}

interface DecoratedMethod extends Omit<MarkedMethod<unknown>, 'mark'> {
  readonly method: MarkedMethod<unknown>['call'];
}

/** Finds the decorated methods of all providers. */
@Injectable()
export class MarkedMethods {
  /** All decorated methods, looked for once: a start asks for many marks. */
  private found: readonly DecoratedMethod[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @param key the metadata key of the decorator */
  find<Mark>(key: string): MarkedMethod<Mark>[] {
    this.found ??= this.decorated();
    return this.found.flatMap(({ method, call, name }) => {
      const mark = this.reflector.get<Mark | undefined>(key, method);
      return mark === undefined ? [] : [{ mark, call, name }];
    });
  }

  private decorated(): DecoratedMethod[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const provider = instance as Record<string, MarkedMethod<unknown>['call']>;
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((name) => {
        const method = provider[name];
        if (typeof method !== 'function' || Reflect.getMetadataKeys(method).length === 0) return [];
        return [{ method, call: method.bind(provider), name: `${instance.constructor.name}.${name}` }];
      });
    });
  }
}
