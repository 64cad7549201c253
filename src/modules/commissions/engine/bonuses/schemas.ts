import { binarySchema } from './binary/binary.schema.js';
import { differentialSchema } from './differential/differential.schema.js';
import { fastStartSchema } from './fast-start/fast-start.schema.js';
import { generationSchema } from './generation/generation.schema.js';
import { matchingSchema } from './matching/matching.schema.js';
import { poolSchema } from './pool/pool.schema.js';
import { rankAdvancementSchema } from './rank-advancement/rank-advancement.schema.js';
import { retailSchema } from './retail/retail.schema.js';
import { unilevelSchema } from './unilevel/unilevel.schema.js';

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
