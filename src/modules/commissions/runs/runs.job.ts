import { LongJobType } from '../../../common/jobs/index.js';

/** Of all runs, one is reckoned at a time: each takes a core, and a gigabyte at a million members. */
export const RUNS_QUEUE = 'commissions';

/** Reckons a run, in a process of its own. */
export const CALCULATE = new LongJobType<{ runId: number }>('commissions.calculate', { ownProcess: true, retries: 2 });
