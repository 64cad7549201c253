import type { BonusType } from '../bonus-type.js';
import type { Bonus } from '../document/plan.schema.js';
import { binary, binarySchema } from './binary/binary.js';
import { differential, differentialSchema } from './differential/differential.js';
import { fastStart, fastStartSchema } from './fast-start/fast-start.js';
import { generation, generationSchema } from './generation/generation.js';
import { matching, matchingSchema } from './matching/matching.js';
import { pool, poolSchema } from './pool/pool.js';
import { rankAdvancement, rankAdvancementSchema } from './rank-advancement/rank-advancement.js';
import { retail, retailSchema } from './retail/retail.js';
import { unilevel, unilevelSchema } from './unilevel/unilevel.js';

/** The parameters of all types of bonuses. See docs/spec/commissions.md#3. */
export const BONUS_SCHEMAS = [
  unilevelSchema,
  generationSchema,
  fastStartSchema,
  differentialSchema,
  binarySchema,
  matchingSchema,
  poolSchema,
  rankAdvancementSchema,
  retailSchema,
] as const;

/** The service's own types of bonuses by their names. */
type OwnTypes = { readonly [Type in Bonus['type']]: BonusType<Extract<Bonus, { type: Type }>> };

/** All types of bonuses that the service has by itself. See docs/spec/commissions.md#3. */
export const BONUS_TYPES: OwnTypes = {
  unilevel,
  generation,
  fast_start: fastStart,
  differential,
  binary,
  matching,
  pool,
  rank_advancement: rankAdvancement,
  retail,
};
