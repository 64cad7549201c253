import { SetMetadata, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { z } from 'zod';
import { ConfigError } from '#common/config/config-error.js';
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

  /** @throws ConfigError if two types have one name, or one has no schema: then the service does not start */
  onModuleInit(): void {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    const further = [...instances].filter((instance): instance is AnyBonusType => this.isBonus(instance));
    for (const [at, type] of further.entries()) assertInstallable(type, further.slice(0, at));
    if (further.length > 0) this.installed = new BonusTypes(further);
  }

  private isBonus(instance: unknown): boolean {
    if (typeof instance !== 'object' || instance === null) return false;
    return this.reflector.get<boolean | undefined>(BONUS, instance.constructor) === true;
  }
}

/** @param before those of other providers */
function assertInstallable(bonus: AnyBonusType, before: readonly AnyBonusType[]): void {
  const { name } = bonus.constructor;
  if (!((bonus.schema as unknown) instanceof z.ZodType))
    throw new ConfigError(`${name} is a type of bonus without a schema: it must be a zod object with its type`);
  const other = before.find(({ type }) => type === bonus.type)?.constructor.name;
  if (other !== undefined) throw new ConfigError(`${other} and ${name} are both the type of bonus ${bonus.type}`);
  if (OWN_BONUS_TYPES.find(bonus.type) !== undefined)
    throw new ConfigError(`${name} is the type of bonus ${bonus.type}, which the service has itself`);
}
