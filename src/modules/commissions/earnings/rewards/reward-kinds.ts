import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * A kind of earnings of an extension's own, which {@link Rewards} posts. An extension provides a subclass; it is found by its
 * class. Decision 104.
 */
export abstract class RewardKind {
  /** In the ledger, such as `loyalty_reward`; unique in the service. */
  abstract readonly name: string;
  /** For people, such as `Loyalty reward`. */
  abstract readonly title: string;
  /** Whether it needs two people in every mode of approvals. */
  readonly fourEyes: boolean = false;
}

/** The kinds that extensions have. */
@Injectable()
export class RewardKinds implements OnModuleInit {
  private kinds: ReadonlyMap<string, RewardKind> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error for two kinds of one name, and for a name that cannot be one: then the service does not start */
  onModuleInit(): void {
    const kinds = new Map<string, RewardKind>();
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    for (const kind of instances) {
      if (!(kind instanceof RewardKind)) continue;
      if (!NAME.test(kind.name)) throw new Error(`the name of the reward ${kind.name} must match ${NAME.source}`);
      if (kinds.has(kind.name)) throw new Error(`there is a reward ${kind.name} already`);
      kinds.set(kind.name, kind);
    }
    this.kinds = kinds;
  }

  /** Undefined if its extension is gone. */
  find(name: string): RewardKind | undefined {
    return this.kinds.get(name);
  }
}
