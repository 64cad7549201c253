import { RunReader } from '../reading/run-reader.js';
import { Calculation } from './calculation.service.js';
import { Reckoner } from './reckoner.js';
import { Replay } from './replay.js';

export { Reckoner } from './reckoner.js';
export { summaryOf, type RunSummary } from './summary.rules.js';
export { Replay, type ReplayResult } from './replay.js';

/** What reads, reckons and writes runs. */
export const CALCULATION = [RunReader, Reckoner, Calculation, Replay];
