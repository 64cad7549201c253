import type { z } from 'zod';
import type { BonusType } from './bonus-type.js';
import { BONUS_TYPES } from './bonuses/index.js';
import { BONUS_SCHEMAS } from './bonuses/schemas.js';
import { planSchema, planSchemaOf } from './document/plan.schema.js';

/** A type of bonus, whatever its parameters are. */
export type AnyBonusType = BonusType<{ id: string; type: string }>;

/** The types of bonuses that plans may have: the service's own, and those that extensions add. */
export class BonusTypes {
  /** The schema of a plan with bonuses of these types. */
  readonly planSchema: typeof planSchema;
  private readonly types: ReadonlyMap<string, AnyBonusType>;

  /**
   * @param further types of extensions
   * @throws Error if two types have one name
   */
  constructor(further: readonly AnyBonusType[] = []) {
    const types = new Map<string, AnyBonusType>(Object.entries(BONUS_TYPES));
    for (const type of further) {
      if (types.has(type.type)) throw new Error(`there is a type of bonus ${type.type} already`);
      types.set(type.type, type);
    }
    this.types = types;
    const schemas = further.map(({ schema }) => schema as z.ZodType & z.core.$ZodTypeDiscriminable);
    // What a further bonus has beside `id` and `type` only its own type reads.
    this.planSchema =
      further.length === 0 ? planSchema : (planSchemaOf([...BONUS_SCHEMAS, ...schemas]) as typeof planSchema);
  }

  /** The type with a name; undefined if there is none. */
  find(name: string): AnyBonusType | undefined {
    return this.types.get(name);
  }

  /**
   * The type of a bonus of a validated plan.
   * @throws Error if there is none: the extension that added it is gone
   */
  named(name: string): AnyBonusType {
    const type = this.find(name);
    if (type === undefined) throw new Error(`there is no type of bonus ${name}: is its extension missing?`);
    return type;
  }
}

/** The types that the service has without extensions. */
export const OWN_BONUS_TYPES = new BonusTypes();
