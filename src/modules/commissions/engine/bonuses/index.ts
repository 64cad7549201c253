import type { Bonus } from '../document/plan.schema.js';
import type { BonusType } from '../bonus-type.js';
import { binary } from './binary/binary.js';
import { differential } from './differential/differential.js';
import { fastStart } from './fast-start/fast-start.js';
import { generation } from './generation/generation.js';
import { matching } from './matching/matching.js';
import { pool } from './pool/pool.js';
import { rankAdvancement } from './rank-advancement/rank-advancement.js';
import { retail } from './retail/retail.js';
import { unilevel } from './unilevel/unilevel.js';

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
