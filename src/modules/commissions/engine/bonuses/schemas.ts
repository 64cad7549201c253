import type { Problem, Surroundings } from '../document/problem.js';
import { binarySchema, judgeBinary } from './binary/binary.schema.js';
import { differentialSchema, judgeDifferential } from './differential/differential.schema.js';
import { fastStartSchema, judgeFastStart } from './fast-start/fast-start.schema.js';
import { generationSchema, judgeGeneration } from './generation/generation.schema.js';
import { judgeMatching, matchingSchema } from './matching/matching.schema.js';
import { judgePool, poolSchema } from './pool/pool.schema.js';
import { judgeRankAdvancement, rankAdvancementSchema } from './rank-advancement/rank-advancement.schema.js';
import { retailSchema } from './retail/retail.schema.js';
import { judgeUnilevel, unilevelSchema } from './unilevel/unilevel.schema.js';

/** The parameters of all types of bonuses. Section 3 of the decisions on commissions. */
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

/** What a schema cannot say of a bonus: references and orders. Paths are relative to the bonus. */
type JudgeBonus = (bonus: Readonly<Record<string, unknown>>, around: Surroundings) => Iterable<Problem>;

/** What the schemas cannot say, by type. */
export const BONUS_JUDGES: Readonly<Record<string, JudgeBonus>> = {
  unilevel: judgeUnilevel,
  generation: judgeGeneration,
  fast_start: judgeFastStart,
  differential: judgeDifferential,
  binary: judgeBinary,
  matching: judgeMatching,
  pool: judgePool,
  rank_advancement: judgeRankAdvancement,
};
