import { SetMetadata, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { type AnyBonusType, BonusTypes, OWN_BONUS_TYPES } from '@commerce/commission-engine';

/** Metadata key of {@link Bonus}. */
const BONUS = 'commissions:bonus';

/**
 * Marks a provider that is a further type of bonus: plans may have bonuses of its type, and runs calculate them. It is asked for
 * each period and must answer the same to the same, without a clock, a database or a state of its own. Decision 76.
 */
export function Bonus(): (type: new (...args: never[]) => AnyBonusType) => void {
  return SetMetadata(BONUS, true);
}

/** The types of bonuses that plans of this service may have, with those of its extensions. Decision 76. */
@Injectable()
export class InstalledBonuses implements OnModuleInit {
  private installed = OWN_BONUS_TYPES;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  get types(): BonusTypes {
    return this.installed;
  }

  /** @throws Error if two types have one name: then the service does not start */
  onModuleInit(): void {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    const further = [...instances].filter((instance): instance is AnyBonusType => this.isBonus(instance));
    if (further.length > 0) this.installed = new BonusTypes(further);
  }

  private isBonus(instance: unknown): boolean {
    if (typeof instance !== 'object' || instance === null) return false;
    return this.reflector.get<boolean | undefined>(BONUS, instance.constructor) === true;
  }
}
