import { describe, expect, it } from '@jest/globals';
import { validatePlan } from './document/validate.js';
import { TEMPLATES } from './templates.js';

describe('the templates of plans', () => {
  it.each(TEMPLATES)('have a valid plan in $name, in any currency', ({ plan }) => {
    expect(validatePlan(plan, 0).problems).toEqual([]);
  });

  it('pay more with each rank, and no more than the cap on top', () => {
    for (const { plan } of TEMPLATES) {
      const names = plan.ranks.map(({ name }) => name);
      for (const bonus of plan.bonuses) {
        if (!('percents' in bonus) || Array.isArray(bonus.percents)) continue;
        const sums = Object.entries(bonus.percents)
          .sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
          .map(([, levels]) => levels.reduce((sum, percent) => sum + percent, 0));
        expect(sums).toEqual([...sums].sort((one, other) => one - other));
        if (bonus.type === 'unilevel') expect(sums.at(-1)).toBeLessThan(plan.payout_cap_percent!);
      }
    }
  });

  it('show every type of bonus', () => {
    const types = new Set(TEMPLATES.flatMap(({ plan }) => plan.bonuses.map(({ type }) => type)));
    expect(types.size).toBe(9);
  });
});
