import { LongJobType } from '#common/jobs/index.js';

/** Calculates posted periods again, in a process of its own. */
export const CORRECT = new LongJobType<{ correctionId: number }>('commissions.correct', {
  ownProcess: true,
  retries: 2,
});
