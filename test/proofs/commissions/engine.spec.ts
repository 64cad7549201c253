import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { anyPeriod } from './arbitrary.js';
import { compare } from './compare.js';

describe('the engine of commissions', () => {
  it('gives each line, measure, rank and carried volume that the text gives when it is followed word by word', () => {
    fc.assert(
      fc.property(fc.gen(), (random) => void compare(anyPeriod(random))),
      { numRuns: 60 },
    );
  });
});
