import type { z } from 'zod';
import { binary } from './binary/binary.js';
import { differential } from './differential/differential.js';
import { fastStart } from './fast-start/fast-start.js';
import { generation } from './generation/generation.js';
import { matching } from './matching/matching.js';
import { pool } from './pool/pool.js';
import { rankAdvancement } from './rank-advancement/rank-advancement.js';
import { retail } from './retail/retail.js';
import { unilevel } from './unilevel/unilevel.js';

/** The types of bonuses that plans have without extensions, in the order in which documents name them. See docs/spec/commissions.md#3. */
export const OWN_TYPES = [
  unilevel,
  generation,
  fastStart,
  differential,
  binary,
  matching,
  pool,
  rankAdvancement,
  retail,
] as const;

/** A bonus of one of these types, with its parameters. */
export type Bonus = z.output<(typeof OWN_TYPES)[number]['schema']>;
