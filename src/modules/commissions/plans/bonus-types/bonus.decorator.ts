import { SetMetadata } from '@nestjs/common';
import type { AnyBonusType } from '../../engine/index.js';

/** Metadata key of {@link Bonus}. */
export const BONUS = 'commissions:bonus';

/**
 * Marks a provider that is a further type of bonus: plans may have bonuses of its type, and runs calculate them. It is asked for
 * each period and must answer the same to the same, without a clock, a database or a state of its own. Decision 76.
 */
export function Bonus(): (type: new (...args: never[]) => AnyBonusType) => void {
  return SetMetadata(BONUS, true);
}
