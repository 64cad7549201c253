/**
 * Fast start: what a member buys in its first days goes up its payees, of which the k-th gets the k-th percentage, or nothing if
 * it is not active. What counts here does not count in the unilevel and generation bonuses that it excludes.
 */
import type { BonusType } from '../../bonus-type.js';
import { payLevels } from '../../levels.js';
import { fastStartSchema, validateFastStart, type FastStartBonus } from './fast-start.schema.js';

export const fastStart: BonusType<FastStartBonus> = {
  type: 'fast_start',
  schema: fastStartSchema,
  validate: validateFastStart,
  calculate(period, { id, days, percents }) {
    const table = period.plan.ranks.map(() => percents);
    const bases = period.bases.within(days);
    payLevels(period, { id, bases, unit: 'volume', percents: table, route: () => period.upline('sponsor') });
  },
};
