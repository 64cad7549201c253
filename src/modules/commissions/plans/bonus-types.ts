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

  /** @throws ConfigError if two types have one name, or one has no schema of its type: then the service does not start */
  onModuleInit(): void {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    const further = [...instances].filter((instance): instance is AnyBonusType => this.isBonus(instance));
    for (const [at, type] of further.entries()) assertInstallable(type, further.slice(0, at));
    for (const type of further) assertSchema(type);
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

function assertSchema({ type, schema, constructor: { name } }: AnyBonusType): void {
  const types = (schema as z.ZodType & z.core.$ZodTypeDiscriminable)._zod.propValues?.type;
  const hasId = !(schema instanceof z.ZodObject) || 'id' in schema.shape;
  if (hasId && types?.size === 1 && types.has(type)) return;
  throw new ConfigError(
    `the schema of ${name} must be an object with id: planFields.id and type: z.literal(${JSON.stringify(type)})`,
  );
}
