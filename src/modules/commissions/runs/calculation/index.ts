import { RunReader } from '../reading/run-reader.js';
import { Calculation } from './calculation.service.js';
import { Calculator } from './calculator.js';
import { Replay } from './replay.js';

export { Calculator } from './calculator.js';
export { summaryOf, type RunSummary } from './summary.rules.js';
export { Replay, type ReplayResult } from './replay.js';

/** What reads, calculates and writes runs. */
export const CALCULATION = [RunReader, Calculator, Calculation, Replay];
