import { LongJobType } from '#common/jobs/index.js';

/**
 * The queue of final runs and corrections. Of each queue, one is calculated at a time: each takes a core, and a gigabyte at a
 * million members.
 */
export const RUNS_QUEUE = 'commissions';

/** The queue of previews and replays, of which there may be many: what is to be posted does not wait for them. */
export const PREVIEWS_QUEUE = 'commissions.previews';

/** Calculates a run, in a process of its own. */
export const CALCULATE = new LongJobType<{ runId: number }>('commissions.calculate', { ownProcess: true, retries: 2 });
